#include <map>

#include "ops/broadcast.h"
#include "ops/dims.h"
#include "ops/matmul_shape.h"

namespace ge::ops {
namespace {

// int8 products are added up in int32.
base::DataType ProductType(base::DataType x) {
  return x == base::DataType::kInt8 || x == base::DataType::kInt4 ? base::DataType::kInt32 : x;
}

base::Status SetProduct(ShapeContext& c, ir::Shape shape) {
  return c.SetOutput(0, std::move(shape), ProductType(c.Input(0).type));
}

base::Status CheckBias(const ShapeContext& c, int32_t bias, int64_t columns) {
  if (!c.HasInput(bias)) return {};
  const ir::Shape& shape = c.InputShape(bias);
  if (shape.IsUnknownRank() || shape.empty()) return {};
  if (BroadcastDim(shape.back(), columns)) return {};
  return c.Error("bias is ", shape, ", the product has ", columns, " columns");
}

base::Status MatrixExpected(const ShapeContext& c, int32_t i) {
  return c.Error(c.InputName(i), " ", c.InputShape(i), " is no matrix");
}

// Two matrices.
base::Status Product(ShapeContext& c, base::Name transpose_a, base::Name transpose_b) {
  const ir::Shape a = c.InputShape(0).IsUnknownRank() ? UnknownDims(2) : c.InputShape(0);
  const ir::Shape b = c.InputShape(1).IsUnknownRank() ? UnknownDims(2) : c.InputShape(1);
  if (a.size() != 2) return MatrixExpected(c, 0);
  if (b.size() != 2) return MatrixExpected(c, 1);
  const size_t a_rows = c.Attr<bool>(transpose_a) ? 1 : 0;
  const size_t b_rows = c.Attr<bool>(transpose_b) ? 1 : 0;
  if (Differ(a[1 - a_rows], b[b_rows])) return InnerDiffers(c);
  return SetProduct(c, {a[a_rows], b[1 - b_rows]});
}

base::Status MatrixProduct(ShapeContext& c) {
  GE_RETURN_IF_ERROR(Product(c, "transpose_x1", "transpose_x2"));
  return CheckBias(c, 2, c.Output(0).shape[1]);
}
const ShapeRegistration kMatrixProduct({"MatMul", "MatMulV2", "MatMulV3"}, MatrixProduct);
GE_SHAPE(GEMM) { return Product(c, "transpose_a", "transpose_b"); }
GE_SHAPE(GemmV3) { return Product(c, "transpose_a", "transpose_b"); }

base::Status BatchProduct(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(ir::Shape shape, BatchProductShape(c, c.Attr<bool>("adj_x1"), c.Attr<bool>("adj_x2")));
  if (!shape.IsUnknownRank() && c.InputShape(1).size() > 1) GE_RETURN_IF_ERROR(CheckBias(c, 2, shape.back()));
  return SetProduct(c, std::move(shape));
}
const ShapeRegistration kBatchProduct({"BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"}, BatchProduct);

// --- products by letters

// `ij,jk->ik` in parts; without an arrow the result has the letters that come once, in their order.
struct Equation {
  std::vector<std::string> inputs{""};
  std::string output;
};

Equation Parse(const std::string& text) {
  Equation equation;
  std::map<char, int> seen;
  const size_t arrow = text.find("->");
  for (const char letter : text.substr(0, arrow)) {
    if (letter == ',') {
      equation.inputs.emplace_back();
    } else if (letter != ' ') {
      equation.inputs.back() += letter;
      ++seen[letter];
    }
  }
  if (arrow == std::string::npos) {
    for (const auto& [letter, count] : seen) {
      if (count == 1) equation.output += letter;
    }
    return equation;
  }
  for (const char letter : text.substr(arrow + 2)) {
    if (letter != ' ') equation.output += letter;
  }
  return equation;
}

GE_SHAPE(Einsum) {
  const std::string& text = c.Attr<std::string>("equation");
  const base::DataType type = c.Input(0).type;
  if (text.find('.') != std::string::npos) return c.SetOutput(0, ir::Shape::UnknownRank(), type);
  const Equation equation = Parse(text);
  if (static_cast<int32_t>(equation.inputs.size()) != c.input_count()) {
    return c.Error("equation \"", text, "\" is of ", equation.inputs.size(), " inputs, there are ",
                   c.input_count());
  }
  std::map<char, int64_t> sizes;
  for (int32_t i = 0; i < c.input_count(); ++i) {
    const std::string& letters = equation.inputs[static_cast<size_t>(i)];
    const ir::Shape shape = c.InputShape(i).IsUnknownRank() ? UnknownDims(letters.size()) : c.InputShape(i);
    if (shape.size() != letters.size())
      return c.Error(c.InputName(i), " is ", shape, " in equation \"", text, "\"");
    for (size_t k = 0; k < letters.size(); ++k) {
      int64_t& size = sizes.emplace(letters[k], shape[k]).first->second;
      const std::optional<int64_t> joined = BroadcastDim(size, shape[k]);
      if (!joined) return c.Error("size of \"", letters[k], "\" is ", size, " and ", shape[k]);
      size = *joined;
    }
  }
  Dims dims;
  for (const char letter : equation.output) {
    const auto size = sizes.find(letter);
    if (size == sizes.end()) return c.Error("equation \"", text, "\" has no input with \"", letter, "\"");
    dims.push_back(size->second);
  }
  return c.SetOutput(0, ir::Shape(dims), type);
}

// Everything from the axis on is one row, which is multiplied with the weight.
GE_SHAPE(FullyConnection) {
  const ir::Shape& x = c.InputShape(0);
  const int64_t width = c.Attr<int64_t>("num_output");
  if (width < 0) return c.Error("num_output is ", width);
  if (x.IsUnknownRank()) return SetProduct(c, x);
  GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, c.Attr<int64_t>("axis"), x.size()));
  Dims dims(x.begin(), x.begin() + axis);
  dims.push_back(width);
  return SetProduct(c, ir::Shape(dims));
}

}  // namespace
}  // namespace ge::ops
