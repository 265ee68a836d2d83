#include "exec/fork.h"

#include <pthread.h>

#include "compute/parallel.h"

namespace ge::cpu::exec {
namespace {

// Read by what must not be forked, written by a fork. A fork that waits goes first, or it could wait for
// ever.
pthread_rwlock_t gate = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
thread_local int depth = 0;

// A thread that forks in the middle of its own work would wait for itself.
void BeforeFork() {
  if (depth == 0) pthread_rwlock_wrlock(&gate);
  compute::EndIdleThreads();
}

void InParent() {
  if (depth == 0) pthread_rwlock_unlock(&gate);
}

// The threads that waited at the gate are not here.
void InChild() {
  gate = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
  if (depth > 0) pthread_rwlock_rdlock(&gate);
}

[[maybe_unused]] const int kRegistered = pthread_atfork(BeforeFork, InParent, InChild);

}  // namespace

NoFork::NoFork() {
  if (depth++ == 0) pthread_rwlock_rdlock(&gate);
}

NoFork::~NoFork() {
  if (--depth == 0) pthread_rwlock_unlock(&gate);
}

}  // namespace ge::cpu::exec
