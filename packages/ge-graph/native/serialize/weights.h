#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/api.h"
#include "base/buffer.h"
#include "ir/tensor.h"
#include "serialize/model_def.h"
#include "serialize/segments.h"

namespace ge::serialize {

// Collects the elements of tensors for the weights of a container, for WriteOptions::place_data. They are not
// copied; tensors that share elements share a place.
class GE_API Weights {
 public:
  // Where each tensor begins is a multiple of this.
  static constexpr size_t kAlignment = 64;

  // None for so few elements that they may as well stand in the model.
  std::optional<DataPlace> Place(const ir::Tensor& tensor);
  size_t size() const { return segments_.size(); }
  Segments Take() { return std::move(segments_); }

 private:
  Segments segments_;
  std::map<std::pair<const void*, size_t>, int64_t> placed_;
};

}  // namespace ge::serialize
