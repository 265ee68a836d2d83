#include <array>

#include "ops/dims.h"

namespace ge::ops {
namespace {

// Where batch, heads and rows stand; in the layouts of three dimensions the heads share the last one with
// what each of them holds.
struct Layout {
  std::string_view name;
  size_t rank;
  size_t batch;
  size_t row;
  size_t heads;
};
constexpr std::array<Layout, 4> kLayouts = {
    Layout{"BNSD", 4, 0, 2, 1}, {"BSND", 4, 0, 1, 2}, {"BSH", 3, 0, 1, 2}, {"SBH", 3, 1, 0, 2}};

base::Result<Layout> LayoutOf(const ShapeContext& c) {
  const std::string& name = c.Attr<std::string>("input_layout");
  for (const Layout& layout : kLayouts) {
    if (layout.name == name) return layout;
  }
  return c.Error("input_layout must be BNSD, BSND, BSH or SBH, given ", name);
}

base::Result<ir::Shape> ShapeOf(const ShapeContext& c, int32_t input, const Layout& layout) {
  const ir::Shape& shape = c.InputShape(input);
  if (shape.IsUnknownRank()) return UnknownDims(layout.rank);
  if (shape.size() == layout.rank) return shape;
  return c.Error(c.InputName(input), " must have ", layout.rank, " dimensions for ", layout.name, ", given ",
                 shape);
}

// Quotient of known dimensions; not known when one is not, or it does not divide.
int64_t DivDims(int64_t a, int64_t b) { return a < 0 || b <= 0 || a % b != 0 ? -1 : a / b; }

// What one head of the result holds: what one head of value does.
int64_t WidthOfResult(const Layout& layout, const ir::Shape& query, const ir::Shape& key,
                      const ir::Shape& value, int64_t heads) {
  if (layout.rank == 4) return value[3];
  const int64_t key_heads = DivDims(key[2], DivDims(query[2], heads));
  return MulDims(heads, DivDims(value[2], key_heads));
}

// Statistics [batch, heads, rows, 8]; the probabilities are not kept; the result is like query.
GE_SHAPE(FlashAttentionScore) {
  GE_ASSIGN_OR_RETURN(const Layout layout, LayoutOf(c));
  GE_ASSIGN_OR_RETURN(ir::Shape query, ShapeOf(c, 0, layout));
  GE_ASSIGN_OR_RETURN(const ir::Shape key, ShapeOf(c, 1, layout));
  GE_ASSIGN_OR_RETURN(const ir::Shape value, ShapeOf(c, 2, layout));
  const auto heads = c.Attr<int64_t>("head_num");
  if (heads < 1) return c.Error("head_num must be 1 or more, given ", heads);
  if (layout.rank == 4 && Differ(query[layout.heads], heads)) {
    return c.Error("query ", query, " has not ", heads, " heads, which head_num says");
  }
  if (layout.rank == 3 && query[2] >= 0 && query[2] % heads != 0) {
    return c.Error("query ", query, " cannot be cut into ", heads, " heads");
  }
  if (Differ(key[layout.row], value[layout.row]) || Differ(key[layout.batch], value[layout.batch]) ||
      Differ(key[layout.batch], query[layout.batch])) {
    return c.Error("sizes differ: query is ", query, ", key is ", key, ", value is ", value);
  }
  const ir::Shape statistics = {query[layout.batch], heads, query[layout.row], 8};
  GE_RETURN_IF_ERROR(c.SetOutput(0, statistics, base::DataType::kFloat));
  GE_RETURN_IF_ERROR(c.SetOutput(1, statistics, base::DataType::kFloat));
  GE_RETURN_IF_ERROR(c.SetOutput(2, {0}, c.Input(0).type));
  query.Set(layout.rank - 1, WidthOfResult(layout, query, key, value, heads));
  return c.SetOutput(3, query, c.Input(0).type);
}

bool HasNamed(const ShapeContext& c, std::string_view name) {
  const std::vector<ir::InputSpec>& inputs = c.node().schema().inputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].name == name) return c.HasInput(c.node().InputRange(i).first);
  }
  return false;
}

// Like query; int8 when it is quantised again, never int8 otherwise.
base::Status LikeQuery(ShapeContext& c) {
  const std::string& layout = c.Attr<std::string>("input_layout");
  ir::Shape shape = c.InputShape(0);
  if (layout == "BNSD_BSND") {
    GE_ASSIGN_OR_RETURN(shape, ShapeOfRank(c, 0, 4));
    shape = {shape[0], shape[2], shape[1], shape[3]};
  }
  const base::DataType query = c.Input(0).type;
  if (HasNamed(c, "quant_scale2")) return c.SetOutput(0, std::move(shape), base::DataType::kInt8);
  return c.SetOutput(0, std::move(shape), query == base::DataType::kInt8 ? base::DataType::kFloat16 : query);
}
const ShapeRegistration kLikeQuery({"PromptFlashAttention", "IncreFlashAttention"}, LikeQuery);

}  // namespace
}  // namespace ge::ops
