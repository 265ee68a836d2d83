#pragma once

#include <cstdint>

#include "compute/element/lane.h"

namespace ge::cpu::compute {

// What is done to each element; unary.inc and binary.inc say what.
enum class Function : uint8_t {
#define GE_UNARY(name, lanes, ...) k##name,
#define GE_TEST GE_UNARY
#define GE_BINARY GE_UNARY
#define GE_COMPARE GE_UNARY
#include "compute/element/binary.inc"
#include "compute/element/unary.inc"
#undef GE_UNARY
#undef GE_TEST
#undef GE_BINARY
#undef GE_COMPARE
};

// Up to three numbers that a function takes besides its operands.
struct Numbers {
  double a = 0;
  double b = 0;
  double c = 0;
};

struct FunctionInfo {
  const char* name;
  int operands;
  LaneSet lanes;
  bool tests;  // the result is a truth value, 0 or 1 as an int32
};

const FunctionInfo& InfoOf(Function function);

}  // namespace ge::cpu::compute
