#include "ops/dims.h"

namespace ge::ops {
namespace {

// A draw for each element of x, which is its probability.
GE_SHAPE(StatelessBernoulliV2) {
  const auto asked = c.Attr<base::DataType>("dtype");
  return c.SetOutput(0, c.InputShape(0), asked == base::DataType::kUndefined ? c.Input(0).type : asked);
}

}  // namespace
}  // namespace ge::ops
