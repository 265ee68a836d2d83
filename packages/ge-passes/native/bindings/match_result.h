#pragma once

#include <stdexcept>

#include "match/match.h"

namespace ge::passes::python {

// A view of the engine's match, good until it is invalidated: at the end of the hook that it was made for.
class MatchResult {
 public:
  explicit MatchResult(const match::Match* match) : match_(match) {}
  const match::Match& Get() const {
    if (match_ == nullptr)
      throw std::runtime_error("this MatchResult has expired: it is good during its hook only");
    return *match_;
  }
  void Invalidate() { match_ = nullptr; }

 private:
  const match::Match* match_;
};

}  // namespace ge::passes::python
