#include "base/format.h"

#include <algorithm>
#include <charconv>

namespace ge::base {
namespace {

struct FormatInfo {
  int32_t value;
  std::string_view name;
  std::string_view text;  // empty when the format has no serialised form
};

constexpr FormatInfo kFormats[] = {
    {0, "NCHW", "NCHW"},
    {1, "NHWC", "NHWC"},
    {2, "ND", "ND"},
    {3, "NC1HWC0", "NC1HWC0"},
    {4, "FRACTAL_Z", "FRACTAL_Z"},
    {5, "NC1C0HWPAD", "NC1C0HWPAD"},
    {6, "NHWC1C0", "NHWC1C0"},
    {7, "FSR_NCHW", "FSR_NCHW"},
    {8, "FRACTAL_DECONV", "FRACTAL_DECONV"},
    {9, "C1HWNC0", "C1HWNC0"},
    {10, "FRACTAL_DECONV_TRANSPOSE", "FRACTAL_DECONV_TRANSPOSE"},
    {11, "FRACTAL_DECONV_SP_STRIDE_TRANS", "FRACTAL_DECONV_SP_STRIDE_TRANS"},
    {12, "NC1HWC0_C04", "NC1HWC0_C04"},
    {13, "FRACTAL_Z_C04", "FRACTAL_Z_C04"},
    {14, "CHWN", "CHWN"},
    {15, "FRACTAL_DECONV_SP_STRIDE8_TRANS", "DECONV_SP_STRIDE8_TRANS"},
    {16, "HWCN", "HWCN"},
    {17, "NC1KHKWHWC0", "NC1KHKWHWC0"},
    {18, "BN_WEIGHT", "BN_WEIGHT"},
    {19, "FILTER_HWCK", "FILTER_HWCK"},
    {20, "HASHTABLE_LOOKUP_LOOKUPS", "LOOKUP_LOOKUPS"},
    {21, "HASHTABLE_LOOKUP_KEYS", "LOOKUP_KEYS"},
    {22, "HASHTABLE_LOOKUP_VALUE", "LOOKUP_VALUE"},
    {23, "HASHTABLE_LOOKUP_OUTPUT", "LOOKUP_OUTPUT"},
    {24, "HASHTABLE_LOOKUP_HITS", "LOOKUP_HITS"},
    {25, "C1HWNCoC0", "C1HWNCoC0"},
    {26, "MD", "MD"},
    {27, "NDHWC", "NDHWC"},
    {28, "FRACTAL_ZZ", ""},
    {29, "FRACTAL_NZ", "FRACTAL_NZ"},
    {30, "NCDHW", "NCDHW"},
    {31, "DHWCN", "DHWCN"},
    {32, "NDC1HWC0", "NDC1HWC0"},
    {33, "FRACTAL_Z_3D", "FRACTAL_Z_3D"},
    {34, "CN", "CN"},
    {35, "NC", "NC"},
    {36, "DHWNC", "DHWNC"},
    {37, "FRACTAL_Z_3D_TRANSPOSE", "FRACTAL_Z_3D_TRANSPOSE"},
    {38, "FRACTAL_ZN_LSTM", "FRACTAL_ZN_LSTM"},
    {39, "FRACTAL_Z_G", "FRACTAL_Z_G"},
    {40, "RESERVED", "FORMAT_RESERVED"},
    {41, "ALL", "ALL"},
    {42, "NULL", "NULL"},
    {43, "ND_RNN_BIAS", "ND_RNN_BIAS"},
    {44, "FRACTAL_ZN_RNN", "FRACTAL_ZN_RNN"},
    {45, "NYUV", "NYUV"},
    {46, "NYUV_A", "NYUV_A"},
    {47, "NCL", "NCL"},
    {48, "FRACTAL_Z_WINO", "FRACTAL_Z_WINO"},
    {49, "C1HWC0", "C1HWC0"},
    {50, "FRACTAL_NZ_C0_16", "FRACTAL_NZ_C0_16"},
    {51, "FRACTAL_NZ_C0_32", "FRACTAL_NZ_C0_32"},
    {52, "FRACTAL_NZ_C0_2", "FRACTAL_NZ_C0_2"},
    {53, "FRACTAL_NZ_C0_4", "FRACTAL_NZ_C0_4"},
    {54, "FRACTAL_NZ_C0_8", "FRACTAL_NZ_C0_8"},
};

std::string_view PrimaryText(Format format) {
  const auto value = static_cast<int32_t>(PrimaryFormat(format));
  const auto* found = std::find_if(std::begin(kFormats), std::end(kFormats),
                                   [value](const FormatInfo& info) { return info.value == value; });
  return found == std::end(kFormats) || found->text.empty() ? std::string_view("RESERVED") : found->text;
}

Format PrimaryFromText(std::string_view text) {
  const auto* found = std::find_if(std::begin(kFormats), std::end(kFormats), [text](const FormatInfo& info) {
    return !text.empty() && info.text == text;
  });
  return found == std::end(kFormats) ? Format::kReserved : static_cast<Format>(found->value);
}

}  // namespace

std::string FormatText(Format format) {
  std::string text(PrimaryText(format));
  if (SubFormat(format) != 0) text += ":" + std::to_string(SubFormat(format));
  return text;
}

Format FormatFromText(std::string_view text) {
  const size_t colon = text.find(':');
  const Format primary = PrimaryFromText(text.substr(0, colon));
  if (colon == std::string_view::npos || primary == Format::kReserved) return primary;
  int32_t sub = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, sub);
  if (error != std::errc() || rest != end || sub < 0 || sub > 0xFFFF) return Format::kReserved;
  return static_cast<Format>(static_cast<uint32_t>(primary) | (static_cast<uint32_t>(sub) << 8U));
}

std::ostream& operator<<(std::ostream& out, Format format) { return out << FormatText(format); }

}  // namespace ge::base
