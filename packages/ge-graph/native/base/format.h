#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "base/api.h"

namespace ge::base {

// Layouts; the numbers are those of the public `Format` enumeration. A packed value holds the primary format
// in bits 0-7, a sub-format in bits 8-23 and a C0 code in bits 24-27.
enum class Format : int32_t {
  kNchw = 0,
  kNhwc = 1,
  kND = 2,
  kNC1HWC0 = 3,
  kFractalZ = 4,
  kNC1C0HWPAD = 5,
  kNHWC1C0 = 6,
  kFsrNchw = 7,
  kFractalDeconv = 8,
  kC1HWNC0 = 9,
  kFractalDeconvTranspose = 10,
  kFractalDeconvSPStrideTrans = 11,
  kNC1HWC0C04 = 12,
  kFractalZC04 = 13,
  kChwn = 14,
  kFractalDeconvSPSTRIDE8Trans = 15,
  kHwcn = 16,
  kNC1KHKWHWC0 = 17,
  kBNWeight = 18,
  kFilterHwck = 19,
  kHashtableLookupLookups = 20,
  kHashtableLookupKeys = 21,
  kHashtableLookupValue = 22,
  kHashtableLookupOutput = 23,
  kHashtableLookupHits = 24,
  kC1HWNCoC0 = 25,
  kMD = 26,
  kNdhwc = 27,
  kFractalZZ = 28,
  kFractalNZ = 29,
  kNcdhw = 30,
  kDhwcn = 31,
  kNDC1HWC0 = 32,
  kFractalZ3D = 33,
  kCN = 34,
  kNC = 35,
  kDhwnc = 36,
  kFractalZ3DTranspose = 37,
  kFractalZNLstm = 38,
  kFractalZG = 39,
  kReserved = 40,
  kAll = 41,
  kNull = 42,
  kNDRnnBias = 43,
  kFractalZNRnn = 44,
  kNyuv = 45,
  kNyuvA = 46,
  kNcl = 47,
  kFractalZWino = 48,
  kC1HWC0 = 49,
  kFractalNZC016 = 50,
  kFractalNZC032 = 51,
  kFractalNZC02 = 52,
  kFractalNZC04 = 53,
  kFractalNZC08 = 54,
  kEnd = 55,
  kMax = 255,
};

inline constexpr Format PrimaryFormat(Format format) {
  return static_cast<Format>(static_cast<uint32_t>(format) & 0xFFU);
}
inline constexpr int32_t SubFormat(Format format) {
  return static_cast<int32_t>((static_cast<uint32_t>(format) >> 8U) & 0xFFFFU);
}

// Serialised form: `NCHW`, or `FRACTAL_Z:32` with a sub-format; `RESERVED` for what has none.
GE_API std::string FormatText(Format format);
// Reads that form; `kReserved` for an unknown text.
GE_API Format FormatFromText(std::string_view text);

GE_API std::ostream& operator<<(std::ostream& out, Format format);

}  // namespace ge::base
