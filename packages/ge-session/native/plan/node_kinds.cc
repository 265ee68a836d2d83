#include "plan/node_kinds.h"

#include <unordered_set>

namespace ge::cpu::plan {
namespace {

using Types = std::unordered_set<base::Name>;

bool IsIn(const Types& types, base::Name type) { return types.find(type) != types.end(); }

}  // namespace

bool IsGraphInput(base::Name type) {
  static const Types types{"Data", "RefData"};
  return IsIn(types, type);
}

bool IsConstant(base::Name type) {
  static const Types types{"Const", "Constant"};
  return IsIn(types, type);
}

bool IsControlFlow(base::Name type) {
  static const Types types{"If",
                           "_If",
                           "StatelessIf",
                           "Case",
                           "StatelessCase",
                           "While",
                           "_While",
                           "StatelessWhile",
                           "For",
                           "PartitionedCall",
                           "StatefulPartitionedCall"};
  return IsIn(types, type);
}

bool ReadsShapesOnly(base::Name type) {
  static const Types types{"Shape", "ShapeN", "Size", "Rank"};
  return IsIn(types, type);
}

}  // namespace ge::cpu::plan
