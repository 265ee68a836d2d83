#pragma once

#include <vector>

#include "base/status.h"
#include "kernels/kernel.h"

namespace ge::cpu::kernels {

// For kernels that compute in float only: a tensor's elements as floats, its own or converted ones.
class FloatElements {
 public:
  // Of input i. Fails when it is none of the types that floats stand for.
  static base::Result<FloatElements> Of(const RunContext& c, int32_t i);
  static base::Result<FloatElements> Of(const ir::Node& node, const ir::Tensor& tensor);

  const float* data() const { return converted_.empty() ? own_ : converted_.data(); }

 private:
  const float* own_ = nullptr;
  std::vector<float> converted_;
};

// Where a float result goes: the output's own elements, or a buffer that `Finish` converts into them.
class FloatResult {
 public:
  explicit FloatResult(ir::Tensor& tensor);
  float* data() { return own_ != nullptr ? own_ : buffer_.data(); }
  void Finish();

 private:
  ir::Tensor& tensor_;
  float* own_ = nullptr;
  std::vector<float> buffer_;
};

// The data types that they take.
inline constexpr ir::DataTypeSet kFloatsUpTo32 = ir::Holding(base::DataType::kFloat) |
                                                 ir::Holding(base::DataType::kFloat16) |
                                                 ir::Holding(base::DataType::kBf16);

}  // namespace ge::cpu::kernels
