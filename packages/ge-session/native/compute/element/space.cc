#include "compute/element/space.h"

#include <algorithm>

#include "compute/broadcast.h"

namespace ge::cpu::compute {

base::Result<Space> Space::Over(const ir::Shape& out, const std::vector<const ir::Shape*>& operands) {
  Space space;
  const size_t most = std::max<size_t>(out.size(), 1);
  space.dims_.resize(most);
  space.strides_.assign(operands.size(), std::vector<int64_t>(most));
  std::vector<int64_t*> strides;
  for (std::vector<int64_t>& row : space.strides_) strides.push_back(row.data());
  size_t loops = 0;
  GE_RETURN_IF_ERROR(
      PlanBroadcast(out, operands.data(), operands.size(), most, &loops, space.dims_.data(), strides.data()));
  space.dims_.resize(loops);
  for (std::vector<int64_t>& row : space.strides_) row.resize(loops);
  space.inner_ = space.dims_.back();
  for (size_t loop = 0; loop + 1 < loops; ++loop) space.outer_ *= space.dims_[loop];
  const int64_t count = space.count();
  for (size_t k = 0; k < operands.size(); ++k) {
    space.whole_.push_back(operands[k]->Elements() == count);
    space.scalar_.push_back(operands[k]->Elements() == 1 && count != 1);
  }
  return space;
}

int64_t Space::Offset(size_t operand, int64_t row) const {
  const std::vector<int64_t>& strides = strides_[operand];
  int64_t offset = 0;
  for (size_t loop = dims_.size() - 1; loop-- > 0;) {
    offset += row % dims_[loop] * strides[loop];
    row /= dims_[loop];
  }
  return offset;
}

}  // namespace ge::cpu::compute
