#pragma once

#include "compute/element/function.h"

namespace ge::cpu::compute {

// One function over a run of elements in memory. An operand that is a scalar is one element, read for all.
struct BlockArgs {
  const void* x = nullptr;
  const void* y = nullptr;
  const void* z = nullptr;
  void* out = nullptr;
  int64_t count = 0;
  Numbers numbers;
};
using Block = void (*)(const BlockArgs& args);

// Which operands a form of a block walks along; the others are scalars.
inline constexpr unsigned kWalksX = 1;
inline constexpr unsigned kWalksY = 2;
inline constexpr unsigned kWalksZ = 4;

// The loops of a function of one value. Null when it is not defined for the lane.
Block UnaryBlock(Function function, Lane lane);
// Of two values; `walks` has at least one operand.
Block BinaryBlock(Function function, Lane lane, unsigned walks);
// x is a truth value: y where it holds, else z. Goes by the lane's size only.
Block SelectBlock(Lane lane, unsigned walks);
// Elements of a type in memory as its lane, and a lane as elements of a type of that lane.
Block LoadBlock(base::DataType type);
Block StoreBlock(base::DataType type);
// Values of a lane brought to what `type` can hold, in the lane of that type.
Block ConvertBlock(Lane from, base::DataType type);
// A function of one value, done to floats where they lie.
void ApplyTo(float* x, int64_t count, Function function, const Numbers& numbers);
// One element of the lane, repeated.
Block FillBlock(Lane lane);

}  // namespace ge::cpu::compute
