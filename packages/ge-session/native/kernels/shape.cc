#include "compute/element.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

constexpr ir::DataTypeSet kAny = ~ir::DataTypeSet{0};

// Writes integers as the output's type, int32 or int64.
base::Status WriteIntegers(RunContext& c, const int64_t* values, size_t count) {
  ir::Tensor& y = c.Output(0);
  const bool known = Visit(IndexTypes(), y.desc.type, [&](auto element) {
    using T = typename decltype(element)::type;
    T* elements = MutableElements<T>(y);
    for (size_t i = 0; i < count; ++i) elements[i] = static_cast<T>(values[i]);
  });
  return known ? base::Status() : Refuse(c, "the result must be int32 or int64, given ", y.desc.type);
}

// The elements stay as they are; the shape rule gave the new shape.
base::Status ForwardElements(RunContext& c) {
  c.Forward(0, 0);
  return {};
}

}  // namespace

GE_KERNEL(Shape, kAny) {
  const ir::Shape& shape = c.Input(0).desc.shape;
  return WriteIntegers(c, shape.begin(), shape.size());
}
GE_KERNEL(Size, kAny) {
  const int64_t elements = c.Input(0).desc.shape.Elements();
  return WriteIntegers(c, &elements, 1);
}

GE_KERNEL(Identity, kAny) { return ForwardElements(c); }
GE_KERNEL(Reshape, kAny) { return ForwardElements(c); }
GE_KERNEL(Unsqueeze, kAny) { return ForwardElements(c); }
GE_KERNEL(UnsqueezeV2, kAny) { return ForwardElements(c); }
GE_KERNEL(UnsqueezeV3, kAny) { return ForwardElements(c); }
GE_KERNEL(Squeeze, kAny) { return ForwardElements(c); }
GE_KERNEL(SqueezeV2, kAny) { return ForwardElements(c); }
GE_KERNEL(SqueezeV3, kAny) { return ForwardElements(c); }
GE_KERNEL(FlattenV2, kAny) { return ForwardElements(c); }
GE_KERNEL(ExpandDims, kAny) { return ForwardElements(c); }

}  // namespace ge::cpu::kernels
