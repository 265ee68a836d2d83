#include "passes/pass.h"

namespace ge::passes {

std::string_view StageName(Stage stage) {
  switch (stage) {
    case Stage::kBeforeInferShape:
      return "BeforeInferShape";
    case Stage::kAfterInferShape:
      return "AfterInferShape";
    case Stage::kAfterBuiltinFusionPass:
      return "AfterBuiltinFusionPass";
    case Stage::kAfterOriginGraphOptimize:
      return "AfterOriginGraphOptimize";
  }
  return "";
}

}  // namespace ge::passes
