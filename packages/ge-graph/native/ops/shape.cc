#include <algorithm>

#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput({"Identity", "TensorMove", "TensorRedirect", "StopGradient",
                                      "PreventGradient", "CheckNumerics", "InternalDataMove", "PrintV3",
                                      "ViewCopy"},
                                     SameAsInput);
const ShapeRegistration kSameAsInputs({"IdentityN"}, SameAsInputs);

// --- what a tensor's shape is

int64_t RankDim(const ir::Shape& shape) {
  return shape.IsUnknownRank() ? ir::kUnknownDim : static_cast<int64_t>(shape.size());
}

base::Status ShapeOfEach(ShapeContext& c) {
  GE_RETURN_IF_ERROR(CheckPaired(c));
  GE_ASSIGN_OR_RETURN(const base::DataType type, TypeAttr(c, "dtype"));
  for (int32_t i = 0; i < c.output_count(); ++i) {
    GE_RETURN_IF_ERROR(c.SetOutput(i, {RankDim(c.InputShape(i))}, type));
  }
  return {};
}
const ShapeRegistration kShape({"Shape", "ShapeN"}, ShapeOfEach);

GE_SHAPE(Size) {
  GE_ASSIGN_OR_RETURN(const base::DataType type, TypeAttr(c, "dtype"));
  return c.SetOutput(0, ir::Shape(), type);
}

GE_SHAPE(Rank) { return c.SetOutput(0, ir::Shape(), base::DataType::kInt32); }

void DimsOfEach(ValueContext& c) {
  for (int32_t i = 0; i < c.output_count(); ++i) {
    const ir::Shape& shape = c.Input(i).shape;
    if (shape.IsUnknownRank()) continue;
    Value value;
    for (size_t k = 0; k < shape.size(); ++k) {
      value.push_back(Element::Dim(shape[k], shape[k] < 0 ? DimOrigin{c.InputNumber(i), k} : DimOrigin()));
    }
    c.Set(i, std::move(value));
  }
}
const ValueRegistration kDims({"Shape", "ShapeN"}, DimsOfEach);

GE_VALUE(Size) { c.Set(0, {Element::Dim(CountDim(c.Input(0).shape))}); }

GE_VALUE(Rank) {
  const ir::Shape& shape = c.Input(0).shape;
  if (!shape.IsUnknownRank()) c.Set(0, {Element::Int(static_cast<int64_t>(shape.size()))});
}

// --- the same elements in another shape

void SameElements(ValueContext& c) {
  if (c.InputValue(0) != nullptr) c.Set(0, *c.InputValue(0));
}
const ValueRegistration kSameElements({"Identity", "TensorMove", "StopGradient", "Reshape", "Squeeze",
                                       "SqueezeV2", "SqueezeV3", "Unsqueeze", "UnsqueezeV2", "UnsqueezeV3",
                                       "ExpandDims", "Flatten", "FlattenV2"},
                                      SameElements);

base::Status Reshaped(ShapeContext& c, ir::Shape shape) {
  return c.SetOutput(0, std::move(shape), c.Input(0).type);
}

// What Reshape was asked for, piece by piece. Dimensions copied from the input cancel out of the count of
// elements, which is how a -1 is found though the batch is not known.
struct Wanted {
  Dims dims;
  std::vector<std::optional<size_t>> copied;  // the dimension of the input that it is
  std::optional<size_t> computed;             // the place of the -1
  size_t unknown = 0;                         // places that are not known yet, apart from copied ones
  size_t last_unknown = 0;
};

// The dimension of x, the node's input, whose length was read to ask for dimension i.
std::optional<size_t> ReadFrom(const ShapeContext& c, const IntList& asked, size_t i, const ir::Shape& x) {
  const DimOrigin origin = asked.Origin(i);
  const bool own = origin.tensor != 0 && origin.tensor == c.InputNumber(0) && x == c.InputShape(0);
  return own && origin.dim < x.size() ? std::optional(origin.dim) : std::nullopt;
}

base::Result<Wanted> ReadWanted(const ShapeContext& c, const IntList& asked, const ir::Shape& x) {
  const bool zero_copies = c.Attr<int64_t>("allowzero") == 0;
  Wanted wanted;
  wanted.dims.resize(asked.size());
  wanted.copied.resize(asked.size());
  for (size_t i = 0; i < asked.size(); ++i) {
    wanted.dims[i] = asked.Dim(i);
    if (const std::optional<size_t> from = ReadFrom(c, asked, i, x)) {
      wanted.copied[i] = from;
    } else if (!asked.Knows(i)) {
      ++wanted.unknown;
      wanted.last_unknown = i;
      // It may turn out to be a 0 that copies.
      const bool may_copy = zero_copies && ir::RangeOf(wanted.dims[i]).min == 0;
      const bool copies_more = may_copy && (x.IsUnknownRank() || i < x.size());
      if (copies_more) wanted.dims[i] = JoinDims(wanted.dims[i], x.IsUnknownRank() ? ir::kUnknownDim : x[i]);
    } else if (asked[i] == -1) {
      if (wanted.computed) return c.Error("shape has more than one -1");
      wanted.computed = i;
    } else if (asked[i] < 0) {
      return c.Error("shape asks for a dimension of ", asked[i]);
    } else if (asked[i] == 0 && zero_copies) {
      if (!x.IsUnknownRank() && i >= x.size()) {
        return c.Error("shape copies dimension ", i, ", but x is ", x);
      }
      wanted.dims[i] = x.IsUnknownRank() ? ir::kUnknownDim : x[i];
      wanted.copied[i] = i;
    }
  }
  return wanted;
}

