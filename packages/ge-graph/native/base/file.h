#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/api.h"
#include "base/status.h"

namespace ge::base {

// Writes the pieces one after another to a temporary file beside `path`, then renames it: readers see the old
// file or the whole new one. Missing directories are made. Both get the permissions that the process's umask
// leaves. Errors: E13000 unusable path, E13004 cannot write; then no file is left behind.
GE_API Status WriteFileAtomically(const std::string& path, const std::vector<std::string_view>& pieces);

// Errors: E13001 cannot open, E13003 cannot read.
GE_API Result<std::string> ReadWholeFile(const std::string& path);

}  // namespace ge::base
