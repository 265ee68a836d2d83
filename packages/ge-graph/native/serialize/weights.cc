#include "serialize/weights.h"

#include <string>

namespace ge::serialize {

std::optional<DataPlace> Weights::Place(const ir::Tensor& tensor) {
  if (tensor.size_bytes() < kAlignment) return std::nullopt;
  const auto [at, is_new] = placed_.try_emplace({tensor.data->data(), tensor.size_bytes()}, 0);
  if (is_new) {
    segments_.Add(std::string((kAlignment - size() % kAlignment) % kAlignment, '\0'));
    at->second = static_cast<int64_t>(size());
    segments_.Add(tensor.data);
  }
  return DataPlace{at->second, ""};
}

}  // namespace ge::serialize
