#pragma once

#include <string>

#include "bodies/body.h"

namespace ge::bodies {

// Hendrycks and Gimpel, Gaussian Error Linear Units, arXiv:1606.08415. `approximate` is "none" or "tanh".
Value Gelu(Body& b, Value x, const std::string& approximate);

}  // namespace ge::bodies