// Elements of the input and of the wanted shape, copied dimensions left out of both; -1 when not known.
std::pair<int64_t, int64_t> CountRest(const Wanted& wanted, const ir::Shape& x) {
  int64_t input = x.IsUnknownRank() ? ir::kUnknownDim : 1;  // or its range
  for (size_t i = 0; !x.IsUnknownRank() && i < x.size(); ++i) {
    const auto copy = std::find(wanted.copied.begin(), wanted.copied.end(), std::optional(i));
    if (copy == wanted.copied.end()) input = MulDims(input, x[i]);
  }
  int64_t output = 1;
  for (size_t i = 0; i < wanted.dims.size(); ++i) {
    if (!wanted.copied[i] && wanted.dims[i] >= 0) output = MulDims(output, wanted.dims[i]);
  }
  return {input, output};
}

base::Result<Dims> Solve(const ShapeContext& c, Wanted wanted, const ir::Shape& x) {
  const auto [input, output] = CountRest(wanted, x);
  const size_t open = wanted.unknown + (wanted.computed ? 1 : 0);
  if (output < 0 || open > 1) return wanted.dims;
  if (open == 0) {
    if (!Differ(input, output)) return wanted.dims;
    return c.Error("the elements of x ", x, " do not fill shape ", ir::Shape(wanted.dims));
  }
  const size_t place = wanted.computed ? *wanted.computed : wanted.last_unknown;
  if (output == 0) {
    if (input >= 0) wanted.dims[place] = wanted.computed ? 0 : ir::kUnknownDim;
    return wanted.dims;
  }
  if (input < 0) {
    const int64_t parts = DivideDims(input, output);
    const bool meets = wanted.computed || !Differ(parts, wanted.dims[place]);
    wanted.dims[place] = wanted.computed ? parts
                         : meets         ? MeetDims(parts, wanted.dims[place])
                                         : ir::kUnknownDim;
    return wanted.dims;
  }
  if (input % output != 0) {
    return c.Error("the elements of x ", x, " do not fill shape ", ir::Shape(wanted.dims));
  }
  wanted.dims[place] = input / output;
  return wanted.dims;
}

// `axis` and `num_axes` say which dimensions of x the shape stands for; all of them unless set.
GE_SHAPE(Reshape) {
  const ir::Shape& x = c.InputShape(0);
  const int64_t first = c.Attr<int64_t>("axis");
  const int64_t count = c.Attr<int64_t>("num_axes");
  const std::optional<IntList> asked = IntsOrUnknown(c, 1);
  if (!asked) return Reshaped(c, ir::Shape::UnknownRank());
  if (first == 0 && count == -1) {
    GE_ASSIGN_OR_RETURN(Wanted wanted, ReadWanted(c, *asked, x));
    GE_ASSIGN_OR_RETURN(const Dims dims, Solve(c, std::move(wanted), x));
    return Reshaped(c, ir::Shape(dims));
  }
  if (x.IsUnknownRank()) return Reshaped(c, ir::Shape::UnknownRank());
  const auto rank = static_cast<int64_t>(x.size());
  const int64_t begin = first < 0 ? first + rank + 1 : first;
  const bool inside = begin >= 0 && begin <= rank && count <= rank - begin;
  if (!inside) return c.Error("axis ", first, " and num_axes ", count, " do not lie in x ", x);
  const int64_t end = count < 0 ? rank : begin + count;
  const ir::Shape part(x.begin() + begin, static_cast<size_t>(end - begin));
  GE_ASSIGN_OR_RETURN(Wanted wanted, ReadWanted(c, *asked, part));
  GE_ASSIGN_OR_RETURN(const Dims middle, Solve(c, std::move(wanted), part));
  Dims dims(x.begin(), x.begin() + begin);
  dims.insert(dims.end(), middle.begin(), middle.end());
  dims.insert(dims.end(), x.begin() + end, x.end());
  return Reshaped(c, ir::Shape(dims));
}

// --- dimensions of 1 put in and taken out

base::Status PutIn(ShapeContext& c, const Dims& axes) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return Reshaped(c, x);
  GE_ASSIGN_OR_RETURN(const std::vector<bool> inserted, MarkAxes(c, axes, x.size() + axes.size()));
  Dims dims(inserted.size(), 1);
  size_t next = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (!inserted[i]) dims[i] = x[next++];
  }
  return Reshaped(c, ir::Shape(dims));
}

