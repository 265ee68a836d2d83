#include "kernels/float_elements.h"

#include "compute/cast.h"
#include "compute/element.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

base::Result<FloatElements> FloatElements::Of(const ir::Node& node, const ir::Tensor& tensor) {
  const base::DataType type = tensor.desc.type;
  FloatElements elements;
  if (type == base::DataType::kFloat) {
    elements.own_ = tensor.elements<float>();
    return elements;
  }
  if (type >= base::DataType::kMax || (kFloatsUpTo32 & ir::Holding(type)) == 0) {
    return Refuse(node, "inputs must be float, float16 or bf16, given ", type);
  }
  const int64_t count = tensor.desc.shape.Elements();
  elements.converted_.resize(static_cast<size_t>(count));
  CastElements(type, tensor.elements<void>(), base::DataType::kFloat, elements.converted_.data(), count);
  return elements;
}

base::Result<FloatElements> FloatElements::Of(const RunContext& c, int32_t i) {
  return Of(c.node(), c.Input(i));
}

FloatResult::FloatResult(ir::Tensor& tensor) : tensor_(tensor) {
  if (tensor.desc.type == base::DataType::kFloat) {
    own_ = MutableElements<float>(tensor);
  } else {
    buffer_.resize(static_cast<size_t>(tensor.desc.shape.Elements()));
  }
}

void FloatResult::Finish() {
  if (own_ != nullptr) return;
  CastElements(base::DataType::kFloat, buffer_.data(), tensor_.desc.type, MutableElements<void>(tensor_),
               tensor_.desc.shape.Elements());
}

}  // namespace ge::cpu::kernels
