#include <cstring>

#include "compute/parallel.h"
#include "kernels/attr.h"
#include "kernels/integers.h"
#include "kernels/move.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

// How x is cut: [batches, before, dim, after], with `picked` indices for each batch.
struct Plan {
  int64_t batches = 1;
  int64_t before = 1;
  int64_t dim = 1;
  int64_t after = 1;
  int64_t picked = 1;
};

base::Result<Plan> PlanGather(const RunContext& c, int64_t axis_number) {
  const ir::Shape& x = c.Input(0).desc.shape;
  const ir::Shape& indices = c.Input(1).desc.shape;
  GE_ASSIGN_OR_RETURN(const size_t axis, Axis(c, axis_number, x.size()));
  int64_t batch_dims = IntegerAttr(c.node(), "batch_dims", 0);
  if (batch_dims < 0) batch_dims += static_cast<int64_t>(indices.size());
  const auto batch = static_cast<size_t>(batch_dims);
  if (batch > axis || batch > indices.size()) {
    return Refuse(c, "batch_dims must be at most the axis ", axis, " and the rank of indices ",
                  indices.size(), ", given ", batch_dims);
  }
  for (size_t i = 0; i < batch; ++i) {
    if (x[i] != indices[i])
      return Refuse(c, "the first ", batch, " dimensions of x ", x, " and indices ", indices, " differ");
  }
  Plan plan;
  plan.batches = ElementsBetween(x, 0, batch);
  plan.before = ElementsBetween(x, batch, axis);
  plan.dim = x[axis];
  plan.after = ElementsBetween(x, axis + 1, x.size());
  plan.picked = ElementsBetween(indices, batch, indices.size());
  return plan;
}

// Negative indices count from the end, where the node lets them.
base::Status Resolve(const RunContext& c, int64_t dim, std::vector<int64_t>& indices) {
  const bool* attr = c.Attr<bool>("negative_index_support");
  const int64_t least = attr != nullptr && *attr ? -dim : 0;
  for (int64_t& index : indices) {
    if (index < least || index >= dim) {
      return Refuse(c, "an index must be in [", least, ", ", dim, "), given ", index);
    }
    if (index < 0) index += dim;
  }
  return {};
}

base::Status GatherAlong(RunContext& c, int64_t axis) {
  GE_ASSIGN_OR_RETURN(const Plan plan, PlanGather(c, axis));
  GE_ASSIGN_OR_RETURN(std::vector<int64_t> indices, Integers(c, 1));
  GE_RETURN_IF_ERROR(Resolve(c, plan.dim, indices));
  const ir::Tensor& x = c.Input(0);
  ir::Tensor& y = c.Output(0);
  if (y.desc.shape.Elements() == 0) return {};
  const int64_t row = plan.after * base::DataTypeBits(x.desc.type) / 8;
  const char* from = x.elements<char>();
  char* to = MutableElements<char>(y);
  const int64_t rows = plan.batches * plan.before * plan.picked;
  ParallelFor(rows, 65536 / std::max<int64_t>(row, 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t outer = i / plan.picked;
      const int64_t batch = outer / plan.before;
      const int64_t index = indices[static_cast<size_t>(batch * plan.picked + i % plan.picked)];
      std::memcpy(to + i * row, from + (outer * plan.dim + index) * row, static_cast<size_t>(row));
    }
  });
  return {};
}

}  // namespace

GE_KERNEL(GatherV2, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const int64_t axis, Integer(c, 2));
  return GatherAlong(c, axis);
}
GE_KERNEL(GatherV2D, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const int64_t axis, AttrOf<int64_t>(c, "axis"));
  return GatherAlong(c, axis);
}
GE_KERNEL(Gather, kFixedSize) { return GatherAlong(c, IntegerAttr(c.node(), "batch_dims", 0)); }

}  // namespace ge::cpu::kernels
