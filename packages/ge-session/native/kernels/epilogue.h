#pragma once

#include <memory>
#include <vector>

#include "base/status.h"
#include "compute/element/loop_plan.h"
#include "kernels/elementwise.h"
#include "kernels/shape_cache.h"

namespace ge::cpu::kernels {

// What a kernel does to its float result in the place of the element-wise operators that followed: their
// loop, over the result where it lies. oneDNN's own post-operations are not used: most of them lose a NaN.
class Epilogue {
 public:
  explicit Epilogue(const PrepareContext& c) {
    if (c.epilogue != nullptr) nodes_ = *c.epilogue;
  }

  bool empty() const { return nodes_.empty(); }

  // The loop for a result of so many elements, and what it reads besides. The other tensors have as many, or
  // one.
  struct Ready {
    std::shared_ptr<const ElementLoop> loop;  // null: there is nothing to do
    std::vector<const void*> operands;        // the first is the result
  };
  base::Result<Ready> For(const RunContext& c, float* y, int64_t count) const;
  // Does it to the elements [begin, end) of the result, on the calling thread.
  static void Do(const Ready& ready, int64_t begin, int64_t end);
  // Does it to the whole result, on several threads.
  base::Status DoAll(const RunContext& c, float* y, int64_t count) const;

 private:
  struct Prepared {
    int64_t count = 0;
    std::vector<bool> scalars;  // by operand
    std::shared_ptr<const ElementLoop> loop;
  };

  std::vector<int32_t> Ports() const;

  std::vector<ElementNode> nodes_;
  mutable ShapeCache<Prepared> cache_;
};

}  // namespace ge::cpu::kernels
