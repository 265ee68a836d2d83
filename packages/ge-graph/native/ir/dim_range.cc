#include "ir/dim_range.h"

#include <algorithm>

namespace ge::ir {
namespace {

// From the top: eight bits that no sane dimension has, min, max (0: open).
constexpr int kBits = 28;
constexpr int64_t kMaxEnd = (int64_t{1} << kBits) - 1;
constexpr uint64_t kMark = uint64_t{0xA5} << 56U;
constexpr uint64_t kMarkBits = uint64_t{0xFF} << 56U;

}  // namespace

int64_t DimOf(DimRange range) {
  if (range.min == range.max && range.max != DimRange::kOpen) return range.min;
  const int64_t min = std::clamp<int64_t>(range.min, 0, kMaxEnd);
  const int64_t max = range.max > kMaxEnd ? 0 : range.max;
  if (min == 0 && max == 0) return kUnknownDim;
  return static_cast<int64_t>(kMark | static_cast<uint64_t>(min << kBits) | static_cast<uint64_t>(max));
}

bool HasRange(int64_t dim) { return (static_cast<uint64_t>(dim) & kMarkBits) == kMark; }

DimRange RangeOf(int64_t dim) {
  if (dim >= 0) return {dim, dim};
  if (!HasRange(dim)) return {};
  const int64_t max = dim & kMaxEnd;
  return {(dim >> kBits) & kMaxEnd, max == 0 ? DimRange::kOpen : max};
}

Shape WithRange(const Shape& shape, const ShapeRange& range) {
  if (range.size() != shape.size() || shape.IsKnown()) return shape;
  Shape ranged = shape;
  for (size_t i = 0; i < shape.size(); ++i) {
    const auto [min, max] = range[i];
    const bool sound = min >= 0 && (max == kUnknownDim || max >= min);
    if (shape[i] == kUnknownDim && sound) {
      ranged.Set(i, DimOf({min, max == kUnknownDim ? DimRange::kOpen : max}));
    }
  }
  return ranged;
}

std::pair<Shape, ShapeRange> SplitRange(const Shape& shape) {
  if (std::none_of(shape.begin(), shape.end(), HasRange)) return {shape, {}};
  std::pair<Shape, ShapeRange> split{shape, {}};
  for (size_t i = 0; i < shape.size(); ++i) {
    const DimRange range = RangeOf(shape[i]);
    split.second.emplace_back(range.min, range.max == DimRange::kOpen ? kUnknownDim : range.max);
    if (shape[i] < 0) split.first.Set(i, kUnknownDim);
  }
  return split;
}

}  // namespace ge::ir
