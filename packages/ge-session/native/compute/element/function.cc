#include "compute/element/function.h"

namespace ge::cpu::compute {

const FunctionInfo& InfoOf(Function function) {
  static constexpr FunctionInfo kInfos[] = {
#define GE_BINARY(name, lanes, ...) {#name, 2, lanes, false},
#define GE_COMPARE(name, lanes, ...) {#name, 2, lanes, true},
#define GE_UNARY(name, lanes, ...) {#name, 1, lanes, false},
#define GE_TEST(name, lanes, ...) {#name, 1, lanes, true},
#include "compute/element/binary.inc"
#include "compute/element/unary.inc"
#undef GE_BINARY
#undef GE_COMPARE
#undef GE_UNARY
#undef GE_TEST
  };
  return kInfos[static_cast<size_t>(function)];
}

}  // namespace ge::cpu::compute
