#include "ops/broadcast.h"

namespace ge::ops {
namespace {

// Each pair of elements is turned by the angle of its place.
const ShapeRegistration kSameAsInput({"RotaryMul", "RotaryPositionEmbedding"}, SameAsInput);

}  // namespace
}  // namespace ge::ops
