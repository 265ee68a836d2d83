#include <algorithm>
#include <memory>
#include <vector>

#include "compute/broadcast.h"
#include "compute/element.h"
#include "compute/element/loop_plan.h"
#include "compute/element/writer.h"
#include "kernels/epilogue.h"
#include "kernels/float_elements.h"
#include "kernels/matmul_shape.h"
#include "kernels/packed_product.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

// Types that oneDNN does not multiply.
using PlainProductTypes = Types<double, int64_t, int32_t>;
constexpr ir::DataTypeSet kProducts = kFloatsUpTo32 | PlainProductTypes::kSet;

bool Flag(const ir::Node& node, base::Name attr) {
  const bool* value = node.Attr<bool>(attr);
  return value != nullptr && *value;
}

// The node's own optional input: tensors of post-ops come after its ports.
bool HasPort(const RunContext& c, int32_t i) { return i < c.node().input_count() && c.HasInput(i); }

// y[rows, columns] = a * b, added up in the order of the inner dimension. Integers wrap round.
template <typename T>
void MultiplyMatrix(const onednn::MatmulShape& shape, const T* a, const T* b, T* y) {
  using Sum = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
  std::vector<Sum> row(static_cast<size_t>(shape.columns));
  for (int64_t i = 0; i < shape.rows; ++i) {
    std::fill(row.begin(), row.end(), Sum(0));
    for (int64_t k = 0; k < shape.inner; ++k) {
      const auto factor =
          static_cast<Sum>(shape.transpose_a ? a[k * shape.rows + i] : a[i * shape.inner + k]);
      for (int64_t j = 0; j < shape.columns; ++j) {
        const T& value = shape.transpose_b ? b[j * shape.inner + k] : b[k * shape.columns + j];
        row[static_cast<size_t>(j)] += factor * static_cast<Sum>(value);
      }
    }
    for (int64_t j = 0; j < shape.columns; ++j) {
      y[i * shape.columns + j] = static_cast<T>(row[static_cast<size_t>(j)]);
    }
  }
}

template <typename T>
base::Status MultiplyPlainly(const RunContext& c, const onednn::MatmulShape& shape, ir::Tensor& y) {
  const ir::Shape a_batch(shape.a_batch);
  const ir::Shape b_batch(shape.b_batch);
  const ir::Shape y_batch(shape.y_batch);
  GE_ASSIGN_OR_RETURN(const Broadcast<2> plan, PlanBroadcast<2>(y_batch, {&a_batch, &b_batch}));
  for (int64_t i = 0; i < y_batch.Elements(); ++i) {
    auto at = plan.Offsets(i / plan.inner());
    for (size_t operand = 0; operand < 2; ++operand)
      at[operand] += plan.Walks(operand) ? i % plan.inner() : 0;
    MultiplyMatrix(shape, c.Input(0).elements<T>() + at[0] * shape.rows * shape.inner,
                   c.Input(1).elements<T>() + at[1] * shape.inner * shape.columns,
                   MutableElements<T>(y) + i * shape.rows * shape.columns);
  }
  return {};
}

struct MatmulNames {
  const char* transpose_a;
  const char* transpose_b;
};

class MatmulKernel final : public Kernel {
 public:
  MatmulKernel(MatmulNames names, const PrepareContext& c)
      : transpose_a_(Flag(c.node, names.transpose_a)),
        transpose_b_(Flag(c.node, names.transpose_b)),
        b_(c.constants[1]),
        epilogue_(c),
        product_(b_ != nullptr) {}

