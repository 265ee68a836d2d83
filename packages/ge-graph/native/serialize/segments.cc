#include "serialize/segments.h"

namespace ge::serialize {

void Segments::Add(std::string bytes) {
  if (bytes.empty()) return;
  pieces_.push_back(own_.emplace_back(std::move(bytes)));
  size_ += pieces_.back().size();
}

void Segments::Add(std::shared_ptr<base::Buffer> bytes) {
  if (bytes == nullptr || bytes->size() == 0) return;
  pieces_.push_back(bytes->view());
  size_ += bytes->size();
  shared_.push_back(std::move(bytes));
}

void Segments::Add(Segments other) {
  const auto taken = taken_.insert(taken_.end(), std::make_unique<Segments>(std::move(other)));
  pieces_.insert(pieces_.end(), (*taken)->pieces_.begin(), (*taken)->pieces_.end());
  size_ += (*taken)->size_;
}

std::string Segments::Join() const {
  std::string whole;
  whole.reserve(size_);
  for (const std::string_view piece : pieces_) whole += piece;
  return whole;
}

}  // namespace ge::serialize
