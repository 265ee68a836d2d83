#include <cstdlib>
#include <map>
#include <string_view>

#include "passes/builtin.h"

namespace ge::passes {
namespace {

using Names = std::vector<std::string_view>;

std::map<std::string_view, BuiltinPass>& Passes() {
  static auto* const passes = new std::map<std::string_view, BuiltinPass>;
  return *passes;
}

const Names& OrderOf(Phase phase) {
  static const Names inference = {
      "DimensionComputePass",  // shapes that are known become constants ...
      "ConstantFoldingPass",   // ... and what is computed from constants only
  };
  static const Names prepare = {
      "NoUseReshapeRemovePass",  // each of these takes out what changes nothing: first by shape ...
      "UnchangedTransposeRemovePass",
      "DropOutPass",  // ... then what only training needs
      "StopGradientPass",
      "PreventGradientPass",
      "PlaceholderWithDefaultPass",
      "SnapshotPass",
      "GuaranteeConstPass",
      "IdentityPass",
      "PrunePass",  // what nobody reads after that
  };
  static const Names stage1 = {
      "ConstantFuseSamePass",                // equal constants become one, so that ...
      "CommonSubexpressionEliminationPass",  // ... equal computations are seen as equal
      "TransOpSymmetryEliminationPass",  // pairs that undo each other, whether or not sharing brought them
                                         // together
      "DimensionComputePass",            // passes of users may have made more of the graph constant
      "ConstantFoldingPass",
      "PrunePass",
  };
  static const Names stage2 = {
      "ConstantFoldingPass",  // after the last passes of users
      "RemoveSameConstPass",  // folding makes equal constants
      "IdentityPass",        "UnusedConstPass", "PrunePass",
  };
  switch (phase) {
    case Phase::kInference:
      return inference;
    case Phase::kPrepare:
      return prepare;
    case Phase::kStage1:
      return stage1;
    case Phase::kStage2:
      return stage2;
  }
  std::abort();
}

}  // namespace

BuiltinRegistration::BuiltinRegistration(BuiltinPass pass) { Passes().emplace(pass.name, pass); }

std::string_view PhaseName(Phase phase) {
  static constexpr std::string_view kNames[] = {"Inference", "Prepare", "Stage1", "Stage2"};
  return kNames[static_cast<size_t>(phase)];
}

std::vector<const BuiltinPass*> BuiltinPassesOf(Phase phase) {
  std::vector<const BuiltinPass*> passes;
  for (const std::string_view name : OrderOf(phase)) passes.push_back(&Passes().at(name));
  return passes;
}

}  // namespace ge::passes
