#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "compute/element/program.h"
#include "compute/element/space.h"

namespace ge::cpu::compute {

// A program made ready for operands of certain shapes: which block in which form, and where each value of a
// tile lies. Made once for the shapes; run by any number of threads.
class ElementLoop {
 public:
  // `shapes` has one for each operand; results have the shape `out`.
  ElementLoop() = default;
  static base::Result<ElementLoop> Over(const ElementProgram& program, const ir::Shape& out,
                                        const std::vector<const ir::Shape*>& shapes);

  static constexpr size_t kMostPorts = 64;

  // `operands` and `results` hold their elements, in the program's order. A result may lie where an operand
  // lies that has the result's shape and size of elements.
  void Run(const void* const* operands, void* const* results) const;
  // The elements [begin, end) of it, on the calling thread. Only where every operand has the result's shape
  // or one element. The pointers are those of the whole.
  void RunRange(int64_t begin, int64_t end, const void* const* operands, void* const* results) const;

 private:
  struct Place {
    enum class Kind : uint8_t { kNone, kSlot, kOperand, kResult, kLiteral };
    Kind kind = Kind::kNone;
    int16_t index = 0;
  };
  // One block on a tile; without one, operand `x` is gathered to `out`.
  struct Step {
    Block block = nullptr;
    Place x;
    Place y;
    Place z;
    Place out;
    bool once = false;  // on one element
    Numbers numbers;
  };
  struct Port {
    int64_t bytes = 0;  // of an element
    bool walks = true;  // in the last loop
    bool gathered = false;
    bool scalar = false;
  };
  struct Tile {
    int64_t row = 0;     // of the space's outer iterations
    int64_t column = 0;  // in its last loop
    int64_t count = 0;
  };
  class Compiler;

  Tile TileAt(int64_t i) const;
  void RunTiles(int64_t begin, int64_t end, const void* const* operands, void* const* results) const;
  void RunTile(const Tile& tile, char* slots, const void* const* operands, void* const* results) const;
  void Gather(size_t operand, const Tile& tile, const void* from, void* to) const;

  Space space_;
  std::vector<Port> operands_;
  std::vector<int64_t> result_bytes_;  // of an element
  std::vector<uint64_t> literals_;     // the bits of each
  std::vector<Step> steps_;
  int16_t slots_ = 0;
  int64_t tile_count_ = 0;  // elements of a tile at most
  int64_t tiles_a_row_ = 1;
  int64_t tiles_ = 0;
  bool flat_ = false;  // rows are short: tiles go over their ends
};

}  // namespace ge::cpu::compute
