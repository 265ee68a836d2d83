#include "ops/broadcast.h"
#include "ops/dims.h"
#include "ops/strided.h"

namespace ge::ops {
namespace {

// The inputs of the prototype's dynamic input.
ir::PortRange Pieces(const ShapeContext& c) {
  for (size_t i = 0; i < c.node().schema().inputs.size(); ++i) {
    if (c.node().schema().inputs[i].kind == ir::InputKind::kDynamic) return c.node().InputRange(i);
  }
  return {};
}

base::Status CheckPieces(const ShapeContext& c, ir::PortRange pieces) {
  if (pieces.count == 0) return c.Error("has no inputs to join");
  const base::DataType type = c.Input(pieces.first).type;
  for (int32_t i = pieces.first + 1; i < pieces.first + pieces.count; ++i) {
    if (c.Input(i).type == type) continue;
    return c.Error("data types differ: ", c.InputName(pieces.first), " is ", type, ", ", c.InputName(i),
                   " is ", c.Input(i).type);
  }
  return {};
}

base::Status PiecesDiffer(const ShapeContext& c, int32_t first, int32_t i) {
  return c.Error("shapes do not join: ", c.InputName(first), " is ", c.InputShape(first), ", ",
                 c.InputName(i), " is ", c.InputShape(i));
}

// Takes over what the other shape knows; false when the two contradict each other apart from `axis`.
bool Merge(Dims& dims, const ir::Shape& other, std::optional<size_t> axis) {
  if (other.size() != dims.size()) return false;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (axis && i == *axis) continue;
    if (Differ(dims[i], other[i])) return false;
    dims[i] = MeetDims(dims[i], other[i]);
  }
  return true;
}

// The first input of known rank, -1 when there is none.
int32_t FirstRanked(const ShapeContext& c, ir::PortRange pieces) {
  for (int32_t i = pieces.first; i < pieces.first + pieces.count; ++i) {
    if (!c.InputShape(i).IsUnknownRank()) return i;
  }
  return -1;
}

base::Status Join(ShapeContext& c, std::optional<int64_t> given_axis) {
  const ir::PortRange pieces = Pieces(c);
  GE_RETURN_IF_ERROR(CheckPieces(c, pieces));
  const base::DataType type = c.Input(pieces.first).type;
  const int32_t first = FirstRanked(c, pieces);
  if (first < 0) return c.SetOutput(0, ir::Shape::UnknownRank(), type);
  Dims dims = c.InputShape(first).dims();
  if (!given_axis) return c.SetOutput(0, UnknownDims(dims.size()), type);
  GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, *given_axis, dims.size()));
  int64_t length = 0;
  for (int32_t i = pieces.first; i < pieces.first + pieces.count; ++i) {
    const ir::Shape& piece = c.InputShape(i);
    if (piece.IsUnknownRank()) {
      length = AddDims(length, ir::kUnknownDim);
      continue;
    }
    if (!Merge(dims, piece, axis)) return PiecesDiffer(c, first, i);
    length = AddDims(length, piece[axis]);
  }
  dims[axis] = length;
  return c.SetOutput(0, ir::Shape(dims), type);
}

base::Status JoinAtAttr(ShapeContext& c) { return Join(c, c.Attr<int64_t>("concat_dim")); }
const ShapeRegistration kJoinAtAttr({"ConcatD", "ConcatV2D"}, JoinAtAttr);
GE_SHAPE(Concat) { return Join(c, c.KnownInt(0)); }
GE_SHAPE(ConcatV2) { return Join(c, c.KnownInt(c.input_count() - 1)); }

// Pieces of one shape in a grid, along several axes at once.
GE_SHAPE(PhonyConcat) {
  const Dims& axes = c.IntsAttr("concat_dim");
  const Dims& counts = c.IntsAttr("N");
  if (axes.size() == 1) return Join(c, axes[0]);
  if (axes.size() != counts.size()) return c.Error("has ", axes.size(), " axes, but N for ", counts.size());
  ir::Shape shape = c.InputShape(0);
  for (int32_t i = 1; i < c.input_count(); ++i) {
    if (c.InputShape(i).IsUnknownRank()) continue;
    if (shape.IsUnknownRank()) shape = c.InputShape(i);
    Dims dims = shape.dims();
    if (!Merge(dims, c.InputShape(i), std::nullopt)) return PiecesDiffer(c, 0, i);
    shape = ir::Shape(dims);
  }
  for (size_t i = 0; i < axes.size() && !shape.IsUnknownRank(); ++i) {
    GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, axes[i], shape.size()));
    shape.Set(axis, MulDims(shape[axis], counts[i]));
  }
  return c.SetOutput(0, std::move(shape), c.Input(0).type);
}

