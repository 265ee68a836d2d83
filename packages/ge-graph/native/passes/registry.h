#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "passes/pass.h"

namespace ge::passes {

// A pass of a user, as it is known before it is made.
struct PassDescriptor {
  std::string name;
  Stage stage = Stage::kBeforeInferShape;
  // Called once a stage run; fails when the pass cannot be made.
  std::function<base::Result<std::unique_ptr<Pass>>()> create;
};

// Makes a pass known to all later compilations. Fails (E13030) when the name is empty or taken.
GE_API base::Status RegisterPass(PassDescriptor descriptor);
// Forgets a pass; nothing happens when it is not known.
GE_API void UnregisterPass(const std::string& name);

// The stage's passes in byte order of their names: the order in which they run.
GE_API std::vector<PassDescriptor> PassesOf(Stage stage);

// Something that brings passes when they are first needed, such as the Python passes of an environment
// variable. It is asked at the begin of every compilation and makes what it has known by `RegisterPass`; an
// error fails the compilation.
using PassSource = std::function<base::Status()>;
GE_API void AddPassSource(PassSource source);
GE_API base::Status AskPassSources();

}  // namespace ge::passes
