#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "passes/pass.h"
#include "passes/report.h"

namespace ge::passes {

// Told of the passes of users that a compilation runs, each on the root graph with its subgraphs. An error
// ends the compilation.
class GE_API PassObserver {
 public:
  virtual ~PassObserver() = default;
  // Whether a pass is run: one of users at its stage, a built-in one in its phase, by the names that
  // PassOrder has.
  virtual bool Runs(const std::string& pass, std::string_view where) const = 0;
  virtual base::Status Before(const std::string& pass, Stage stage,
                              const std::shared_ptr<ir::Graph>& root) = 0;
  // Not called when the pass fails. `seconds` is what it took.
  virtual base::Status After(const std::string& pass, const std::shared_ptr<ir::Graph>& root, Outcome outcome,
                             const PassReport& report, double seconds) = 0;
};

// Lets compilations of this thread tell an observer, null for none, from now on. Gives the one before.
GE_API PassObserver* SetPassObserver(PassObserver* observer);
GE_API PassObserver* CurrentPassObserver();

}  // namespace ge::passes
