#include <algorithm>

#include "kernels/integers.h"
#include "kernels/move.h"
#include "kernels/refuse.h"
#include "kernels/view.h"

namespace ge::cpu::kernels {

namespace {

// Which elements of one axis are taken.
struct Section {
  int64_t begin = 0;
  int64_t step = 1;
  int64_t count = 0;
};

// Python's rule: negative positions count from the end, and all are brought to the axis.
Section Between(int64_t begin, int64_t end, int64_t step, int64_t dim) {
  const int64_t low = step > 0 ? 0 : -1;
  const int64_t high = step > 0 ? dim : dim - 1;
  const auto place = [&](int64_t at) { return std::clamp(at < 0 ? at + dim : at, low, high); };
  const int64_t first = place(begin);
  const int64_t last = place(end);
  const int64_t distance = step > 0 ? last - first : first - last;
  // Written without -step: the smallest number has no opposite.
  const int64_t count = distance <= 0 ? 0 : (step > 0 ? (distance - 1) / step : -((distance - 1) / step)) + 1;
  return {first, step, count};
}

base::Status CopySections(RunContext& c, const std::vector<Section>& sections) {
  const std::vector<int64_t> strides = RowMajorStrides(c.Input(0).desc.shape);
  View view;
  for (size_t i = 0; i < sections.size(); ++i) {
    const Section& section = sections[i];
    if (section.count > 0) view.offset += section.begin * strides[i];
    view.Add(section.count, section.count > 1 ? section.step * strides[i] : strides[i]);
  }
  return CopyView(c, view);
}

std::vector<Section> WholeAxes(const ir::Shape& shape) {
  std::vector<Section> sections;
  for (const int64_t dim : shape) sections.push_back({0, 1, dim});
  return sections;
}

struct Masks {
  explicit Masks(const ir::Node& node)
      : begin(IntegerAttr(node, "begin_mask", 0)),
        end(IntegerAttr(node, "end_mask", 0)),
        ellipsis(IntegerAttr(node, "ellipsis_mask", 0)),
        new_axis(IntegerAttr(node, "new_axis_mask", 0)),
        shrink(IntegerAttr(node, "shrink_axis_mask", 0)) {}

  static bool Has(int64_t mask, size_t i) { return i < 63 && (mask >> i & 1) != 0; }

