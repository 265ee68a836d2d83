#include "kernels/integers.h"
#include "kernels/move.h"
#include "kernels/refuse.h"
#include "kernels/view.h"

namespace ge::cpu::kernels {

namespace {

base::Status TransposeBy(RunContext& c, const std::vector<int64_t>& order) {
  const ir::Shape& shape = c.Input(0).desc.shape;
  if (order.size() != shape.size()) {
    return Refuse(c, "perm must have ", shape.size(), " elements for x of shape ", shape, ", given ",
                  order.size());
  }
  const std::vector<int64_t> strides = RowMajorStrides(shape);
  std::vector<bool> used(shape.size(), false);
  View view;
  for (const int64_t entry : order) {
    GE_ASSIGN_OR_RETURN(const size_t axis, Axis(c, entry, shape.size()));
    if (used[axis]) return Refuse(c, "perm names axis ", axis, " twice");
    used[axis] = true;
    view.Add(shape[axis], strides[axis]);
  }
  return CopyView(c, view);
}

}  // namespace

GE_KERNEL(Transpose, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> order, Integers(c, 1));
  return TransposeBy(c, order);
}
GE_KERNEL(TransposeD, kFixedSize) { return TransposeBy(c, IntegersAttr(c.node(), "perm")); }

}  // namespace ge::cpu::kernels
