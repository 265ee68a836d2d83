#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "base/status.h"
#include "ir/graph.h"
#include "passes/graph_indexes.h"

namespace ge::passes {

using Options = backend::Options;

// When the passes of users run in a compilation; the numbers are those of the public stages.
enum class Stage : int32_t {
  kBeforeInferShape = 0,
  kAfterInferShape = 1,
  kAfterAssignLogicStream = 2,  // of device compilers: passes may name it, and never run here
  kAfterBuiltinFusionPass = 3,
  kAfterOriginGraphOptimize = 4,
  kCompatibleInherited = 5,  // the same
};

inline constexpr Stage kStages[] = {Stage::kBeforeInferShape, Stage::kAfterInferShape,
                                    Stage::kAfterBuiltinFusionPass, Stage::kAfterOriginGraphOptimize};

// The stage of this name; nothing when there is none.
GE_API std::optional<Stage> StageOf(std::string_view name);
// Whether a compilation has this stage: it is one of `kStages`.
GE_API bool IsRun(Stage stage);

// `BeforeInferShape`, ...
GE_API std::string_view StageName(Stage stage);

enum class Outcome { kChanged, kUnchanged };

struct PassReport;

// What a pass may ask while it runs. One for all passes of a stage: the name is set for each, a message
// stays. Shared, since a pass in Python may keep it longer than the stage lasts.
class GE_API PassContext : public std::enable_shared_from_this<PassContext> {
 public:
  PassContext(Options options, int64_t session_id) : options_(std::move(options)), session_id_(session_id) {}

  // Null when the option is not set.
  const std::string* Option(const std::string& key) const {
    const auto found = options_.find(key);
    return found == options_.end() ? nullptr : &found->second;
  }
  int64_t session_id() const { return session_id_; }

  std::string pass_name;
  std::string error_message;
  bool shapes_known = false;     // the stage comes after shape inference
  PassReport* report = nullptr;  // what to fill, if anybody asks
  GraphIndexes indexes;          // of the graphs as they are: who calls hooks has them forgotten

 private:
  Options options_;
  int64_t session_id_;
};

// Changes a graph. One object serves the root graph and each of its subgraphs during one stage.
class GE_API Pass {
 public:
  virtual ~Pass() = default;
  // On failure the graph stays as far as it was changed.
  virtual base::Result<Outcome> Run(ir::Graph& graph, PassContext& context) = 0;
};

}  // namespace ge::passes
