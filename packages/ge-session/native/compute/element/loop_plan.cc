#include "compute/element/loop_plan.h"

#include <algorithm>
#include <cstring>

namespace ge::cpu::compute {

namespace {

constexpr int64_t kTileBytes = 4096;
// Rows of fewer elements are not worth a tile each.
constexpr int64_t kShortRow = 128;

uint64_t BitsOf(Lane lane, double value) {
  uint64_t bits = 0;
  const auto store = [&](auto as_lane) { std::memcpy(&bits, &as_lane, sizeof(as_lane)); };
  switch (lane) {
    case Lane::kFloat:
      store(static_cast<float>(value));
      break;
    case Lane::kDouble:
      store(value);
      break;
    case Lane::kInt32:
      store(static_cast<int32_t>(value));
      break;
    case Lane::kInt64:
      store(static_cast<int64_t>(value));
      break;
    case Lane::kUint64:
      store(static_cast<uint64_t>(value));
      break;
  }
  return bits;
}

}  // namespace

// Gives each value a place and each instruction its block.
class ElementLoop::Compiler {
 public:
  Compiler(const ElementProgram& program, ElementLoop& loop)
      : program_(program), loop_(loop), values_(program.lanes.size()) {}

  base::Status Compile() {
    NoteLastUses();
    for (size_t i = 0; i < program_.literals.size(); ++i) {
      const ElementProgram::Literal& literal = program_.literals[i];
      loop_.literals_.push_back(BitsOf(LaneOf(literal.at), literal.value));
      ValueOf(literal.at) = {{Place::Kind::kLiteral, static_cast<int16_t>(i)}, true, true};
    }
    for (size_t i = 0; i < program_.operands.size(); ++i) operand_of_[program_.operands[i].at] = i;
    for (now_ = 0; now_ < program_.instructions.size(); ++now_)
      GE_RETURN_IF_ERROR(Add(program_.instructions[now_]));
    for (size_t i = 0; i < program_.results.size(); ++i) AddResult(i);
    return {};
  }

 private:
  struct Value {
    Place place;
    bool once = false;  // one element for all of a tile
    bool ready = false;
    size_t last_use = 0;  // by instruction; results are used after all
  };

  Lane LaneOf(Register at) const { return program_.lanes[static_cast<size_t>(at)]; }
  Value& ValueOf(Register at) { return values_[static_cast<size_t>(at)]; }

  template <typename F>
  static void ForEachRead(const Instruction& instruction, F&& f) {
    for (const Register at : {instruction.x, instruction.y, instruction.z}) {
      if (at != kNoRegister) f(at);
    }
  }

  void NoteLastUses() {
    operand_of_.assign(values_.size(), 0);
    last_use_.assign(values_.size(), 0);
    for (size_t i = 0; i < program_.instructions.size(); ++i) {
      ForEachRead(program_.instructions[i], [&](Register at) { last_use_[static_cast<size_t>(at)] = i; });
    }
    direct_.assign(values_.size(), -1);
    for (size_t i = 0; i < program_.results.size(); ++i) {
      const auto at = static_cast<size_t>(program_.results[i].at);
      last_use_[at] = program_.instructions.size();
      if (direct_[at] < 0 && IsLaneType(program_.results[i].type)) direct_[at] = static_cast<int16_t>(i);
    }
  }

  // Where the value can be read by a block: an operand is brought there when it is first needed.
  const Value& Ready(Register at) {
    Value& value = ValueOf(at);
    if (value.ready) return value;
    const size_t k = operand_of_[static_cast<size_t>(at)];
    const Port& port = loop_.operands_[k];
    Place place{Place::Kind::kOperand, static_cast<int16_t>(k)};
    const bool once = port.scalar || (!port.walks && !port.gathered);
    const base::DataType type = program_.operands[k].type;
    if (port.gathered) {
      const Place gathered = NewSlot();
      loop_.steps_.push_back({nullptr, place, {}, {}, gathered, false, {}});
      place = gathered;
    }
    if (!IsLaneType(type)) {
      const Place loaded = NewSlot();
      loop_.steps_.push_back({LoadBlock(type), place, {}, {}, loaded, once, {}});
      if (port.gathered) free_.push_back(place.index);
      place = loaded;
    }
    value = {place, once, true};
    return value;
  }

  Place NewSlot() {
    if (free_.empty()) return {Place::Kind::kSlot, loop_.slots_++};
    const int16_t slot = free_.back();
    free_.pop_back();
    return {Place::Kind::kSlot, slot};
  }

  // What is read for the last time gives its slot to what is made: the blocks go forward element by element.
  void FreeRead(const Instruction& instruction) {
    ForEachRead(instruction, [&](Register at) {
      Value& value = ValueOf(at);
      if (last_use_[static_cast<size_t>(at)] != now_ || value.place.kind != Place::Kind::kSlot) return;
      free_.push_back(value.place.index);
      value.place.kind = Place::Kind::kNone;
    });
  }