  int64_t begin;
  int64_t end;
  int64_t ellipsis;
  int64_t new_axis;
  int64_t shrink;
};

struct Range {
  std::vector<int64_t> begin;
  std::vector<int64_t> end;
  std::vector<int64_t> step;
};

base::Result<Section> SectionOf(const RunContext& c, const Range& range, const Masks& masks, size_t i,
                                int64_t dim) {
  if (range.step[i] == 0) return Refuse(c, "strides[", i, "] must not be 0");
  if (Masks::Has(masks.shrink, i)) {
    const int64_t at = range.begin[i] < 0 ? range.begin[i] + dim : range.begin[i];
    if (at < 0 || at >= dim)
      return Refuse(c, "begin[", i, "] is ", range.begin[i], ", outside a dimension of ", dim);
    return Section{at, 1, 1};
  }
  const bool backwards = range.step[i] < 0;
  const int64_t begin = Masks::Has(masks.begin, i) ? (backwards ? dim - 1 : 0) : range.begin[i];
  const int64_t end = Masks::Has(masks.end, i) ? (backwards ? -dim - 1 : dim) : range.end[i];
  return Between(begin, end, range.step[i], dim);
}

// The entries of `range` are for the axes from the first one, with an ellipsis and new axes where the masks
// say.
base::Result<std::vector<Section>> SectionsInOrder(const RunContext& c, const Range& range) {
  const ir::Shape& shape = c.Input(0).desc.shape;
  const Masks masks(c.node());
  std::vector<Section> sections = WholeAxes(shape);
  size_t entries = range.begin.size();
  for (size_t i = 0; i < range.begin.size(); ++i) {
    entries -= Masks::Has(masks.new_axis, i) && !Masks::Has(masks.ellipsis, i) ? 1 : 0;
  }
  size_t axis = 0;
  for (size_t i = 0; i < range.begin.size(); ++i) {
    if (Masks::Has(masks.ellipsis, i)) {
      axis += shape.size() + 1 >= entries ? shape.size() + 1 - entries : 0;
    } else if (!Masks::Has(masks.new_axis, i)) {
      if (axis >= shape.size())
        return Refuse(c, "begin has more entries than x of shape ", shape, " has axes");
      GE_ASSIGN_OR_RETURN(sections[axis], SectionOf(c, range, masks, i, shape[axis]));
      ++axis;
    }
  }
  return sections;
}

base::Result<std::vector<Section>> SectionsOfAxes(const RunContext& c, const Range& range,
                                                  const std::vector<int64_t>& axes) {
  const ir::Shape& shape = c.Input(0).desc.shape;
  const Masks masks(c.node());
  std::vector<Section> sections = WholeAxes(shape);
  for (size_t i = 0; i < axes.size(); ++i) {
    GE_ASSIGN_OR_RETURN(const size_t axis, Axis(c, axes[i], shape.size()));
    GE_ASSIGN_OR_RETURN(sections[axis], SectionOf(c, range, masks, i, shape[axis]));
  }
  return sections;
}

// Reads begin and end, and the steps from input `step` when it is there.
base::Result<Range> ReadRange(const RunContext& c, int32_t step) {
  Range range;
  GE_ASSIGN_OR_RETURN(range.begin, Integers(c, 1));
  GE_ASSIGN_OR_RETURN(range.end, Integers(c, 2));
  range.step.assign(range.begin.size(), 1);
  if (c.HasInput(step)) {
    GE_ASSIGN_OR_RETURN(range.step, Integers(c, step));
  }
  if (range.begin.size() != range.end.size() || range.begin.size() != range.step.size()) {
    return Refuse(c, "begin, end and strides must have one length, given ", range.begin.size(), ", ",
                  range.end.size(), " and ", range.step.size());
  }
  return range;
}

base::Status SliceFrom(RunContext& c, const std::vector<int64_t>& offsets,
                       const std::vector<int64_t>& sizes) {
  const ir::Shape& shape = c.Input(0).desc.shape;
  if (offsets.size() != shape.size() || sizes.size() != shape.size()) {
    return Refuse(c, "offsets and size must have ", shape.size(), " elements for x of shape ", shape,
                  ", given ", offsets.size(), " and ", sizes.size());
  }
  std::vector<Section> sections;
  for (size_t i = 0; i < offsets.size(); ++i) {
    const int64_t size = sizes[i] == -1 ? shape[i] - offsets[i] : sizes[i];
    if (offsets[i] < 0 || size < 0 || offsets[i] > shape[i] - size) {
      return Refuse(c, "offset ", offsets[i], " and size ", sizes[i], " leave dimension ", i, " of x, ",
                    shape[i]);
    }
    sections.push_back({offsets[i], 1, size});
  }
  return CopySections(c, sections);
}

}  // namespace

GE_KERNEL(StridedSlice, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const Range range, ReadRange(c, 3));
  GE_ASSIGN_OR_RETURN(const std::vector<Section> sections, SectionsInOrder(c, range));
  return CopySections(c, sections);
}

GE_KERNEL(StridedSliceV2, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const Range range, ReadRange(c, 4));
  if (!c.HasInput(3)) {
    GE_ASSIGN_OR_RETURN(const std::vector<Section> sections, SectionsInOrder(c, range));
    return CopySections(c, sections);
  }
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, Integers(c, 3));
  if (axes.size() != range.begin.size()) {
    return Refuse(c, "axes must have one length with begin, ", range.begin.size(), ", given ", axes.size());
  }
  GE_ASSIGN_OR_RETURN(const std::vector<Section> sections, SectionsOfAxes(c, range, axes));
  return CopySections(c, sections);
}

GE_KERNEL(Slice, kFixedSize) {
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> offsets, Integers(c, 1));
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> sizes, Integers(c, 2));
  return SliceFrom(c, offsets, sizes);
}
GE_KERNEL(SliceD, kFixedSize) {
  return SliceFrom(c, IntegersAttr(c.node(), "offsets"), IntegersAttr(c.node(), "size"));
}

}  // namespace ge::cpu::kernels
