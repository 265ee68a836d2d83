#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput({"HcomAllReduce", "HcomReduce", "HcomAllToAll", "HorovodAllreduce",
                                      "HorovodBroadcast"},
                                     SameAsInput);
const ShapeRegistration kSameAsInputs({"HcomBroadcast"}, SameAsInputs);

base::Result<int64_t> RankSize(const ShapeContext& c) {
  const int64_t size = c.Attr<int64_t>("rank_size");
  if (size > 0) return size;
  return c.Error("rank_size is ", size);
}

// What every rank has, one after another in the first dimension.
base::Status Gathered(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(const int64_t ranks, RankSize(c));
  ir::Shape shape = c.InputShape(0);
  if (!shape.IsUnknownRank()) {
    if (shape.empty()) return c.Error("x is a scalar");
    shape.Set(0, MulDims(shape[0], ranks));
  }
  return c.SetOutput(0, std::move(shape), c.Input(0).type);
}
const ShapeRegistration kGathered({"HcomAllGather", "HcomGather", "HorovodAllgather"}, Gathered);

// This rank's part of the first dimension.
GE_SHAPE(HcomReduceScatter) {
  GE_ASSIGN_OR_RETURN(const int64_t ranks, RankSize(c));
  ir::Shape shape = c.InputShape(0);
  if (!shape.IsUnknownRank()) {
    if (shape.empty()) return c.Error("x is a scalar");
    if (shape[0] >= 0 && shape[0] % ranks != 0)
      return c.Error("x ", shape, " does not divide among ", ranks, " ranks");
    shape.Set(0, DivideDims(shape[0], ranks));
  }
  return c.SetOutput(0, std::move(shape), c.Input(0).type);
}

// As many elements as the counts say, which may be known only when the graph runs.
base::Status Counted(ShapeContext& c, int32_t counts) {
  int64_t total = 0;
  const std::optional<Dims> known = c.KnownInts(counts);
  for (const int64_t count : known.value_or(Dims{ir::kUnknownDim})) total = AddDims(total, count);
  return c.SetOutput(0, {total}, c.Input(0).type);
}
GE_SHAPE(HcomAllToAllV) { return Counted(c, 3); }

// The same where x may have more dimensions, of which only the device knows how they are counted.
base::Status CountedVector(ShapeContext& c, int32_t counts) {
  if (c.InputShape(0).size() == 1 && !c.InputShape(0).IsUnknownRank()) return Counted(c, counts);
  return c.SetOutput(0, ir::Shape::UnknownRank(), c.Input(0).type);
}
GE_SHAPE(HcomAllGatherV) { return CountedVector(c, 2); }
GE_SHAPE(HcomReduceScatterV) { return CountedVector(c, 1); }

// A row of the matrix says what one rank sends to each, a column what one rank gets.
GE_SHAPE(HcomAllToAllVC) {
  const std::optional<Dims> matrix = c.KnownInts(1);
  const ir::Shape& ranks = c.InputShape(1);
  const int64_t rank = c.Attr<int64_t>("rank");
  if (!matrix || ranks.size() != 2) return c.SetOutput(0, {ir::kUnknownDim}, c.Input(0).type);
  if (rank < 0 || rank >= ranks[1]) return c.Error("rank is ", rank, ", send_count_matrix is ", ranks);
  int64_t total = 0;
  for (auto at = static_cast<size_t>(rank); at < matrix->size(); at += static_cast<size_t>(ranks[1])) {
    total = AddDims(total, (*matrix)[at]);
  }
  return c.SetOutput(0, {total}, c.Input(0).type);
}

GE_SHAPE(HcomReceive) {
  return c.SetOutput(0, ir::Shape(c.IntsAttr("shape")), c.Attr<base::DataType>("dtype"));
}

}  // namespace
}  // namespace ge::ops
