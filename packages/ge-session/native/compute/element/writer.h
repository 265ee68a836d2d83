#pragma once

#include "base/status.h"
#include "compute/element/program.h"

namespace ge::cpu::compute {

// A value while a program is written.
struct Term {
  Register at = kNoRegister;
  base::DataType type = base::DataType::kFloat;
  bool rounded = true;  // it is what its data type can hold; else that is still to be done
};

// Writes a program, value by value. What does not fit together (a function that is not defined for a type,
// operands of two types) is told once, by Finish: what is written after it does not matter.
class ElementWriter {
 public:
  // The next operand, with elements of the type in memory.
  Term Operand(base::DataType type);
  // The same number for each element.
  Term Literal(base::DataType type, double value);

  Term Call(Function function, Term x, Numbers numbers = {});
  // x and y have one type, which the result has, too, unless the function tests.
  Term Call(Function function, Term x, Term y);
  // y where x, a bool, holds, else z; y and z have one type.
  Term Select(Term x, Term y, Term z);
  Term Cast(Term x, base::DataType type);

  // Notes what does not fit, as the first fault if there is none yet; the value stands for nothing.
  Term Fail(std::string message);

  void Result(Term x);
  // Whether all fits together so far.
  bool ok() const { return status_.ok(); }
  base::Result<ElementProgram> Finish();

 private:
  Term Make(Instruction instruction, base::DataType type, bool rounded);
  Term Rounded(Term x);
  // False, and noted, when the function is not defined for the type.
  bool Check(Function function, base::DataType type);
  Register NewRegister(Lane lane);

  ElementProgram program_;
  std::vector<Register> rounded_;  // by register: the same value as its data type holds it, made once
  base::Status status_;
};

}  // namespace ge::cpu::compute
