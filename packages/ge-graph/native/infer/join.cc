#include "infer/join.h"

namespace ge::infer {

ir::Shape JoinShapes(const ir::Shape& a, const ir::Shape& b) {
  if (a.IsUnknownRank() || b.IsUnknownRank() || a.size() != b.size()) return ir::Shape::UnknownRank();
  ir::Shape joined = a;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) joined.Set(i, ir::kUnknownDim);
  }
  return joined;
}

ops::Value JoinValues(const ops::Value& a, const ops::Value& b) {
  if (a.size() != b.size()) return {};
  ops::Value joined = a;
  for (size_t i = 0; i < a.size(); ++i) {
    const bool same = a[i].known && b[i].known && a[i].integer == b[i].integer && a[i].real == b[i].real;
    if (!same) joined[i] = {};
  }
  return joined;
}

}  // namespace ge::infer
