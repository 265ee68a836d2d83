#include "compute/cast.h"

#include <cstring>

#include "compute/element/loop_plan.h"
#include "compute/element/writer.h"

namespace ge::cpu::compute {

bool CastElements(base::DataType from, const void* x, base::DataType to, void* y, int64_t count) {
  if (count == 0) return LaneOf(from) && LaneOf(to);
  if (from == to && LaneOf(from)) {
    std::memcpy(y, x, static_cast<size_t>(base::DataBytes(from, count)));
    return true;
  }
  ElementWriter writer;
  writer.Result(writer.Cast(writer.Operand(from), to));
  const base::Result<ElementProgram> program = writer.Finish();
  if (!program.ok()) return false;
  const ir::Shape shape{count};
  const base::Result<ElementLoop> loop = ElementLoop::Over(*program, shape, {&shape});
  if (!loop.ok()) return false;
  loop->Run(&x, &y);
  return true;
}

}  // namespace ge::cpu::compute
