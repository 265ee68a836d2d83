#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/status.h"

namespace ge::cpu::kernels::onednn {

// y = a * b of float matrices, row-major; many at once with batches that stretch as numpy's do.
struct MatmulShape {
  std::vector<int64_t> a_batch;  // all three of one length
  std::vector<int64_t> b_batch;
  std::vector<int64_t> y_batch;
  int64_t rows = 1;
  int64_t inner = 1;
  int64_t columns = 1;
  bool transpose_a = false;  // a is stored [inner, rows]
  bool transpose_b = false;  // b is stored [columns, inner]
  bool has_bias = false;     // one element a column

  friend bool operator==(const MatmulShape& a, const MatmulShape& b) {
    return a.a_batch == b.a_batch && a.b_batch == b.b_batch && a.rows == b.rows && a.inner == b.inner &&
           a.columns == b.columns && a.transpose_a == b.transpose_a && a.transpose_b == b.transpose_b &&
           a.has_bias == b.has_bias;
  }
};

class Matmul {
 public:
  // With `packs_b`, b comes in a layout of its own, see Pack.
  static base::Result<std::unique_ptr<Matmul>> Make(const MatmulShape& shape, bool packs_b);
  ~Matmul();

  size_t packed_bytes() const;
  void Pack(const float* b, void* packed) const;
  // Whether a b that was packed for `other` can be used as it is.
  bool PacksLike(const Matmul& other) const;

  // Scratch memory for one run, aligned to 64 bytes.
  size_t workspace_bytes() const;
  // From any thread. `b` is packed, when it was said to be.
  base::Status Run(const float* a, const void* b, const float* bias, float* y, void* workspace) const;

 private:
  struct State;
  explicit Matmul(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace ge::cpu::kernels::onednn
