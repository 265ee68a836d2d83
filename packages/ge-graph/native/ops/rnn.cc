#include <algorithm>

#include "ops/dims.h"

namespace ge::ops {
namespace {

int64_t Either(int64_t a, int64_t b) { return a >= 0 ? a : b; }

// ONNX's layers: x [time, batch, input], w [directions, gates * hidden, input], r [directions, gates *
// hidden, hidden]; y [time, directions, batch, hidden], then the last states, one output each. `state` is the
// port of the first one.
base::Status Recur(ShapeContext& c, int64_t gates, int32_t state) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 3));
  GE_ASSIGN_OR_RETURN(const ir::Shape w, ShapeOfRank(c, 1, 3));
  GE_ASSIGN_OR_RETURN(const ir::Shape r, ShapeOfRank(c, 2, 3));
  if (x[2] >= 0 && w[2] >= 0 && x[2] != w[2]) return c.Error("input sizes differ: x is ", x, ", w is ", w);
  const int64_t asked = c.Attr<int64_t>("hidden_size");
  const int64_t hidden = Either(r[2], asked > 0 ? asked : ir::kUnknownDim);
  if (asked > 0 && hidden != asked) return c.Error("hidden_size is ", asked, ", r is ", r);
  if (r[1] >= 0 && hidden >= 0 && r[1] != MulDims(gates, hidden)) {
    return c.Error("r is ", r, ", expected ", gates, " gates of ", hidden);
  }
  const bool both = c.Attr<std::string>("direction") == "bidirectional";
  const int64_t directions = both ? 2 : 1;
  const int64_t given = Either(w[0], r[0]);
  if (given >= 0 && given != directions) {
    return c.Error("direction is \"", c.Attr<std::string>("direction"), "\", w is ", w);
  }
  int64_t batch = x[1];
  if (c.HasInput(state)) {
    GE_ASSIGN_OR_RETURN(const ir::Shape first, ShapeOfRank(c, state, 3));
    batch = Either(batch, first[1]);
  }
  const base::DataType type = c.Input(0).type;
  GE_RETURN_IF_ERROR(c.SetOutput(0, {x[0], directions, batch, hidden}, type));
  for (int32_t i = 1; i < c.output_count(); ++i) {
    GE_RETURN_IF_ERROR(c.SetOutput(i, {directions, batch, hidden}, type));
  }
  return {};
}

// One layer whose every output has a state for each step: x [time, batch, input], and a weight whose last
// dimension has `gates` parts of the hidden size.
base::Status EveryStep(ShapeContext& c, int32_t weight, int64_t gates) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 3));
  const ir::Shape& w = c.InputShape(weight);
  const int64_t hidden = w.IsUnknownRank() || w.empty() || w.back() < 0 ? ir::kUnknownDim : w.back() / gates;
  if (hidden >= 0 && w.back() % gates != 0)
    return c.Error(c.InputName(weight), " is ", w, ", expected ", gates, " gates");
  for (int32_t i = 0; i < c.output_count(); ++i) {
    GE_RETURN_IF_ERROR(c.SetOutput(i, {x[0], x[1], hidden}, c.Input(0).type));
  }
  return {};
}

// y and output_h go through the projection [hidden, projected].
GE_SHAPE(DynamicRNNV3) {
  GE_RETURN_IF_ERROR(EveryStep(c, 1, 4));
  constexpr int32_t kProject = 11;
  if (!c.HasInput(kProject)) return {};
  GE_ASSIGN_OR_RETURN(const ir::Shape project, ShapeOfRank(c, kProject, 2));
  ir::Shape projected = c.Output(0).shape;
  if (Differ(project[0], projected[2])) {
    return c.Error("project is ", project, ", the hidden size is ", projected[2]);
  }
  projected.Set(2, project[1]);
  GE_RETURN_IF_ERROR(c.SetOutput(0, projected, c.Input(0).type));
  return c.SetOutput(1, projected, c.Input(0).type);
}

GE_SHAPE(DynamicRNN) { return EveryStep(c, 1, 4); }
GE_SHAPE(DynamicRNNV2) { return EveryStep(c, 2, 4); }
GE_SHAPE(DynamicGRUV2) { return EveryStep(c, 2, 3); }

GE_SHAPE(CommonLSTM) { return Recur(c, 4, 5); }
GE_SHAPE(CommonGRU) { return Recur(c, 3, 5); }

// x [batch, time, input], time first where `time_major`; wr [4 * hidden, projected].
GE_SHAPE(LSTMP) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 3));
  GE_ASSIGN_OR_RETURN(const ir::Shape wr, ShapeOfRank(c, 3, 2));
  if (wr[0] >= 0 && wr[0] % 4 != 0) return c.Error("wr is ", wr, ", expected 4 gates");
  const int64_t batch = x[c.Attr<bool>("time_major") ? 1 : 0];
  const base::DataType type = c.Input(0).type;
  GE_RETURN_IF_ERROR(c.SetOutput(0, {x[0], x[1], wr[1]}, type));
  GE_RETURN_IF_ERROR(c.SetOutput(1, {1, batch, wr[1]}, type));
  return c.SetOutput(2, {1, batch, DivideDims(wr[0], 4)}, type);
}

}  // namespace
}  // namespace ge::ops
