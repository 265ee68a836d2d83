#pragma once

#include <memory>

#include "base/buffer.h"
#include "base/status.h"
#include "kernels/onednn/matmul.h"
#include "kernels/shape_cache.h"

namespace ge::cpu::kernels {

// A product made ready for one pair of shapes.
struct ReadyProduct {
  // `b` is read only where it was not packed.
  base::Status Run(const float* a, const float* b, const float* bias, float* y, void* workspace) const {
    const void* used_b = packed == nullptr ? b : packed->data();
    return matmul->Run(a, used_b, bias, y, workspace);
  }

  onednn::MatmulShape shape;
  std::unique_ptr<onednn::Matmul> matmul;
  std::shared_ptr<base::Buffer> packed;  // null: b differs from run to run
};

// Products with one b, for the shapes of a that come along. From any thread.
class PackedProduct {
 public:
  // `constant_b` says that b is the same in every run: it is packed then, once for all shapes where that can
  // be.
  explicit PackedProduct(bool constant_b) : constant_b_(constant_b) {}

  using Shared = std::shared_ptr<const ReadyProduct>;
  base::Result<Shared> For(const onednn::MatmulShape& shape, const float* b);

 private:
  std::shared_ptr<base::Buffer> Packed(const onednn::Matmul& matmul, const float* b);

  const bool constant_b_;
  ShapeCache<ReadyProduct> cache_;
};

}  // namespace ge::cpu::kernels
