#include "kernels/view.h"

#include <algorithm>

#include "compute/parallel.h"
#include "kernels/move.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

constexpr int64_t kGrain = 16384;  // elements that a thread should get at least
constexpr int64_t kTile = 16;      // edge of the squares in which two dimensions are exchanged

// The same elements with as few dimensions as possible, at least one.
View Collapsed(const View& view) {
  View collapsed;
  collapsed.offset = view.offset;
  for (size_t i = 0; i < view.dims.size(); ++i) {
    if (view.dims[i] == 1) continue;
    if (!collapsed.dims.empty() && collapsed.strides.back() == view.strides[i] * view.dims[i]) {
      collapsed.dims.back() *= view.dims[i];
      collapsed.strides.back() = view.strides[i];
    } else {
      collapsed.Add(view.dims[i], view.strides[i]);
    }
  }
  if (collapsed.dims.empty()) collapsed.Add(1, 1);
  return collapsed;
}

// Loops around the innermost ones: where iteration `i` starts in the source and in the result.
struct OuterLoops {
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
  std::vector<int64_t> result_strides;

  void Add(int64_t dim, int64_t stride, int64_t result_stride) {
    dims.push_back(dim);
    strides.push_back(stride);
    result_strides.push_back(result_stride);
  }
  int64_t Count() const {
    int64_t count = 1;
    for (const int64_t dim : dims) count *= dim;
    return count;
  }
  void Locate(int64_t i, int64_t* source, int64_t* result) const {
    for (size_t loop = dims.size(); loop-- > 0;) {
      const int64_t at = i % dims[loop];
      i /= dims[loop];
      *source += at * strides[loop];
      *result += at * result_strides[loop];
    }
  }
};

template <typename Word>
void CopyRow(const Word* x, int64_t stride, Word* y, int64_t count) {
  if (stride == 1) {
    std::copy_n(x, count, y);
  } else if (stride == 0) {
    std::fill_n(y, count, *x);
  } else {
    for (int64_t i = 0; i < count; ++i) y[i] = x[i * stride];
  }
}

template <typename Word>
void CopyRows(const View& view, const Word* x, Word* y) {
  const int64_t inner = view.dims.back();
  OuterLoops outer;
  int64_t elements = inner;
  for (size_t i = view.dims.size() - 1; i-- > 0;) {
    outer.dims.insert(outer.dims.begin(), view.dims[i]);
    outer.strides.insert(outer.strides.begin(), view.strides[i]);
    outer.result_strides.insert(outer.result_strides.begin(), elements);
    elements *= view.dims[i];
  }
  if (outer.dims.empty()) {
    ParallelFor(inner, kGrain, [&](int64_t begin, int64_t end) {
      CopyRow(x + begin * view.strides.back(), view.strides.back(), y + begin, end - begin);
    });
    return;
  }
  ParallelFor(outer.Count(), kGrain / std::max<int64_t>(inner, 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t source = 0;
      int64_t result = 0;
      outer.Locate(i, &source, &result);
      CopyRow(x + source, view.strides.back(), y + result, inner);
    }
  });
}

// Rows of the source are columns of the result; done in tiles, so that both stay in the cache.
template <typename Word>
void CopyTile(const Word* x, int64_t x_stride, Word* y, int64_t y_stride, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) y[i * y_stride + j] = x[j * x_stride + i];
  }
}

// For a view whose last dimension jumps in the source while dimension `along` walks there.
template <typename Word>
void CopyTransposed(const View& view, size_t along, const Word* x, Word* y) {
  const size_t last = view.dims.size() - 1;
  std::vector<int64_t> result_strides(view.dims.size(), 1);
  for (size_t i = last; i-- > 0;) result_strides[i] = result_strides[i + 1] * view.dims[i + 1];
  const int64_t rows = view.dims[along];
  const int64_t columns = view.dims[last];
  const int64_t bands = (rows + kTile - 1) / kTile;
  OuterLoops outer;
  for (size_t i = 0; i < last; ++i) {
    if (i != along) outer.Add(view.dims[i], view.strides[i], result_strides[i]);
  }
  outer.Add(bands, kTile, kTile * result_strides[along]);
  ParallelFor(outer.Count(), kGrain / (kTile * columns) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t source = 0;
      int64_t result = 0;
      outer.Locate(i, &source, &result);
      const int64_t height = std::min(kTile, rows - (i % bands) * kTile);
      for (int64_t column = 0; column < columns; column += kTile) {
        CopyTile(x + source + column * view.strides[last], view.strides[last], y + result + column,
                 result_strides[along], height, std::min(kTile, columns - column));
      }
    }
  });
}

template <typename Word>
void CopyElements(const View& view, const Word* x, Word* y) {
  const auto walking = std::find(view.strides.begin(), view.strides.end(), 1);
  const bool jumps = view.strides.back() != 0 && view.strides.back() != 1;
  if (jumps && walking != view.strides.end() && *(walking - view.strides.begin() + view.dims.begin()) >= 4) {
    CopyTransposed(view, static_cast<size_t>(walking - view.strides.begin()), x + view.offset, y);
  } else {
    CopyRows(view, x + view.offset, y);
  }
}

}  // namespace

std::vector<int64_t> RowMajorStrides(const ir::Shape& shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}

bool CopyView(const View& view, int32_t element_bits, const void* from, void* to) {
  const View collapsed = Collapsed(view);
  return VisitWord(element_bits, [&](auto word) {
    using Word = typename decltype(word)::type;
    CopyElements(collapsed, static_cast<const Word*>(from), static_cast<Word*>(to));
  });
}

base::Status CopyView(RunContext& c, const View& view) {
  const ir::Tensor& x = c.Input(0);
  ir::Tensor& y = c.Output(0);
  int64_t count = 1;
  for (const int64_t dim : view.dims) count *= dim;
  if (count != y.desc.shape.Elements()) {
    return Refuse(c, "the result has shape ", y.desc.shape, ", but ", count, " elements are to be written");
  }
  if (count == 0) return {};
  const int32_t bits = base::DataTypeBits(x.desc.type);
  const bool known = CopyView(view, bits, x.elements<char>(), MutableElements<char>(y));
  return known ? base::Status() : RefuseType(c, 0);
}

}  // namespace ge::cpu::kernels
