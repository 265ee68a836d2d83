#pragma once

namespace ge::cpu::exec {

// While one lives, the process is not forked: a thread that wants to waits. So a child, which has but the
// thread that forked, finds no lock held and no work half done by the others, here and in oneDNN; and since
// the forking thread ends its OpenMP threads first, it starts its own instead of waiting for those of its
// parent.
class NoFork {
 public:
  NoFork();
  ~NoFork();
  NoFork(const NoFork&) = delete;
  NoFork& operator=(const NoFork&) = delete;
};

}  // namespace ge::cpu::exec
