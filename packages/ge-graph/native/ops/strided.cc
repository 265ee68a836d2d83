#include "ops/strided.h"

namespace ge::ops {

Value TakeView(const Value& source, const ir::Shape& shape, const StridedView& view) {
  if (source.empty()) return {};  // the other dimensions may be of any size
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  int64_t first = 0;
  for (const StridedView::Dim& dim : view.dims) first += dim.start * strides[dim.source_dim];
  std::vector<int64_t> at{first};
  for (const StridedView::Dim& dim : view.dims) {
    std::vector<int64_t> next;
    next.reserve(at.size() * static_cast<size_t>(dim.count));
    for (const int64_t from : at) {
      for (int64_t i = 0; i < dim.count; ++i) next.push_back(from + i * dim.step * strides[dim.source_dim]);
    }
    at = std::move(next);
  }
  Value taken;
  taken.reserve(at.size());
  for (const int64_t i : at) taken.push_back(source[static_cast<size_t>(i)]);
  return taken;
}

}  // namespace ge::ops
