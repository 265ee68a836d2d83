#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "compute/element/block.h"
#include "kernels/kernel.h"
#include "kernels/packed_product.h"

namespace ge::cpu::kernels {

// An element function with its numbers.
struct Activation {
  Function function = Function::kSame;
  Numbers numbers;
};

// What is done element by element in a step. Gates stand in the order input, output, forget, candidate.
struct LstmCell {
  Activation gate;                        // to input, output and forget gate
  Activation candidate;                   // to the candidate for new cell values
  Activation output;                      // to the cell values, before the output gate lets them out
  float clip = 0;                         // bound of what goes into the gates; 0: none
  bool couples_input_and_forget = false;  // the forget gate is 1 - the input gate
};

struct LstmSizes {
  int64_t time = 0;
  int64_t batch = 0;
  int64_t input = 0;
  int64_t hidden = 0;
  int64_t directions = 1;
};

// One direction's tensors.
struct LstmTensors {
  const float* x = nullptr;          // [time, batch, input]
  const float* w = nullptr;          // [4 * hidden, input]
  const float* r = nullptr;          // [4 * hidden, hidden]
  const float* bias = nullptr;       // [2, 4 * hidden], of w and of r; null: none
  const float* peepholes = nullptr;  // [3, hidden], of input, output and forget gate; null: none
  std::vector<int64_t> lengths;      // [batch]; empty: all sequences take the whole time
  bool backwards = false;
  float* y = nullptr;      // [time, directions, batch, hidden], at this direction
  float* state = nullptr;  // [batch, hidden], the first state, and in the end the last
  float* cell = nullptr;   // the same for the cell values
};

// One direction of a layer, with its weights packed where they are constant. From any thread.
class LstmDirection {
 public:
  LstmDirection(const LstmCell& cell, bool constant_w, bool constant_r)
      : cell_(cell), of_input_(constant_w), of_state_(constant_r) {}

  // There must be time, batch and hidden values.
  base::Status Run(RunContext& c, const LstmSizes& sizes, const LstmTensors& tensors);

 private:
  // A step of one sequence.
  void Step(int64_t hidden, const float* peepholes, float* gates, float* cell, float* state) const;

  const LstmCell cell_;
  PackedProduct of_input_;
  PackedProduct of_state_;
};

}  // namespace ge::cpu::kernels
