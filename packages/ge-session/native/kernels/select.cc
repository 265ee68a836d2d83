#include "kernels/select.h"

#include <vector>

#include "compute/broadcast.h"
#include "compute/parallel.h"
#include "kernels/move.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

constexpr int64_t kGrain = 16384;

struct SelectRow {
  template <typename Word>
  void operator()(const Bool* condition, bool walks_condition, const Word* a, bool walks_a, const Word* b,
                  bool walks_b, Word* y, int64_t count) const {
    for (int64_t i = 0; i < count; ++i) {
      y[i] = condition[walks_condition ? i : 0] ? a[walks_a ? i : 0] : b[walks_b ? i : 0];
    }
  }
};

template <typename Word>
void SelectWords(const Broadcast<3>& plan, const Bool* condition, const Word* a, const Word* b, Word* y) {
  const int64_t inner = plan.inner();
  ParallelFor(plan.outer(), kGrain / std::max<int64_t>(inner, 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const auto at = plan.Offsets(i);
      SelectRow()(condition + at[0], plan.Walks(0), a + at[1], plan.Walks(1), b + at[2], plan.Walks(2),
                  y + i * inner, inner);
    }
  });
}

}  // namespace

base::Status SelectBy(RunContext& c, bool leading) {
  const ir::Tensor& condition = c.Input(0);
  const ir::Tensor& a = c.Input(1);
  const ir::Tensor& b = c.Input(2);
  if (condition.desc.type != base::DataType::kBool) {
    return Refuse(c, "condition must be bool, given ", condition.desc.type);
  }
  if (a.desc.type != b.desc.type) {
    return Refuse(c, "both values must have one data type, given ", a.desc.type, " and ", b.desc.type);
  }
  ir::Tensor& y = c.Output(0);
  if (y.desc.shape.Elements() == 0) return {};
  ir::Shape condition_shape = condition.desc.shape;
  if (leading && condition_shape.size() == 1 && a.desc.shape.size() > 1) {
    std::vector<int64_t> dims(a.desc.shape.size(), 1);
    dims[0] = condition_shape[0];
    condition_shape = ir::Shape(dims);
  }
  auto plan = PlanBroadcast<3>(y.desc.shape, {&condition_shape, &a.desc.shape, &b.desc.shape});
  if (!plan.ok()) return Refuse(c, plan.status().message());
  const bool known = VisitWord(base::DataTypeBits(a.desc.type), [&](auto word) {
    using Word = typename decltype(word)::type;
    SelectWords(*plan, condition.elements<Bool>(), a.elements<Word>(), b.elements<Word>(),
                MutableElements<Word>(y));
  });
  return known ? base::Status() : RefuseType(c, 1);
}

}  // namespace ge::cpu::kernels
