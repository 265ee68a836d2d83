#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "passes/pass.h"

namespace ge::passes {

enum class BuiltinSwitch { kNone, kConstantFolding, kDeadCodeElimination };

// Which passes a compilation leaves out: from `ge.optimizationSwitch`, the file named by
// `ge.fusionSwitchFile`, `ge.disableOptimizations`, `ge.oo.level`, `ge.oo.constantFolding` and
// `ge.oo.deadCodeElimination`.
class GE_API PassSwitches {
 public:
  // Fails (E10001) on a level or a true/false option with another value. Switch entries that cannot be read
  // are left out with a warning.
  static base::Result<PassSwitches> Read(const Options& options);

  // For the passes of users.
  bool IsOn(const std::string& pass) const;
  // For built-in passes; `level` is the lowest optimisation level at which the pass is on.
  bool IsOn(const std::string& pass, int level, BuiltinSwitch by) const;

 private:
  void ReadSwitchText(std::string_view text);
  void ReadSwitchFile(const std::string& path);

  std::map<std::string, bool> by_option_;
  std::map<std::string, bool> by_file_;
  std::set<std::string> disabled_;
  int level_ = 3;
  bool constant_folding_ = true;
  bool dead_code_elimination_ = true;
};

}  // namespace ge::passes
