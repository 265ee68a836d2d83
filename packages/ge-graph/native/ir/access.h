#pragma once

#include <atomic>
#include <mutex>
#include <string_view>
#include <thread>

#include "base/api.h"

namespace ge::ir {

// Who works on a graph without the lock that guards it otherwise (in Python the interpreter's): any number of
// threads that read, or one that changes it, which may itself do both. A word in the past tense says what is
// done: "saved", "compiled".
class GE_API GraphAccess {
 public:
  // Empty when the calling thread may now read, or change, the graph until it calls `End...`; else what
  // another thread does with it.
  std::string_view BeginReading(std::string_view done);
  std::string_view BeginChanging(std::string_view done);
  void EndReading();
  void EndChanging();

  // What another thread does with the graph that forbids the calling one to read, or change, it; mostly
  // empty.
  std::string_view ForbidsReading() const { return IsFree() ? std::string_view() : AskReading(); }
  std::string_view ForbidsChanging() const { return IsFree() ? std::string_view() : AskChanging(); }

 private:
  // Whoever begins has the lock that guards the graph, and so has the thread that asks.
  bool IsFree() const { return claims_.load(std::memory_order_acquire) == 0; }
  std::string_view AskReading() const;
  std::string_view AskChanging() const;
  bool IsMine() const { return changing_ == 0 || changer_ == std::this_thread::get_id(); }

  std::atomic<int> claims_ = 0;  // that began and did not end
  mutable std::mutex mutex_;
  int reading_ = 0;
  int changing_ = 0;         // calls in each other
  std::thread::id changer_;  // while there are some
  std::string_view done_;    // by who came first; a literal
};

}  // namespace ge::ir
