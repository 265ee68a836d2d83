#include "bodies/body.h"

namespace ge::bodies {
namespace {

// tf.nn.bias_add: bias [c] is added along the channels, which are the last dimension or, in NCHW, the second.
GE_BODY(BiasAdd) {
  const auto layout = b.Attr<std::string>("data_format");
  const int64_t rank = b.Rank(0);
  if (layout != "NHWC" && layout != "NCHW") b.Refuse("data_format must be NHWC or NCHW, given ", layout);
  const bool last = layout == "NHWC" || rank == 2;
  if (!last && rank != 4) b.Refuse("data_format NCHW is for x of 2 or 4 dimensions, given ", b.Shape(0));
  const Value bias = last ? b.Input(1) : b.Op("Reshape", {b.Input(1), b.Ints({-1, 1, 1})});
  b.Output(0, b.Op("Add", {b.Input(0), bias}));
}

}  // namespace
}  // namespace ge::bodies
