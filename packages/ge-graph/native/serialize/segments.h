#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/api.h"
#include "base/buffer.h"

namespace ge::serialize {

// The bytes of a file in pieces, so that weights are written from where they lie. Holds what the pieces view.
class GE_API Segments {
 public:
  Segments() = default;
  Segments(Segments&&) noexcept = default;
  Segments& operator=(Segments&&) noexcept = default;
  Segments(const Segments&) = delete;
  Segments& operator=(const Segments&) = delete;

  void Add(std::string bytes);
  void Add(std::shared_ptr<base::Buffer> bytes);
  // Takes over the pieces of another.
  void Add(Segments other);

  const std::vector<std::string_view>& pieces() const { return pieces_; }
  size_t size() const { return size_; }
  std::string Join() const;

 private:
  std::vector<std::string_view> pieces_;
  size_t size_ = 0;
  std::deque<std::string> own_;
  std::vector<std::shared_ptr<base::Buffer>> shared_;
  std::vector<std::unique_ptr<Segments>> taken_;
};

}  // namespace ge::serialize
