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
  // Whether two graphs compute the same, for a pass whose effect can be checked; the error says what differs.
  std::function<base::Status(const std::shared_ptr<ir::Graph>& before,
                             const std::shared_ptr<ir::Graph>& after)>
      verify = nullptr;
};

// Makes a pass known to all later compilations. Fails (E13030) when the name is empty or taken.
GE_API base::Status RegisterPass(PassDescriptor descriptor);
// Forgets a pass; nothing happens when it is not known.
GE_API void UnregisterPass(const std::string& name);

// The stage's passes in byte order of their names: the order in which they run.
GE_API std::vector<PassDescriptor> PassesOf(Stage stage);

// Something that brings passes, such as the Python passes that an environment variable names. `load` makes
// what it has known by `RegisterPass` unless it has done so already, by the options of the process; `unload`
// takes it back. Called one at a time.
struct PassSource {
  std::function<base::Status(const Options&)> load;
  std::function<void()> unload;
};
GE_API void AddPassSource(PassSource source);

// Makes the passes of all sources known, when GE or building is initialised. Loads and unloads are counted:
// the first load does the work, whatever changes in the environment afterwards, and the last unload takes it
// back. Fails (E13029) when a source cannot bring its passes; nothing is counted then.
GE_API base::Status LoadPasses(const Options& options);
GE_API void UnloadPasses();
// For a compilation without initialisation: when nothing is loaded the passes are, and stay until somebody
// loads and unloads.
GE_API base::Status EnsurePassesLoaded(const Options& options);

}  // namespace ge::passes
