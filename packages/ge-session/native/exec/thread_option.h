#pragma once

#include "backend/backend.h"

namespace ge::cpu::exec {

// How many threads a graph that is loaded with these options runs on: the option `ge.exec.threads`, else the
// environment variable GE_EXEC_THREADS, else 0: as OpenMP's settings say. E10001: the text is no number from
// 1 to 1024.
base::Result<int> ThreadsFor(const backend::Options& options);

}  // namespace ge::cpu::exec
