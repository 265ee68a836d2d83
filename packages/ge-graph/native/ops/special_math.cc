#include "ops/broadcast.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput({"BesselI0e", "BesselI1e", "Dawsn", "Digamma", "Erf", "Erfc", "Erfinv",
                                      "Expint", "FresnelCos", "FresnelSin", "Lgamma", "Ndtri", "Sinc",
                                      "Spence"},
                                     SameAsInput);
const ShapeRegistration kBroadcast({"Betainc", "Igamma", "IgammaGradA", "Igammac", "NextAfter", "Zeta"},
                                   Broadcast);

}  // namespace
}  // namespace ge::ops