// As many more dimensions as there are axes.
base::Status PutInAtInput(ShapeContext& c) {
  const std::optional<Dims> axes = c.KnownInts(1);
  if (axes) return PutIn(c, *axes);
  const std::optional<IntList> unknown = IntsOrUnknown(c, 1);
  if (!unknown || c.InputShape(0).IsUnknownRank()) return Reshaped(c, ir::Shape::UnknownRank());
  return Reshaped(c, UnknownDims(c.InputShape(0).size() + unknown->size()));
}

GE_SHAPE(Unsqueeze) { return PutIn(c, c.IntsAttr("axes")); }
GE_SHAPE(UnsqueezeV2) { return PutIn(c, c.IntsAttr("axis")); }
const ShapeRegistration kPutIn({"UnsqueezeV3", "ExpandDims"}, PutInAtInput);

base::Status TakeOut(ShapeContext& c, const Dims& axes) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return Reshaped(c, x);
  GE_ASSIGN_OR_RETURN(const std::vector<bool> out, MarkAxes(c, axes, x.size()));
  Dims dims;
  for (size_t i = 0; i < x.size(); ++i) {
    if (out[i] && x[i] != 1 && x[i] >= 0) return c.Error("dimension ", i, " of x ", x, " is not 1");
    if (!out[i]) dims.push_back(x[i]);
  }
  return Reshaped(c, ir::Shape(dims));
}

// Without axes every dimension of 1 goes; which these are must be known.
base::Status TakeOutAll(ShapeContext& c) {
  const ir::Shape& x = c.InputShape(0);
  Dims dims;
  for (const int64_t dim : x) {
    if (dim < 0) return Reshaped(c, ir::Shape::UnknownRank());
    if (dim != 1) dims.push_back(dim);
  }
  return Reshaped(c, ir::Shape(dims));
}

base::Status TakeOutAtAttr(ShapeContext& c) {
  const Dims& axes = c.IntsAttr("axis");
  return axes.empty() ? TakeOutAll(c) : TakeOut(c, axes);
}
const ShapeRegistration kTakeOut({"Squeeze", "SqueezeV2"}, TakeOutAtAttr);

GE_SHAPE(SqueezeV3) {
  if (!c.HasInput(1)) return TakeOutAll(c);
  const std::optional<Dims> axes = c.KnownInts(1);
  if (axes) return axes->empty() ? TakeOutAll(c) : TakeOut(c, *axes);
  const std::optional<IntList> unknown = IntsOrUnknown(c, 1);
  const ir::Shape& x = c.InputShape(0);
  const bool counted = unknown && unknown->size() > 0 && !x.IsUnknownRank() && x.size() >= unknown->size();
  return Reshaped(c, counted ? UnknownDims(x.size() - unknown->size()) : ir::Shape::UnknownRank());
}

// --- flattening

int64_t Product(const ir::Shape& shape, size_t begin, size_t end) {
  int64_t product = 1;
  for (size_t i = begin; i < end; ++i) product = MulDims(product, shape[i]);
  return product;
}

// Into a matrix: what stands before the axis, and the rest.
GE_SHAPE(Flatten) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return Reshaped(c, UnknownDims(2));
  const auto rank = static_cast<int64_t>(x.size());
  const int64_t given = c.Attr<int64_t>("axis");
  const int64_t axis = given < 0 ? given + rank : given;
  if (rank == 0 && given >= 0 && given <= 1) return Reshaped(c, {1, 1});
  if (axis < 0 || axis > rank) return c.Error("axis ", given, " does not lie in x ", x);
  const auto cut = static_cast<size_t>(axis);
  return Reshaped(c, {Product(x, 0, cut), Product(x, cut, x.size())});
}

// The dimensions from `axis` to `end_axis` become one.
GE_SHAPE(FlattenV2) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return Reshaped(c, x);
  if (x.empty()) return Reshaped(c, {1});
  GE_ASSIGN_OR_RETURN(const size_t first, AxisOf(c, c.Attr<int64_t>("axis"), x.size()));
  GE_ASSIGN_OR_RETURN(const size_t last, AxisOf(c, c.Attr<int64_t>("end_axis"), x.size()));
  if (first > last) return c.Error("axis ", first, " lies behind end_axis ", last);
  Dims dims(x.begin(), x.begin() + first);
  dims.push_back(Product(x, first, last + 1));
  dims.insert(dims.end(), x.begin() + last + 1, x.end());
  return Reshaped(c, ir::Shape(dims));
}

// --- shapes that are asked for

GE_SHAPE(Empty) {
  GE_ASSIGN_OR_RETURN(const base::DataType type, TypeAttr(c, "dtype"));
  GE_ASSIGN_OR_RETURN(ir::Shape shape, ShapeFromInput(c, 0));
  return c.SetOutput(0, std::move(shape), type);
}

GE_SHAPE(EnsureShape) { return Reshaped(c, ir::Shape(c.IntsAttr("shape"))); }

}  // namespace
}  // namespace ge::ops
