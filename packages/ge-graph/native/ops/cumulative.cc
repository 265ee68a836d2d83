#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

// Sums and the like so far: one for each element.
const ShapeRegistration kSameAsInput({"Cumprod", "Cumsum", "CumulativeLogsumexp", "CumprodD", "CumsumD",
                                      "CumulativeLogsumexpD"},
                                     SameAsInput);

base::Status WithPlace(ShapeContext& c) {
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  return c.SetOutput(1, c.InputShape(0), base::DataType::kInt32);
}
const ShapeRegistration kWithPlace({"Cummax", "Cummin"}, WithPlace);

}  // namespace
}  // namespace ge::ops
