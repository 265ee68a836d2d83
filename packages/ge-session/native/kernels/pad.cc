#include <algorithm>

#include "compute/parallel.h"
#include "kernels/attr.h"
#include "kernels/integers.h"
#include "kernels/move.h"
#include "kernels/refuse.h"
#include "kernels/view.h"

namespace ge::cpu::kernels {

namespace {

enum class PadMode { kConstant, kReflect, kSymmetric, kEdge };

base::Result<PadMode> ModeOf(const RunContext& c) {
  GE_ASSIGN_OR_RETURN(const std::string name, AttrOf<std::string>(c, "mode"));
  if (name == "constant") return PadMode::kConstant;
  if (name == "reflect" || name == "REFLECT") return PadMode::kReflect;
  if (name == "symmetric" || name == "SYMMETRIC") return PadMode::kSymmetric;
  if (name == "edge") return PadMode::kEdge;
  return Refuse(c, "mode must be constant, reflect, symmetric or edge, given \"", name, "\"");
}

// Where position `at` of an axis, counted from the first element of x, is read; -1: the constant.
int64_t SourceOf(PadMode mode, int64_t at, int64_t dim) {
  if (at >= 0 && at < dim) return at;
  if (mode == PadMode::kConstant || dim == 0) return -1;
  if (mode == PadMode::kEdge) return at < 0 ? 0 : dim - 1;
  // A mirror repeats with this period; the edge itself is there once (reflect) or twice (symmetric).
  const int64_t twice = mode == PadMode::kSymmetric ? 1 : 0;
  const int64_t period = std::max<int64_t>(2 * dim - 2 + 2 * twice, 1);
  const int64_t within = (at % period + period) % period;
  return within < dim ? within : period - within - twice;
}

// For each position of each axis of the result, the position in x.
using Sources = std::vector<std::vector<int64_t>>;

template <typename Word>
void PadRow(const std::vector<int64_t>& sources, const Word* x, Word constant, Word* y) {
  for (size_t i = 0; i < sources.size();) {
    // A run of neighbours is moved at once.
    size_t length = 1;
    if (sources[i] >= 0) {
      while (i + length < sources.size() && sources[i + length] == sources[i] + static_cast<int64_t>(length))
        ++length;
      std::copy_n(x + sources[i], length, y + i);
    } else {
      y[i] = constant;
    }
    i += length;
  }
}

template <typename Word>
void PadElements(const Sources& sources, const std::vector<int64_t>& strides, const Word* x, Word constant,
                 Word* y) {
  const std::vector<int64_t>& row = sources.back();
  const auto width = static_cast<int64_t>(row.size());
  int64_t rows = 1;
  for (size_t i = 0; i + 1 < sources.size(); ++i) rows *= static_cast<int64_t>(sources[i].size());
  ParallelFor(rows, 16384 / std::max<int64_t>(width, 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t offset = 0;
      bool inside = true;
      int64_t left = i;
      for (size_t axis = sources.size() - 1; axis-- > 0;) {
        const auto dim = static_cast<int64_t>(sources[axis].size());
        const int64_t source = sources[axis][static_cast<size_t>(left % dim)];
        left /= dim;
        inside = inside && source >= 0;
        offset += source * strides[axis];
      }
      if (inside) {
        PadRow(row, x + offset, constant, y + i * width);
      } else {
        std::fill_n(y + i * width, width, constant);
      }
    }
  });
}

// `begins` and `ends` are added to each axis; negative ones take away.
base::Status PadBy(RunContext& c, PadMode mode, const std::vector<int64_t>& begins,
                   const std::vector<int64_t>& ends, const ir::Tensor* constant) {
  const ir::Tensor& x = c.Input(0);
  ir::Tensor& y = c.Output(0);
  const ir::Shape& shape = x.desc.shape;
  Sources sources(std::max<size_t>(shape.size(), 1), std::vector<int64_t>{0});
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    const int64_t dim = shape[axis] + begins[axis] + ends[axis];
    if (axis >= y.desc.shape.size() || y.desc.shape[axis] != dim) {
      return Refuse(c, "paddings give dimension ", axis, " a size of ", dim, ", the result has shape ",
                    y.desc.shape);
    }
    sources[axis].clear();
    for (int64_t i = 0; i < dim; ++i) sources[axis].push_back(SourceOf(mode, i - begins[axis], shape[axis]));
  }
  if (y.desc.shape.Elements() == 0) return {};
  const std::vector<int64_t> strides = RowMajorStrides(shape);
  const bool known = VisitWord(base::DataTypeBits(x.desc.type), [&](auto word) {
    using Word = typename decltype(word)::type;
    const Word value = constant == nullptr ? Word{} : *constant->elements<Word>();
    PadElements(sources, strides, x.elements<Word>(), value, MutableElements<Word>(y));
  });
  return known ? base::Status() : RefuseType(c, 0);
}

