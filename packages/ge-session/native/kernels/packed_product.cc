#include "kernels/packed_product.h"

namespace ge::cpu::kernels {

base::Result<PackedProduct::Shared> PackedProduct::For(const onednn::MatmulShape& shape, const float* b) {
  if (Shared found = cache_.Find([&](const ReadyProduct& entry) { return entry.shape == shape; }))
    return found;
  auto made = std::make_shared<ReadyProduct>();
  made->shape = shape;
  GE_ASSIGN_OR_RETURN(made->matmul, onednn::Matmul::Make(shape, constant_b_));
  if (constant_b_) made->packed = Packed(*made->matmul, b);
  cache_.Add(made);
  return Shared(made);
}

std::shared_ptr<base::Buffer> PackedProduct::Packed(const onednn::Matmul& matmul, const float* b) {
  const Shared like = cache_.Find([&](const ReadyProduct& other) { return matmul.PacksLike(*other.matmul); });
  if (like != nullptr) return like->packed;
  std::shared_ptr<base::Buffer> packed = base::Buffer::AllocateForWriting(matmul.packed_bytes());
  matmul.Pack(b, packed->mutable_data());
  return packed;
}

}  // namespace ge::cpu::kernels
