#include "ops/dims.h"

namespace ge::ops {
namespace {

base::Status SetPadded(ShapeContext& c, ir::Shape shape) {
  return c.SetOutput(0, std::move(shape), c.Input(0).type);
}

// Elements put before and behind each dimension; -1 in the list of dimensions where that is not known.
// `contiguous`: begin and end of one dimension stand together, else all begins stand before all ends.
base::Status Padded(ShapeContext& c, const IntList& paddings, bool contiguous) {
  const ir::Shape& x = c.InputShape(0);
  if (x.IsUnknownRank()) return SetPadded(c, paddings.size() % 2 == 0 ? UnknownDims(paddings.size() / 2) : x);
  const size_t rank = x.size();
  if (paddings.size() != 2 * rank) {
    return c.Error("has ", paddings.size(), " paddings for the ", rank, " dimensions of x ", x);
  }
  Dims dims(rank, ir::kUnknownDim);
  for (size_t i = 0; i < rank; ++i) {
    const size_t begin = contiguous ? 2 * i : i;
    const size_t end = contiguous ? 2 * i + 1 : i + rank;
    if (!paddings.Knows(begin) || !paddings.Knows(end)) continue;
    // Negative paddings cut elements off.
    int64_t extra = 0;
    int64_t total = 0;
    const bool too_big = __builtin_add_overflow(paddings[begin], paddings[end], &extra) ||
                         __builtin_add_overflow(std::max<int64_t>(x[i], 0), extra, &total);
    if (x[i] < 0 && !too_big) {
      dims[i] =
          extra >= 0 ? AddDims(x[i], extra) : MapDim(x[i], [extra](int64_t dim) { return dim + extra; });
      continue;
    }
    if (too_big || total < 0) {
      return c.Error("paddings ", paddings[begin], " and ", paddings[end], " do not fit dimension ", i,
                     " of x ", x);
    }
    dims[i] = total;
  }
  return SetPadded(c, ir::Shape(dims));
}

base::Status PaddedByInput(ShapeContext& c, bool contiguous) {
  const std::optional<IntList> paddings = IntsOrUnknown(c, 1);
  if (paddings) return Padded(c, *paddings, contiguous);
  const ir::Shape& x = c.InputShape(0);
  return SetPadded(c, x.IsUnknownRank() ? x : UnknownDims(x.size()));
}

base::Status PaddedInPairs(ShapeContext& c) { return PaddedByInput(c, true); }
const ShapeRegistration kInPairs({"Pad", "PadV2", "MirrorPad"}, PaddedInPairs);
GE_SHAPE(PadV3) { return PaddedByInput(c, c.Attr<bool>("paddings_contiguous")); }

base::Status PaddedByAttr(ShapeContext& c) {
  Dims paddings;
  for (const Dims& pair : c.Attr<std::vector<Dims>>("paddings")) {
    paddings.insert(paddings.end(), pair.begin(), pair.end());
  }
  const bool separate = c.node().type() == base::Name("PadV3D") && !c.Attr<bool>("paddings_contiguous");
  return Padded(c, IntList(paddings), !separate);
}
const ShapeRegistration kByAttr({"PadD", "PadV2D", "PadV3D"}, PaddedByAttr);

}  // namespace
}  // namespace ge::ops
