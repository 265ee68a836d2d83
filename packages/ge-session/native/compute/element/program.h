#pragma once

#include <cstdint>
#include <vector>

#include "base/data_type.h"
#include "compute/element/block.h"

namespace ge::cpu::compute {

// A value of a program: an operand, a literal, or what an instruction makes. Each is set once.
using Register = int16_t;
inline constexpr Register kNoRegister = -1;

// What is done to a tile of elements.
struct Instruction {
  enum class Kind : uint8_t { kUnary, kBinary, kSelect, kConvert };

  Kind kind = Kind::kUnary;
  Function function = Function::kSame;
  Lane lane = Lane::kFloat;                    // of the operands, of y and z for kSelect
  base::DataType to = base::DataType::kFloat;  // kConvert: what the values are brought to
  Register x = kNoRegister;
  Register y = kNoRegister;
  Register z = kNoRegister;
  Register out = kNoRegister;
  Numbers numbers;
};

// All element-wise work is done by such programs: a short list of instructions over tiles that stay in the
// first-level cache. One operator is a program of an instruction or two, a fused group one of many; values
// are rounded to their data type between the operators, so that a group gives what its parts give one by one.
struct ElementProgram {
  struct Literal {
    Register at;
    double value;
  };
  // An operand, or a result, as it lies in memory.
  struct Port {
    Register at;
    base::DataType type;
  };

  std::vector<Port> operands;
  std::vector<Literal> literals;
  std::vector<Instruction> instructions;  // each after what it reads
  std::vector<Port> results;
  std::vector<Lane> lanes;  // by register
};

}  // namespace ge::cpu::compute
