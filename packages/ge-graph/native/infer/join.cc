#include "infer/join.h"

#include "ops/dims.h"

namespace ge::infer {

ir::Shape JoinShapes(const ir::Shape& a, const ir::Shape& b) {
  if (a.IsUnknownRank() || b.IsUnknownRank() || a.size() != b.size()) return ir::Shape::UnknownRank();
  ir::Shape joined = a;
  for (size_t i = 0; i < a.size(); ++i) {
    joined.Set(i, ops::JoinDims(a[i], b[i]));
  }
  return joined;
}

ir::Shape OpenedShape(const ir::Shape& narrower, const ir::Shape& wider) {
  if (wider.IsUnknownRank()) return wider;
  ir::Shape opened = wider;
  for (size_t i = 0; i < wider.size(); ++i) {
    const ir::DimRange before = ir::RangeOf(narrower[i]);
    const ir::DimRange now = ir::RangeOf(wider[i]);
    opened.Set(i, ir::DimOf({now.min < before.min ? 0 : now.min,
                             now.max > before.max ? ir::DimRange::kOpen : now.max}));
  }
  return opened;
}

ops::Value JoinValues(const ops::Value& a, const ops::Value& b) {
  if (a.size() != b.size()) return {};
  ops::Value joined = a;
  for (size_t i = 0; i < a.size(); ++i) {
    const bool same = a[i].known && b[i].known && a[i].integer == b[i].integer && a[i].real == b[i].real;
    if (same) continue;
    const bool dims = a[i].real == b[i].real && a[i].IsDim() && b[i].IsDim();
    joined[i] = dims ? ops::Element::Dim(ops::JoinDims(a[i].integer, b[i].integer)) : ops::Element();
  }
  return joined;
}

}  // namespace ge::infer
