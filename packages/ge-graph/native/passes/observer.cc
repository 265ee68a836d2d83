#include "passes/observer.h"

#include <utility>

namespace ge::passes {
namespace {

thread_local PassObserver* current = nullptr;

}  // namespace

PassObserver* SetPassObserver(PassObserver* observer) { return std::exchange(current, observer); }

PassObserver* CurrentPassObserver() { return current; }

}  // namespace ge::passes
