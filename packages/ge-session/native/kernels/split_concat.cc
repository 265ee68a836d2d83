#include <cstring>

#include "compute/parallel.h"
#include "kernels/attr.h"
#include "kernels/integers.h"
#include "kernels/move.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

// One tensor's part in rows that several tensors share: `bytes` of each row, after `offset`.
struct Part {
  char* data = nullptr;
  int64_t offset = 0;
  int64_t bytes = 0;
};

constexpr int64_t kGrainBytes = 65536;

// Copies each part of each row of `whole`, from the parts or to them.
void CopyParts(const std::vector<Part>& parts, char* whole, int64_t rows, int64_t row_bytes, bool joining) {
  ParallelFor(rows, kGrainBytes / std::max<int64_t>(row_bytes, 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      for (const Part& part : parts) {
        if (part.bytes == 0) continue;
        char* here = part.data + row * part.bytes;
        char* there = whole + row * row_bytes + part.offset;
        std::memcpy(joining ? there : here, joining ? here : there, static_cast<size_t>(part.bytes));
      }
    }
  });
}

// A tensor's part of a row: its elements from `axis` on.
int64_t RowBytes(const ir::Tensor& tensor, size_t axis) {
  return ElementsBetween(tensor.desc.shape, axis, tensor.desc.shape.size()) *
         base::DataTypeBits(tensor.desc.type) / 8;
}

// Joins the node's inputs [first, first + count); the rows are the dimensions before `axis` of the result.
base::Status Join(RunContext& c, int32_t first, int32_t count, size_t axis) {
  ir::Tensor& y = c.Output(0);
  std::vector<Part> parts;
  int64_t offset = 0;
  for (int32_t i = first; i < first + count; ++i) {
    const ir::Tensor& x = c.Input(i);
    if (x.desc.type != y.desc.type) {
      return Refuse(c, "all inputs must have one data type, given ", y.desc.type, " and ", x.desc.type);
    }
    const int64_t bytes = RowBytes(x, axis);
    // Only read from: see CopyParts.
    parts.push_back({const_cast<char*>(x.elements<char>()), offset, bytes});
    offset += bytes;
  }
  const int64_t rows = ElementsBetween(y.desc.shape, 0, axis);
  if (rows * offset != base::DataBytes(y.desc.type, y.desc.shape.Elements())) {
    return Refuse(c, "the inputs do not make up the result of shape ", y.desc.shape);
  }
  if (offset > 0) CopyParts(parts, MutableElements<char>(y), rows, offset, true);
  return {};
}

base::Status Concatenate(RunContext& c, int64_t axis_number, int32_t first) {
  const auto count = static_cast<int32_t>(c.node().InputRange(first == 0 ? 0 : 1).count);
  GE_ASSIGN_OR_RETURN(const size_t axis, Axis(c, axis_number, c.Input(first).desc.shape.size()));
  return Join(c, first, count, axis);
}

base::Status ConcatenateByAttr(RunContext& c) {
  GE_ASSIGN_OR_RETURN(const int64_t axis, AttrOf<int64_t>(c, "concat_dim"));
  return Concatenate(c, axis, 0);
}

base::Status SplitAlong(RunContext& c, int64_t axis_number, int32_t x_port) {
  const ir::Tensor& x = c.Input(x_port);
  GE_ASSIGN_OR_RETURN(const size_t axis, Axis(c, axis_number, x.desc.shape.size()));
  std::vector<Part> parts;
  int64_t offset = 0;
  for (int32_t i = 0; i < c.node().output_count(); ++i) {
    ir::Tensor& y = c.Output(i);
    const int64_t bytes = RowBytes(y, axis);
    parts.push_back({MutableElements<char>(y), offset, bytes});
    offset += bytes;
  }
  if (offset != RowBytes(x, axis)) {
    return Refuse(c, "the parts do not add up to dimension ", axis, " of x, ", x.desc.shape[axis]);
  }
  // Only read from: see CopyParts.
  char* whole = const_cast<char*>(x.elements<char>());
  if (offset > 0) CopyParts(parts, whole, ElementsBetween(x.desc.shape, 0, axis), offset, false);
  return {};
}

base::Status SplitByAttr(RunContext& c) {
  GE_ASSIGN_OR_RETURN(const int64_t axis, AttrOf<int64_t>(c, "split_dim"));
  return SplitAlong(c, axis, 0);
}

}  // namespace

GE_KERNEL(ConcatD, kFixedSize) { return ConcatenateByAttr(c); }
GE_KERNEL(ConcatV2D, kFixedSize) { return ConcatenateByAttr(c); }
GE_KERNEL(ConcatV2, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const int64_t axis, Integer(c, c.node().input_count() - 1));
  return Concatenate(c, axis, 0);
}
GE_KERNEL(Concat, kIndexes) {
  GE_ASSIGN_OR_RETURN(const int64_t axis, Integer(c, 0));
  return Concatenate(c, axis, 1);
}
GE_KERNEL(Pack, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const int64_t number, AttrOf<int64_t>(c, "axis"));
  GE_ASSIGN_OR_RETURN(const size_t axis, Axis(c, number, c.Output(0).desc.shape.size()));
  return Join(c, 0, c.node().input_count(), axis);
}

GE_KERNEL(SplitV, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const int64_t axis, Integer(c, 2));
  return SplitAlong(c, axis, 0);
}
GE_KERNEL(SplitVD, kFixedSize) { return SplitByAttr(c); }
GE_KERNEL(SplitD, kFixedSize) { return SplitByAttr(c); }
GE_KERNEL(Split, kIndexes) {
  GE_ASSIGN_OR_RETURN(const int64_t axis, Integer(c, 0));
  return SplitAlong(c, axis, 1);
}

}  // namespace ge::cpu::kernels
