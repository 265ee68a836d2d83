#pragma once

#include <cstdint>
#include <vector>

#include "plan/program.h"
#include "plan/step_context.h"

namespace ge::cpu::exec {

// What is known of a tensor for one set of input shapes.
struct ValueFacts {
  bool varies = false;        // its elements may differ from run to run
  bool shape_varies = false;  // even its shape may
};

// What the first run of a step showed.
struct StepFacts {
  bool folded = false;  // its outputs are the same in every run: it need not run again
  bool fixed_shapes = false;
  plan::Forwards forwards;  // by output; of a step with bodies empty
};

// Whose memory a tensor's elements lie in.
enum class Home : uint8_t {
  kConstant,  // its own, from the first run on
  kInput,     // the caller's
  kArena,     // a part of the frame's block that others use before and after
  kResult,    // a buffer that goes to the caller
  kFloating,  // what the step that makes it takes or shares
};

struct StoragePlan {
  std::vector<bool> runs;            // by step: it has to run
  std::vector<plan::ValueId> roots;  // by value: the tensor whose elements it shares, often itself
  std::vector<Home> homes;           // by value, of its root
  std::vector<size_t> offsets;       // by value, where it lies in the arena
  size_t arena_bytes = 0;
};

// `tensors`: the descriptors that the first run gave, by value.
StoragePlan PlanStorage(const plan::Program& program, const std::vector<ir::Tensor>& tensors,
                        const std::vector<ValueFacts>& values, const std::vector<StepFacts>& steps);

}  // namespace ge::cpu::exec
