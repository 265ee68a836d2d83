#include "kernels/reduce.h"

#include <algorithm>
#include <limits>

#include "compute/cast.h"
#include "compute/element.h"
#include "kernels/integers.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

// Neighbouring dimensions that are all reduced, or all kept, are one; the two kinds take turns.
struct Group {
  int64_t size = 1;
  bool reduced = false;
};

std::vector<Group> GroupsOf(const ir::Shape& shape, const std::vector<bool>& reduced) {
  std::vector<Group> groups;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) continue;
    if (groups.empty() || groups.back().reduced != reduced[i]) groups.push_back({1, reduced[i]});
    groups.back().size *= shape[i];
  }
  return groups;
}

base::Result<std::vector<bool>> ReducedAxes(const RunContext& c, const std::vector<int64_t>& axes,
                                            bool noop_when_empty) {
  const size_t rank = c.Input(0).desc.shape.size();
  std::vector<bool> reduced(rank, axes.empty() && !noop_when_empty);
  for (const int64_t entry : axes) {
    GE_ASSIGN_OR_RETURN(const size_t axis, Axis(c, entry, rank));
    reduced[axis] = true;
  }
  return reduced;
}

// Reduces the last reduced group, then the one before, and so on: each but the last into a buffer of its own.
template <typename Op, typename T>
void ReduceGroups(std::vector<Group> groups, const T* x, T* y, const Op& op) {
  std::vector<T> source;
  std::vector<T> target;
  for (;;) {
    const auto last = std::find_if(groups.rbegin(), groups.rend(), [](const Group& g) { return g.reduced; });
    if (last == groups.rend()) return;
    int64_t outer = 1;
    int64_t inner = 1;
    for (auto it = groups.rbegin(); it != last; ++it) inner *= it->size;
    for (auto it = last + 1; it != groups.rend(); ++it) outer *= it->size;
    const int64_t count = last->size;
    groups.erase(last.base() - 1);
    const bool more = std::any_of(groups.begin(), groups.end(), [](const Group& g) { return g.reduced; });
    if (more) target.resize(static_cast<size_t>(outer * inner));
    ReduceMiddle(x, outer, count, inner, more ? target.data() : y, op);
    if (!more) return;
    source.swap(target);
    x = source.data();
  }
}

enum class Reduction { kSum, kMean, kProduct, kMax, kMin };

template <typename T>
void ReduceAs(Reduction reduction, const std::vector<Group>& groups, const T* x, T* y, int64_t results) {
  const bool any = std::any_of(groups.begin(), groups.end(), [](const Group& g) { return g.reduced; });
  if (!any) {
    std::copy_n(x, results, y);
    return;
  }
  switch (reduction) {
    case Reduction::kSum:
    case Reduction::kMean:
      ReduceGroups(groups, x, y, SumOf());
      break;
    case Reduction::kProduct:
      ReduceGroups(groups, x, y, ProductOf());
      break;
    case Reduction::kMax:
      ReduceGroups(groups, x, y, MaxOf());
      break;
    case Reduction::kMin:
      ReduceGroups(groups, x, y, MinOf());
      break;
  }
  if (reduction != Reduction::kMean) return;
  int64_t count = 1;
  for (const Group& group : groups) count *= group.reduced ? group.size : 1;
  for (int64_t i = 0; i < results; ++i) {
    if constexpr (std::is_floating_point_v<T>)
      y[i] /= static_cast<T>(count);
    else
      y[i] = count == 0 ? T(0) : static_cast<T>(y[i] / static_cast<T>(count));
  }
}

// Integers are summed in 64 bits where their mean is wanted; 16-bit floats are computed as floats.
template <typename T>
using Accumulator =
    std::conditional_t<kIsFloat<T>, Wide<T>, std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;

template <typename T>
void ReduceTensor(RunContext& c, Reduction reduction, const std::vector<Group>& groups) {
  const ir::Tensor& x = c.Input(0);
  ir::Tensor& y = c.Output(0);
  const int64_t results = y.desc.shape.Elements();
  using A = Accumulator<T>;
  if constexpr (std::is_same_v<A, T>) {
    ReduceAs(reduction, groups, x.elements<T>(), MutableElements<T>(y), results);
  } else {
    const int64_t count = x.desc.shape.Elements();
    auto* wide = static_cast<A*>(c.Workspace(static_cast<size_t>(count + results) * sizeof(A)));
    CastElements(x.desc.type, x.elements<void>(), kTypeOf<A>, wide, count);
    ReduceAs(reduction, groups, wide, wide + count, results);
    T* elements = MutableElements<T>(y);
    for (int64_t i = 0; i < results; ++i) elements[i] = static_cast<T>(wide[count + i]);
  }
}

base::Status ReduceOver(RunContext& c, Reduction reduction, const std::vector<int64_t>& axes,
                        bool noop_when_empty) {
  GE_ASSIGN_OR_RETURN(const std::vector<bool> reduced, ReducedAxes(c, axes, noop_when_empty));
  const std::vector<Group> groups = GroupsOf(c.Input(0).desc.shape, reduced);
  const bool known = Visit(NumberTypes(), c.Input(0).desc.type, [&](auto element) {
    ReduceTensor<typename decltype(element)::type>(c, reduction, groups);
  });
  return known ? base::Status() : RefuseType(c, 0);
}

bool NoopWhenEmpty(const RunContext& c) {
  const bool* attr = c.Attr<bool>("noop_with_empty_axes");
  return attr != nullptr && *attr;
}

base::Status ReduceByInput(RunContext& c, Reduction reduction) {
  GE_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, Integers(c, 1));
  return ReduceOver(c, reduction, axes, NoopWhenEmpty(c));
}
base::Status ReduceByAttr(RunContext& c, Reduction reduction) {
  return ReduceOver(c, reduction, IntegersAttr(c.node(), "axes"), NoopWhenEmpty(c));
}

}  // namespace

GE_KERNEL(ReduceSum, kNumbers) { return ReduceByInput(c, Reduction::kSum); }
GE_KERNEL(ReduceMean, kNumbers) { return ReduceByInput(c, Reduction::kMean); }
GE_KERNEL(ReduceProd, kNumbers) { return ReduceByInput(c, Reduction::kProduct); }
GE_KERNEL(ReduceMax, kNumbers) { return ReduceByInput(c, Reduction::kMax); }
GE_KERNEL(ReduceMin, kNumbers) { return ReduceByInput(c, Reduction::kMin); }

GE_KERNEL(ReduceSumD, kNumbers) { return ReduceByAttr(c, Reduction::kSum); }
GE_KERNEL(ReduceMeanD, kNumbers) { return ReduceByAttr(c, Reduction::kMean); }
GE_KERNEL(ReduceProdD, kNumbers) { return ReduceByAttr(c, Reduction::kProduct); }
GE_KERNEL(ReduceMaxD, kNumbers) { return ReduceByAttr(c, Reduction::kMax); }
GE_KERNEL(ReduceMinD, kNumbers) { return ReduceByAttr(c, Reduction::kMin); }

}  // namespace ge::cpu::kernels
