#pragma once

#include "base/status.h"

namespace ge::passes {

// Starts an interpreter in a process that has none, of a C++ program: that of the command `python3`, or else
// of `python`, whose shared library is loaded unless the program links one. It ends with the process, and no
// thread holds its lock afterwards. Fails (E19999) when there is no such command, or its Python has no shared
// library.
base::Status StartInterpreter();

}  // namespace ge::passes
