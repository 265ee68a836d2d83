#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ge::cpu::plan {

// A tensor's place in time and its size: alive from the step that makes it to the last one that reads it,
// both included.
struct Lifetime {
  size_t size_bytes = 0;
  int32_t first = 0;
  int32_t last = 0;
};

// Where each tensor lies in one block of memory.
struct MemoryPlan {
  std::vector<size_t> offsets;  // by lifetime, each a multiple of 64
  size_t total_bytes = 0;
};

// Gives tensors that are never alive together the same memory. Takes n log n steps.
MemoryPlan PlanMemory(const std::vector<Lifetime>& lifetimes);

}  // namespace ge::cpu::plan
