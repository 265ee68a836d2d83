#pragma once

#include "bodies/body.h"

// The last dimension as pairs of neighbours, whatever the other dimensions are.
namespace ge::bodies {

// [..., 2n] to the elements of even and of odd number, each [..., n].
Values Deinterleave(Body& b, Value x);
// The other way round.
Value Interleave(Body& b, Value even, Value odd);

}  // namespace ge::bodies