  base::Status Add(const Instruction& instruction) {
    Step step;
    unsigned walks = 0;
    const auto read = [&](Register at, Place& place, unsigned bit) {
      if (at == kNoRegister) return;
      const Value& value = Ready(at);
      place = value.place;
      if (!value.once) walks |= bit;
    };
    read(instruction.x, step.x, kWalksX);
    read(instruction.y, step.y, kWalksY);
    read(instruction.z, step.z, kWalksZ);
    step.once = walks == 0;
    step.numbers = instruction.numbers;
    step.block = BlockOf(instruction, step.once ? kWalksX | kWalksY | kWalksZ : walks);
    if (step.block == nullptr)
      return base::InnerError(
          base::Text("element function ", InfoOf(instruction.function).name, " has no loop"));
    // Lanes of other sizes may not share a slot within one instruction: elements would be overtaken.
    const bool same_size = LaneBytes(instruction.lane) == LaneBytes(LaneOf(instruction.out));
    if (same_size && instruction.kind != Instruction::Kind::kSelect) FreeRead(instruction);
    const int16_t direct = direct_[static_cast<size_t>(instruction.out)];
    step.out = direct >= 0 && !step.once ? Place{Place::Kind::kResult, direct} : NewSlot();
    if (!(same_size && instruction.kind != Instruction::Kind::kSelect)) FreeRead(instruction);
    Value& out = ValueOf(instruction.out);
    out = {step.out, step.once, true};
    loop_.steps_.push_back(step);
    return {};
  }

  static Block BlockOf(const Instruction& instruction, unsigned walks) {
    switch (instruction.kind) {
      case Instruction::Kind::kUnary:
        return UnaryBlock(instruction.function, instruction.lane);
      case Instruction::Kind::kBinary:
        return BinaryBlock(instruction.function, instruction.lane, walks & (kWalksX | kWalksY));
      case Instruction::Kind::kSelect:
        return SelectBlock(instruction.lane, walks);
      case Instruction::Kind::kConvert:
        return ConvertBlock(instruction.lane, instruction.to);
    }
    return nullptr;
  }

  void AddResult(size_t i) {
    const Place to{Place::Kind::kResult, static_cast<int16_t>(i)};
    const Register at = program_.results[i].at;
    const Value value = Ready(at);
    if (value.place.kind == Place::Kind::kResult && value.place.index == to.index) return;
    Place from = value.place;
    if (value.once) {
      const Place filled = NewSlot();
      loop_.steps_.push_back({FillBlock(LaneOf(at)), from, {}, {}, filled, false, {}});
      from = filled;
    }
    loop_.steps_.push_back({StoreBlock(program_.results[i].type), from, {}, {}, to, false, {}});
    if (value.once) free_.push_back(from.index);
  }

  const ElementProgram& program_;
  ElementLoop& loop_;
  std::vector<Value> values_;       // by register
  std::vector<size_t> operand_of_;  // by register
  std::vector<size_t> last_use_;    // by register: the instruction; results are read after all of them
  std::vector<int16_t> direct_;     // by register: the result in whose memory it is made, or -1
  std::vector<int16_t> free_;
  size_t now_ = 0;
};

base::Result<ElementLoop> ElementLoop::Over(const ElementProgram& program, const ir::Shape& out,
                                            const std::vector<const ir::Shape*>& shapes) {
  if (program.operands.size() > kMostPorts || program.results.size() > kMostPorts) {
    return base::InvalidArgument(
        base::Text("an element program has at most ", kMostPorts, " operands and results"));
  }
  ElementLoop loop;
  GE_ASSIGN_OR_RETURN(loop.space_, Space::Over(out, shapes));
  const Space& space = loop.space_;
  loop.flat_ = space.outer() > 1 && space.inner() < kShortRow;
  int64_t widest = 4;
  for (const Lane lane : program.lanes) widest = std::max(widest, LaneBytes(lane));
  for (size_t k = 0; k < shapes.size(); ++k) {
    Port port;
    port.bytes = base::DataTypeBits(program.operands[k].type) / 8;
    port.scalar = space.IsScalar(k);
    port.gathered = loop.flat_ && !port.scalar && !space.IsWhole(k);
    port.walks = space.Walks(k);
    loop.operands_.push_back(port);
  }
  for (const ElementProgram::Port& result : program.results) {
    loop.result_bytes_.push_back(base::DataTypeBits(result.type) / 8);
  }
  loop.tile_count_ = kTileBytes / widest;
  const int64_t row = loop.flat_ ? space.count() : space.inner();
  loop.tiles_a_row_ = (row + loop.tile_count_ - 1) / loop.tile_count_;
  loop.tiles_ = loop.tiles_a_row_ * (loop.flat_ ? 1 : space.outer());
  GE_RETURN_IF_ERROR(Compiler(program, loop).Compile());
  return loop;
}

}  // namespace ge::cpu::compute
