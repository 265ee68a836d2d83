#include "ops/dims.h"

namespace ge::ops {
namespace {

// What the attributes say; nothing is known of a tensor that they do not tell of.
GE_SHAPE(GetNext) {
  const auto& types = c.Attr<std::vector<base::DataType>>("output_types");
  const auto& shapes = c.Attr<std::vector<std::vector<int64_t>>>("output_shapes");
  for (int32_t i = 0; i < c.output_count(); ++i) {
    const auto at = static_cast<size_t>(i);
    const ir::Shape shape = at < shapes.size() ? ir::Shape(shapes[at]) : ir::Shape::UnknownRank();
    GE_RETURN_IF_ERROR(c.SetOutput(i, shape, at < types.size() ? types[at] : base::DataType::kUndefined));
  }
  return {};
}

}  // namespace
}  // namespace ge::ops
