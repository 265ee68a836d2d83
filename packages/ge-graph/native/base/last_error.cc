#include "base/last_error.h"

namespace ge::base {
namespace {

std::string& Slot() {
  thread_local std::string error;
  return error;
}

}  // namespace

void SetLastError(const Status& error) { Slot() = error.ok() ? std::string() : error.ToString(); }

const std::string& LastError() { return Slot(); }

}  // namespace ge::base
