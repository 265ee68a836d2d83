#include "ops/dims.h"

namespace ge::ops {
namespace {

GE_SHAPE(SparseToDense) {
  GE_ASSIGN_OR_RETURN(ir::Shape shape, ShapeFromInput(c, 1));
  return c.SetOutput(0, std::move(shape), c.Input(2).type);
}

}  // namespace
}  // namespace ge::ops
