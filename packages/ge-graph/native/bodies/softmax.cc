#include "bodies/body.h"

namespace ge::bodies {
namespace {

// torch.nn.functional.log_softmax, along one axis or over several at once. In float, rounded at the end.
GE_BODY(LogSoftmaxV2) {
  const Attrs along = {{"axes", b.Attr<Ints>("axes")}, {"keep_dims", true}};
  const Value x = b.InFloat(b.Input(0));
  const Value lowered = b.Op("Sub", {x, b.Op("ReduceMaxD", {x}, along)});
  const Value sum = b.Op("ReduceSumD", {b.Op("Exp", {lowered})}, along);
  b.Output(0, b.Cast(b.Op("Sub", {lowered, b.Op("Log", {sum})}), b.Type(0)));
}

}  // namespace
}  // namespace ge::bodies
