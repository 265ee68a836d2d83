#include "bodies/pairs.h"

namespace ge::bodies {
namespace {

// Reshape counts -1 as behind the last dimension.
Value AsPairs(Body& b, Value x) {
  return b.Op("Reshape", {x, b.Ints({-1, 2})}, {{"axis", -2}, {"num_axes", 1}});
}
Value AsRow(Body& b, Value x) { return b.Op("Reshape", {x, b.Ints({-1})}, {{"axis", -3}, {"num_axes", 2}}); }

}  // namespace

Values Deinterleave(Body& b, Value x) {
  Values halves = b.Split(AsPairs(b, x), -1, 2);
  for (Value& half : halves) half = AsRow(b, half);
  return halves;
}

Value Interleave(Body& b, Value even, Value odd) {
  const auto column = [&b](Value v) {
    return b.Op("Reshape", {v, b.Ints({-1, 1})}, {{"axis", -2}, {"num_axes", 1}});
  };
  return AsRow(b, b.Concat({column(even), column(odd)}, -1));
}

}  // namespace ge::bodies
