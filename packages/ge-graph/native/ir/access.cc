#include "ir/access.h"

namespace ge::ir {

std::string_view GraphAccess::BeginReading(std::string_view done) {
  const std::lock_guard lock(mutex_);
  if (!IsMine()) return done_;
  if (reading_ == 0 && changing_ == 0) done_ = done;
  ++reading_;
  ++claims_;
  return {};
}

std::string_view GraphAccess::BeginChanging(std::string_view done) {
  const std::lock_guard lock(mutex_);
  if (!IsMine() || (reading_ != 0 && changing_ == 0)) return done_;
  if (changing_++ == 0) {
    done_ = done;
    changer_ = std::this_thread::get_id();
  }
  ++claims_;
  return {};
}

void GraphAccess::EndReading() {
  const std::lock_guard lock(mutex_);
  --reading_;
  --claims_;
}

void GraphAccess::EndChanging() {
  const std::lock_guard lock(mutex_);
  --changing_;
  --claims_;
}

std::string_view GraphAccess::AskReading() const {
  const std::lock_guard lock(mutex_);
  return IsMine() ? std::string_view() : done_;
}

std::string_view GraphAccess::AskChanging() const {
  const std::lock_guard lock(mutex_);
  return IsMine() && (reading_ == 0 || changing_ != 0) ? std::string_view() : done_;
}

}  // namespace ge::ir
