#include "compute/broadcast.h"

#include <utility>
#include <vector>

namespace ge::cpu::compute {

namespace {

// Dimension `i` of `out`, as the operand has it: shapes are aligned at their ends.
int64_t DimUnder(const ir::Shape& out, const ir::Shape& operand, size_t i) {
  const size_t missing = out.size() - operand.size();
  return i < missing ? 1 : operand[i - missing];
}

base::Status CheckStretches(const ir::Shape& out, const ir::Shape& operand) {
  bool fits = operand.size() <= out.size();
  for (size_t i = 0; fits && i < out.size(); ++i) {
    const int64_t dim = DimUnder(out, operand, i);
    fits = dim == 1 || dim == out[i];
  }
  if (fits) return {};
  return base::InvalidArgument(base::Text("shape ", operand, " does not broadcast to ", out));
}

}  // namespace

base::Status PlanBroadcast(const ir::Shape& out, const ir::Shape* const* operands, size_t count,
                           size_t max_loops, size_t* loops, int64_t* dims, int64_t* const* strides) {
  for (size_t k = 0; k < count; ++k) GE_RETURN_IF_ERROR(CheckStretches(out, *operands[k]));
  // From the last dimension outwards; the loops are turned round at the end.
  size_t used = 0;
  std::vector<int64_t> elements(count, 1);  // of each operand in the dimensions behind
  for (size_t i = out.size(); i-- > 0;) {
    if (out[i] == 1) continue;
    bool joins = used > 0;
    for (size_t k = 0; k < count; ++k) {
      const bool walks = DimUnder(out, *operands[k], i) != 1;
      const int64_t stride = walks ? elements[k] : 0;
      joins = joins && (walks ? strides[k][used - 1] != 0 && strides[k][used - 1] * dims[used - 1] == stride
                              : strides[k][used - 1] == 0);
    }
    if (!joins && used == max_loops) {
      return base::InvalidArgument(
          base::Text("broadcasting to ", out, " needs more than ", max_loops, " loops"));
    }
    for (size_t k = 0; k < count; ++k) {
      const bool walks = DimUnder(out, *operands[k], i) != 1;
      if (!joins) strides[k][used] = walks ? elements[k] : 0;
      if (walks) elements[k] *= out[i];
    }
    if (joins) {
      dims[used - 1] *= out[i];
    } else {
      dims[used++] = out[i];
    }
  }
  if (used == 0) {
    dims[0] = 1;
    for (size_t k = 0; k < count; ++k) strides[k][0] = 1;
    used = 1;
  }
  for (size_t i = 0; i < used / 2; ++i) {
    std::swap(dims[i], dims[used - 1 - i]);
    for (size_t k = 0; k < count; ++k) std::swap(strides[k][i], strides[k][used - 1 - i]);
  }
  *loops = used;
  return {};
}

}  // namespace ge::cpu::compute
