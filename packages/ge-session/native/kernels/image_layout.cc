#include "kernels/image_layout.h"

#include <algorithm>

#include "kernels/integers.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

base::Result<ImageLayout> LayoutOf(const ir::Node& node) {
  const std::string* format = node.Attr<std::string>("data_format");
  if (format != nullptr && *format == "NCHW") return ImageLayout{false};
  if (format != nullptr && *format == "NHWC") return ImageLayout{true};
  return Refuse(node, "data_format must be NCHW or NHWC, given \"", format == nullptr ? "" : *format, "\"");
}

base::Result<std::array<int64_t, 2>> SpatialEntries(const ir::Node& node, base::Name attr, ImageLayout layout,
                                                    int64_t otherwise) {
  const std::vector<int64_t>& list = IntegersAttr(node, attr);
  std::array<int64_t, 2> entries = {otherwise, otherwise};
  if (list.size() == 1) entries = {list[0], list[0]};
  if (list.size() == 2) entries = {list[0], list[1]};
  if (list.size() == 4) entries = {list[layout.height()], list[layout.width()]};
  if (list.size() == 3 || list.size() > 4) {
    return Refuse(node, attr, " must have 1, 2 or 4 entries, given ", list.size());
  }
  if (entries[0] < 1 || entries[1] < 1) {
    return Refuse(node, attr, " must be greater than 0, given ", entries[0], " and ", entries[1]);
  }
  return entries;
}

namespace {

base::Status SetExplicitPads(const ir::Node& node, Windows& windows) {
  const std::vector<int64_t>& pads = IntegersAttr(node, "pads");
  if (pads.empty()) return {};
  if (pads.size() != 4) return Refuse(node, "pads must have 4 entries, given ", pads.size());
  if (std::any_of(pads.begin(), pads.end(), [](int64_t pad) { return pad < 0; })) {
    return Refuse(node, "pads must not be negative");
  }
  windows.height.pad_begin = pads[0];
  windows.height.pad_end = pads[1];
  windows.width.pad_begin = pads[2];
  windows.width.pad_end = pads[3];
  return {};
}

}  // namespace

base::Status SetSteps(const ir::Node& node, ImageLayout layout, Padding padding, Windows& windows) {
  GE_ASSIGN_OR_RETURN(const auto strides, SpatialEntries(node, "strides", layout, 1));
  GE_ASSIGN_OR_RETURN(const auto dilations, SpatialEntries(node, "dilations", layout, 1));
  windows.height.stride = strides[0];
  windows.width.stride = strides[1];
  windows.height.dilation = dilations[0];
  windows.width.dilation = dilations[1];
  if (padding == Padding::kExplicit) return SetExplicitPads(node, windows);
  if (padding == Padding::kValid) return {};
  windows.height.PadToFill(padding == Padding::kSameLower);
  windows.width.PadToFill(padding == Padding::kSameLower);
  return {};
}

}  // namespace ge::cpu::kernels
