#pragma once

#include <pybind11/pybind11.h>

#include <stdexcept>
#include <utility>

#include "base/last_error.h"
#include "base/status.h"

// Where a status becomes a Python exception, the same for every native module. May be called without the GIL.
namespace ge::bindings {

[[noreturn]] inline void Raise(const base::Status& error) {
  base::SetLastError(error);
  if (error.code() == base::kInvalidArgument) throw pybind11::value_error(error.ToString());
  throw std::runtime_error(error.ToString());
}

inline void RaiseIfError(const base::Status& status) {
  if (!status.ok()) Raise(status);
}

template <typename T>
T ValueOrRaise(base::Result<T> result) {
  if (!result.ok()) Raise(result.status());
  return std::move(result).value();
}

}  // namespace ge::bindings