// `paddings` holds begin and end of each axis when `paired`, else all begins, then all ends.
base::Status PadAs(RunContext& c, PadMode mode, const std::vector<int64_t>& paddings, bool paired,
                   const ir::Tensor* constant) {
  const size_t rank = c.Input(0).desc.shape.size();
  if (paddings.size() != 2 * rank) {
    return Refuse(c, "paddings must have ", 2 * rank, " elements for x of shape ", c.Input(0).desc.shape,
                  ", given ", paddings.size());
  }
  std::vector<int64_t> begins;
  std::vector<int64_t> ends;
  for (size_t i = 0; i < rank; ++i) {
    begins.push_back(paddings[paired ? 2 * i : i]);
    ends.push_back(paddings[paired ? 2 * i + 1 : rank + i]);
  }
  return PadBy(c, mode, begins, ends, constant);
}

// The value of an optional input that holds one element of x's type.
base::Result<const ir::Tensor*> ConstantOf(RunContext& c, int32_t input) {
  const ir::Tensor* constant = c.InputOrNull(input);
  if (constant == nullptr) return constant;
  if (constant->desc.type != c.Input(0).desc.type || constant->desc.shape.Elements() != 1) {
    return Refuse(c, c.node().InputName(input), " must hold one element of ", c.Input(0).desc.type,
                  ", given ", constant->desc.shape, " of ", constant->desc.type);
  }
  return constant;
}

}  // namespace

GE_KERNEL(Pad, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings, Integers(c, 1));
  return PadAs(c, PadMode::kConstant, paddings, true, nullptr);
}

GE_KERNEL(PadD, kFixedSize) {
  using Pairs = std::vector<std::vector<int64_t>>;
  GE_ASSIGN_OR_RETURN(const Pairs pairs, AttrOf<Pairs>(c, "paddings"));
  std::vector<int64_t> paddings;
  for (const std::vector<int64_t>& pair : pairs) {
    paddings.insert(paddings.end(), pair.begin(), pair.end());
  }
  return PadAs(c, PadMode::kConstant, paddings, true, nullptr);
}

GE_KERNEL(PadV2, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings, Integers(c, 1));
  GE_ASSIGN_OR_RETURN(const ir::Tensor* constant, ConstantOf(c, 2));
  return PadAs(c, PadMode::kConstant, paddings, true, constant);
}

GE_KERNEL(PadV3, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings, Integers(c, 1));
  GE_ASSIGN_OR_RETURN(const PadMode mode, ModeOf(c));
  GE_ASSIGN_OR_RETURN(const ir::Tensor* constant, ConstantOf(c, 2));
  GE_ASSIGN_OR_RETURN(const bool paired, AttrOf<bool>(c, "paddings_contiguous"));
  return PadAs(c, mode, paddings, paired, constant);
}

GE_KERNEL(MirrorPad, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings, Integers(c, 1));
  GE_ASSIGN_OR_RETURN(const PadMode mode, ModeOf(c));
  return PadAs(c, mode, paddings, true, nullptr);
}

}  // namespace ge::cpu::kernels