  base::Status Run(RunContext& c) override {
    const base::DataType type = c.Input(0).desc.type;
    if (c.Input(1).desc.type != type) {
      return Refuse(c, "both inputs must have one data type, given ", type, " and ", c.Input(1).desc.type);
    }
    if (HasPort(c, 3)) return Refuse(c, "offset_w must not be connected: it is for quantised matrices");
    GE_ASSIGN_OR_RETURN(onednn::MatmulShape shape, MatmulShapeOf(c, transpose_a_, transpose_b_));
    ir::Tensor& y = c.Output(0);
    if (y.desc.shape.Elements() == 0) return {};
    if (type >= base::DataType::kMax || (kFloatsUpTo32 & ir::Holding(type)) == 0)
      return RunPlainly(c, shape, y);
    return RunInFloat(c, std::move(shape), y);
  }

 private:
  base::Status RunPlainly(RunContext& c, const onednn::MatmulShape& shape, ir::Tensor& y) const {
    if (HasPort(c, 2) || !epilogue_.empty())
      return Refuse(c, "a bias needs float inputs, given ", y.desc.type);
    base::Status status;
    const bool known = Visit(PlainProductTypes(), y.desc.type, [&](auto element) {
      status = MultiplyPlainly<typename decltype(element)::type>(c, shape, y);
    });
    return known ? status : RefuseType(c, 0);
  }

  base::Status RunInFloat(RunContext& c, onednn::MatmulShape shape, ir::Tensor& y) {
    GE_ASSIGN_OR_RETURN(const std::vector<float> bias, Bias(c, shape.columns));
    shape.has_bias = !bias.empty();
    FloatResult result(y);
    const int64_t count = y.desc.shape.Elements();
    if (shape.inner == 0) {
      for (int64_t i = 0; i < count; ++i) {
        result.data()[i] = shape.has_bias ? bias[static_cast<size_t>(i % shape.columns)] : 0.0F;
      }
    } else {
      GE_RETURN_IF_ERROR(Multiply(c, shape, shape.has_bias ? bias.data() : nullptr, result.data()));
    }
    GE_RETURN_IF_ERROR(epilogue_.DoAll(c, result.data(), count));
    result.Finish();
    return {};
  }

  base::Status Multiply(RunContext& c, const onednn::MatmulShape& shape, const float* bias, float* y) {
    GE_ASSIGN_OR_RETURN(const FloatElements a, FloatElements::Of(c, 0));
    GE_ASSIGN_OR_RETURN(const FloatElements b, FloatElements::Of(c.node(), b_ == nullptr ? c.Input(1) : *b_));
    GE_ASSIGN_OR_RETURN(const PackedProduct::Shared ready, product_.For(shape, b.data()));
    return ready->Run(a.data(), b.data(), bias, y, c.Workspace(ready->matmul->workspace_bytes()));
  }

  // The bias as one element a column; empty when there is none.
  static base::Result<std::vector<float>> Bias(const RunContext& c, int64_t columns) {
    if (!HasPort(c, 2)) return std::vector<float>();
    const int64_t count = c.Input(2).desc.shape.Elements();
    if (count != 1 && count != columns) {
      return Refuse(c, "bias must have one element a column, ", columns, ", given ", c.Input(2).desc.shape);
    }
    GE_ASSIGN_OR_RETURN(const FloatElements elements, FloatElements::Of(c, 2));
    std::vector<float> bias(static_cast<size_t>(columns), *elements.data());
    if (count == columns) std::copy_n(elements.data(), columns, bias.begin());
    return bias;
  }

  const bool transpose_a_;
  const bool transpose_b_;
  const ir::Tensor* const b_;  // null: differs from run to run
  const Epilogue epilogue_;
  PackedProduct product_;
};

base::Result<std::unique_ptr<Kernel>> MakeMatmul(MatmulNames names, const PrepareContext& c) {
  return std::unique_ptr<Kernel>(std::make_unique<MatmulKernel>(names, c));
}

