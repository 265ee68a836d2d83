#include "compute/element/writer.h"

#include <utility>

namespace ge::cpu::compute {

namespace {

constexpr size_t kMostRegisters = 4096;

}  // namespace

Term ElementWriter::Fail(std::string message) {
  if (status_.ok()) status_ = base::InvalidArgument(std::move(message));
  return {0, base::DataType::kFloat, true};
}

Register ElementWriter::NewRegister(Lane lane) {
  if (program_.lanes.size() >= kMostRegisters) {
    Fail("an element program has too many values");
    return 0;
  }
  program_.lanes.push_back(lane);
  return static_cast<Register>(program_.lanes.size() - 1);
}

Term ElementWriter::Operand(base::DataType type) {
  const auto lane = LaneOf(type);
  if (!lane) return Fail(base::Text("there are no element-wise computations on ", type));
  const Register at = NewRegister(*lane);
  program_.operands.push_back({at, type});
  return {at, type, true};
}

Term ElementWriter::Literal(base::DataType type, double value) {
  const auto lane = LaneOf(type);
  if (!lane) return Fail(base::Text("there are no element-wise computations on ", type));
  const Register at = NewRegister(*lane);
  program_.literals.push_back({at, value});
  return {at, type, true};
}

Term ElementWriter::Make(Instruction instruction, base::DataType type, bool rounded) {
  if (!status_.ok()) return {0, type, true};
  instruction.out = NewRegister(*LaneOf(type));
  program_.instructions.push_back(instruction);
  return {instruction.out, type, rounded};
}

Term ElementWriter::Rounded(Term x) {
  if (x.rounded || !status_.ok()) return x;
  rounded_.resize(program_.lanes.size(), kNoRegister);
  if (rounded_[static_cast<size_t>(x.at)] != kNoRegister)
    return {rounded_[static_cast<size_t>(x.at)], x.type, true};
  Instruction rounding;
  rounding.kind = Instruction::Kind::kConvert;
  rounding.lane = program_.lanes[static_cast<size_t>(x.at)];
  rounding.to = x.type;
  rounding.x = x.at;
  const Term rounded = Make(rounding, x.type, true);
  rounded_[static_cast<size_t>(x.at)] = rounded.at;
  return rounded;
}

bool ElementWriter::Check(Function function, base::DataType type) {
  const auto lane = LaneOf(type);
  if (lane && Holds(InfoOf(function).lanes, *lane)) return true;
  Fail(base::Text(InfoOf(function).name, " is not defined for ", type));
  return false;
}

Term ElementWriter::Call(Function function, Term x, Numbers numbers) {
  if (!Check(function, x.type)) return x;
  x = Rounded(x);
  Instruction call;
  call.kind = Instruction::Kind::kUnary;
  call.function = function;
  call.lane = *LaneOf(x.type);
  call.x = x.at;
  call.numbers = numbers;
  const bool tests = InfoOf(function).tests;
  return Make(call, tests ? base::DataType::kBool : x.type, tests || IsLaneType(x.type));
}

Term ElementWriter::Call(Function function, Term x, Term y) {
  if (x.type != y.type) {
    return Fail(base::Text("both operands of ", InfoOf(function).name, " must have one data type, given ",
                           x.type, " and ", y.type));
  }
  if (!Check(function, x.type)) return x;
  x = Rounded(x);
  y = Rounded(y);
  Instruction call;
  call.kind = Instruction::Kind::kBinary;
  call.function = function;
  call.lane = *LaneOf(x.type);
  call.x = x.at;
  call.y = y.at;
  const bool tests = InfoOf(function).tests;
  return Make(call, tests ? base::DataType::kBool : x.type, tests || IsLaneType(x.type));
}

Term ElementWriter::Select(Term x, Term y, Term z) {
  if (x.type != base::DataType::kBool)
    return Fail(base::Text("what a choice goes by must be bool, given ", x.type));
  if (y.type != z.type) {
    return Fail(
        base::Text("both values of a choice must have one data type, given ", y.type, " and ", z.type));
  }
  y = Rounded(y);
  z = Rounded(z);
  Instruction choice;
  choice.kind = Instruction::Kind::kSelect;
  choice.lane = status_.ok() ? *LaneOf(y.type) : Lane::kFloat;
  choice.x = x.at;
  choice.y = y.at;
  choice.z = z.at;
  return Make(choice, y.type, true);
}

Term ElementWriter::Cast(Term x, base::DataType type) {
  if (x.type == type) return x;
  if (!LaneOf(type)) return Fail(base::Text("there are no element-wise computations on ", type));
  x = Rounded(x);
  if (!status_.ok()) return x;
  const Lane lane = *LaneOf(x.type);
  if (lane == *LaneOf(type)) return {x.at, type, IsLaneType(type)};
  Instruction cast;
  cast.kind = Instruction::Kind::kConvert;
  cast.lane = lane;
  cast.to = type;
  cast.x = x.at;
  return Make(cast, type, true);
}

void ElementWriter::Result(Term x) { program_.results.push_back({x.at, x.type}); }

base::Result<ElementProgram> ElementWriter::Finish() {
  if (!status_.ok()) return status_;
  return std::move(program_);
}

}  // namespace ge::cpu::compute