GE_SHAPE(Pack) {
  const ir::PortRange pieces = Pieces(c);
  GE_RETURN_IF_ERROR(CheckPieces(c, pieces));
  const base::DataType type = c.Input(pieces.first).type;
  const int32_t first = FirstRanked(c, pieces);
  if (first < 0) return c.SetOutput(0, ir::Shape::UnknownRank(), type);
  Dims dims = c.InputShape(first).dims();
  for (int32_t i = pieces.first; i < pieces.first + pieces.count; ++i) {
    const ir::Shape& piece = c.InputShape(i);
    if (!piece.IsUnknownRank() && !Merge(dims, piece, std::nullopt)) return PiecesDiffer(c, first, i);
  }
  GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, c.Attr<int64_t>("axis"), dims.size() + 1));
  dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), pieces.count);
  return c.SetOutput(0, ir::Shape(dims), type);
}

// --- taking apart: `x` is the port of what is split

base::Status SetAll(ShapeContext& c, const ir::Shape& shape, base::DataType type) {
  for (int32_t i = 0; i < c.output_count(); ++i) GE_RETURN_IF_ERROR(c.SetOutput(i, shape, type));
  return {};
}

base::Status UnknownParts(ShapeContext& c, int32_t x) {
  const ir::Shape& shape = c.InputShape(x);
  return SetAll(c, shape.IsUnknownRank() ? shape : UnknownDims(shape.size()), c.Input(x).type);
}

// Equal pieces in a grid, along several axes at once.
GE_SHAPE(PhonySplit) {
  const Dims& axes = c.IntsAttr("split_dim");
  const Dims& counts = c.IntsAttr("num_split");
  if (axes.size() != counts.size())
    return c.Error("has ", axes.size(), " axes, but num_split for ", counts.size());
  ir::Shape shape = c.InputShape(0);
  for (size_t i = 0; i < axes.size() && !shape.IsUnknownRank(); ++i) {
    GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, axes[i], shape.size()));
    if (counts[i] < 1 || (shape[axis] >= 0 && shape[axis] % counts[i] != 0)) {
      return c.Error("dimension ", axis, " of x ", c.InputShape(0), " does not split into ", counts[i],
                     " equal parts");
    }
    shape.Set(axis, DivideDims(shape[axis], counts[i]));
  }
  return SetAll(c, shape, c.Input(0).type);
}

base::Status SplitEvenly(ShapeContext& c, int32_t x, std::optional<int64_t> given_axis) {
  ir::Shape shape = c.InputShape(x);
  if (!given_axis || shape.IsUnknownRank()) return UnknownParts(c, x);
  GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, *given_axis, shape.size()));
  const int64_t parts = c.output_count();
  if (parts != c.Attr<int64_t>("num_split")) {
    return c.Error("num_split is ", c.Attr<int64_t>("num_split"), ", but there are ", parts, " outputs");
  }
  if (shape[axis] % parts != 0 && shape[axis] >= 0) {
    return c.Error("dimension ", axis, " of x ", shape, " does not split into ", parts, " equal parts");
  }
  shape.Set(axis, DivideDims(shape[axis], parts));
  return SetAll(c, shape, c.Input(x).type);
}

GE_SHAPE(Split) { return SplitEvenly(c, 1, c.KnownInt(0)); }
GE_SHAPE(SplitD) { return SplitEvenly(c, 0, c.Attr<int64_t>("split_dim")); }

// One size may be -1: what the others leave.
base::Result<Dims> PartSizes(const ShapeContext& c, const IntList& sizes, int64_t whole) {
  Dims parts(sizes.size(), ir::kUnknownDim);
  std::optional<size_t> rest;
  int64_t sum = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (sizes.Knows(i) && sizes[i] == -1) {
      if (rest) return c.Error("size_splits has more than one -1");
      rest = i;
      continue;
    }
    parts[i] = sizes.Dim(i);
    if (sizes.Knows(i) && parts[i] < 0) return c.Error("size_splits asks for a part of ", parts[i]);
    sum = AddDims(sum, parts[i]);
  }
  if (rest) parts[*rest] = UpToDim(whole);
  if (sum < 0) return parts;
  if (whole < 0) {
    if (rest) parts[*rest] = MapDim(whole, [sum](int64_t dim) { return dim - sum; });
    return parts;
  }
  if (sum > whole || (!rest && sum != whole)) {
    return c.Error("size_splits adds up to ", sum, ", the dimension is ", whole);
  }
  if (rest) parts[*rest] = whole - sum;
  return parts;
}