// y = alpha * y + beta * c, in float
base::Status AddScaled(RunContext& context, float alpha, float beta) {
  ir::Tensor& y = context.Output(0);
  const ir::Tensor& summand = context.Input(2);
  ElementWriter writer;
  const auto scaled = [&](const ir::Tensor& tensor, float factor) {
    const Term x = writer.Cast(writer.Operand(tensor.desc.type), base::DataType::kFloat);
    return writer.Call(Function::kMul, x, writer.Literal(base::DataType::kFloat, factor));
  };
  const Term product = scaled(y, alpha);
  writer.Result(writer.Cast(writer.Call(Function::kAdd, product, scaled(summand, beta)), y.desc.type));
  const base::Result<ElementProgram> program = writer.Finish();
  if (!program.ok()) return Refuse(context, program.status().message());
  const base::Result<ElementLoop> loop =
      ElementLoop::Over(*program, y.desc.shape, {&y.desc.shape, &summand.desc.shape});
  if (!loop.ok()) return Refuse(context, loop.status().message());
  const void* operands[] = {y.elements<void>(), summand.elements<void>()};
  void* result = MutableElements<void>(y);
  loop->Run(operands, &result);
  return {};
}

base::Result<float> Scalar(const RunContext& c, int32_t i) {
  GE_ASSIGN_OR_RETURN(const FloatElements elements, FloatElements::Of(c, i));
  if (c.Input(i).desc.shape.Elements() == 1) return *elements.data();
  return Refuse(c, c.node().InputName(i), " must hold one element, given ", c.Input(i).desc.shape);
}

// The product as a context of its own, without what else the node reads.
class ProductContext final : public RunContext {
 public:
  explicit ProductContext(RunContext& whole) : whole_(whole) {}
  const ir::Node& node() const override { return whole_.node(); }
  const ir::Tensor* InputOrNull(int32_t i) const override { return i < 2 ? whole_.InputOrNull(i) : nullptr; }
  ir::Tensor& Output(int32_t i) override { return whole_.Output(i); }
  ir::Tensor& Output(int32_t i, const ir::Shape& shape) override { return whole_.Output(i, shape); }
  void Forward(int32_t i, int32_t from) override { whole_.Forward(i, from); }
  void* Workspace(size_t bytes) override { return whole_.Workspace(bytes); }

 private:
  RunContext& whole_;
};

// y = alpha * (a * b) + beta * c
class GemmKernel final : public Kernel {
 public:
  explicit GemmKernel(const PrepareContext& c) : product_({"transpose_a", "transpose_b"}, c) {}

  base::Status Run(RunContext& c) override {
    ProductContext product(c);
    GE_RETURN_IF_ERROR(product_.Run(product));
    GE_ASSIGN_OR_RETURN(const float alpha, Scalar(c, 3));
    GE_ASSIGN_OR_RETURN(const float beta, Scalar(c, 4));
    if (c.Input(2).desc.type != c.Output(0).desc.type) {
      return Refuse(c, "c must have the data type of the product, ", c.Output(0).desc.type, ", given ",
                    c.Input(2).desc.type);
    }
    return AddScaled(c, alpha, beta);
  }

 private:
  MatmulKernel product_;
};

constexpr ir::DataTypeSet kGemmTypes =
    ir::Holding(base::DataType::kFloat) | ir::Holding(base::DataType::kFloat16);

}  // namespace

GE_FUSING_KERNEL(MatMul, kProducts) { return MakeMatmul({"transpose_x1", "transpose_x2"}, c); }
GE_FUSING_KERNEL(MatMulV2, kProducts) { return MakeMatmul({"transpose_x1", "transpose_x2"}, c); }
GE_FUSING_KERNEL(BatchMatMul, kProducts) { return MakeMatmul({"adj_x1", "adj_x2"}, c); }
GE_FUSING_KERNEL(BatchMatMulV2, kProducts) { return MakeMatmul({"adj_x1", "adj_x2"}, c); }

GE_PREPARED_KERNEL(GEMM, kGemmTypes) { return std::unique_ptr<Kernel>(std::make_unique<GemmKernel>(c)); }

}  // namespace ge::cpu::kernels
