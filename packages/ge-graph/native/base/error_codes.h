#pragma once

#include <string_view>
#include <vector>

#include "base/api.h"

namespace ge::base {

// An error that users may see. Families: E100 options and arguments, E104 single operators, E105 operator
// prototypes, E11 Caffe, E12 TensorFlow, E13 files and environment, E14 compiling operators, E16 ONNX, E1xxxx
// with a free text; W11 warnings.
struct GE_API ErrorInfo {
  std::string_view code;   // `E10001`
  std::string_view title;  // `Invalid_Argument`
  std::string_view
      parameters;  // names of what its text tells, in order: `value, parameter, reason`; may be empty

  std::vector<std::string_view> ParameterNames() const;
};

// Null for a code that is in no catalogue.
GE_API const ErrorInfo* FindError(std::string_view code);

// All codes of the catalogue, sorted.
GE_API const std::vector<std::string_view>& ErrorCodes();

}  // namespace ge::base