base::Status SplitBySize(ShapeContext& c, const std::optional<IntList>& sizes,
                         std::optional<int64_t> given_axis) {
  ir::Shape shape = c.InputShape(0);
  if (!given_axis || shape.IsUnknownRank() || !sizes) return UnknownParts(c, 0);
  GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, *given_axis, shape.size()));
  if (static_cast<int32_t>(sizes->size()) != c.output_count()) {
    return c.Error("size_splits has ", sizes->size(), " entries, but there are ", c.output_count(),
                   " outputs");
  }
  GE_ASSIGN_OR_RETURN(const Dims parts, PartSizes(c, *sizes, shape[axis]));
  for (size_t i = 0; i < parts.size(); ++i) {
    shape.Set(axis, parts[i]);
    GE_RETURN_IF_ERROR(c.SetOutput(static_cast<int32_t>(i), shape, c.Input(0).type));
  }
  return {};
}

GE_SHAPE(SplitV) { return SplitBySize(c, IntsOrUnknown(c, 1), c.KnownInt(2)); }
GE_SHAPE(SplitVD) { return SplitBySize(c, IntList(c.IntsAttr("size_splits")), c.Attr<int64_t>("split_dim")); }

GE_SHAPE(Unpack) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return SetAll(c, x, c.Input(0).type);
  GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, c.Attr<int64_t>("axis"), x.size()));
  if (x[axis] >= 0 && x[axis] != c.output_count()) {
    return c.Error("dimension ", axis, " of x ", x, " does not unpack into ", c.output_count(), " outputs");
  }
  Dims dims = x.dims();
  dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
  return SetAll(c, ir::Shape(dims), c.Input(0).type);
}

// --- values: shapes are vectors and single numbers

// Inputs `first` up to `last`, one after another; inputs of which nothing is known give unknown elements.
void JoinVectors(ValueContext& c, int32_t first, int32_t last) {
  const int64_t count = c.OutputElements(0);
  if (count < 0 || c.Output(0).shape.size() != 1) return;
  Value joined;
  for (int32_t i = first; i < last; ++i) {
    const int64_t elements = c.Input(i).shape.Elements();
    if (elements < 0) return;
    const Value* piece = c.InputValue(i);
    if (piece != nullptr) {
      joined.insert(joined.end(), piece->begin(), piece->end());
    } else {
      joined.resize(joined.size() + static_cast<size_t>(elements));
    }
  }
  c.Set(0, std::move(joined));
}

void JoinAll(ValueContext& c) { JoinVectors(c, 0, c.input_count()); }
const ValueRegistration kJoinAll({"ConcatD", "ConcatV2D", "Pack"}, JoinAll);
GE_VALUE(Concat) { JoinVectors(c, 1, c.input_count()); }
GE_VALUE(ConcatV2) { JoinVectors(c, 0, c.input_count() - 1); }

// The parts of a vector, in order.
void SplitVector(ValueContext& c, int32_t x) {
  if (c.InputValue(x) == nullptr || c.Input(x).shape.size() != 1) return;
  const Value& whole = *c.InputValue(x);
  size_t next = 0;
  for (int32_t i = 0; i < c.output_count(); ++i) {
    const int64_t count = c.OutputElements(i);
    if (count < 0 || next + static_cast<size_t>(count) > whole.size()) return;
    const auto begin = whole.begin() + static_cast<std::ptrdiff_t>(next);
    c.Set(i, Value(begin, begin + count));
    next += static_cast<size_t>(count);
  }
}
GE_VALUE(Split) { SplitVector(c, 1); }
void SplitFirst(ValueContext& c) { SplitVector(c, 0); }
const ValueRegistration kSplitFirst({"SplitD", "SplitV", "SplitVD", "Unpack"}, SplitFirst);

}  // namespace
}  // namespace ge::ops
