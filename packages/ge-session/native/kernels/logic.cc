#include <vector>

#include "kernels/activation.h"
#include "kernels/combine.h"
#include "kernels/move.h"

namespace ge::cpu::kernels {

namespace {

// y = f(a, b) as bool, for operands of any type.
template <typename List, typename Op>
base::Status Compare(RunContext& c, const Op& op) {
  return Combine<List, Bool>(c, op);
}

// A bound of ClipByValue that holds one element.
template <typename T>
Wide<T> OneElement(const ir::Tensor& tensor) {
  return *tensor.elements<T>();
}

template <typename T>
base::Status Clip(RunContext& c) {
  const ir::Tensor& x = c.Input(0);
  const ir::Tensor& low = c.Input(1);
  const ir::Tensor& high = c.Input(2);
  ir::Tensor& y = c.Output(0);
  if (low.desc.shape.Elements() == 1 && high.desc.shape.Elements() == 1) {
    const Wide<T> least = OneElement<T>(low);
    const Wide<T> most = OneElement<T>(high);
    MapElements<T, T>(x.elements<T>(), MutableElements<T>(y), y.desc.shape.Elements(),
                      [=](Wide<T> value) { return Within(least, value, most); });
    return {};
  }
  // The two steps of Within.
  const auto raise = [](Wide<T> value, Wide<T> bound) { return value < bound ? bound : value; };
  const auto lower = [](Wide<T> value, Wide<T> bound) { return value > bound ? bound : value; };
  GE_RETURN_IF_ERROR((CombineTensors<T, T>(c, x, low, y, raise)));
  return CombineTensors<T, T>(c, y, high, y, lower);
}

base::Status ClipByBounds(RunContext& c) {
  for (int32_t i : {1, 2}) {
    if (c.Input(i).desc.type != c.Input(0).desc.type) {
      return Refuse(c, "the bounds must have the data type of x, ", c.Input(0).desc.type, ", given ",
                    c.Input(i).desc.type);
    }
  }
  base::Status status;
  const bool known = Visit(NumberTypes(), c.Input(0).desc.type,
                           [&](auto element) { status = Clip<typename decltype(element)::type>(c); });
  return known ? status : RefuseType(c, 0);
}

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
  ParallelFor(plan.outer(), kElementGrain / std::max<int64_t>(inner, 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const auto at = plan.Offsets(i);
      SelectRow()(condition + at[0], plan.Walks(0), a + at[1], plan.Walks(1), b + at[2], plan.Walks(2),
                  y + i * inner, inner);
    }
  });
}

// `condition` is aligned with the first dimensions of x1 when `leading` and its rank is 1, else with the
// last.
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

}  // namespace

GE_KERNEL(Equal, kPlain) {
  return Compare<PlainTypes>(c, [](auto a, auto b) { return a == b; });
}
GE_KERNEL(NotEqual, kPlain) {
  return Compare<PlainTypes>(c, [](auto a, auto b) { return a != b; });
}
GE_KERNEL(Greater, kNumbers) {
  return Compare<NumberTypes>(c, [](auto a, auto b) { return a > b; });
}
GE_KERNEL(GreaterEqual, kNumbers) {
  return Compare<NumberTypes>(c, [](auto a, auto b) { return a >= b; });
}
GE_KERNEL(Less, kNumbers) {
  return Compare<NumberTypes>(c, [](auto a, auto b) { return a < b; });
}
GE_KERNEL(LessEqual, kNumbers) {
  return Compare<NumberTypes>(c, [](auto a, auto b) { return a <= b; });
}
GE_KERNEL(LogicalNot, kBools) {
  return Map<Types<Bool>>(c, [](bool x) { return !x; });
}
GE_KERNEL(LogicalAnd, kPlain) {
  return Compare<PlainTypes>(c, [](auto a, auto b) { return a != decltype(a)(0) && b != decltype(b)(0); });
}
GE_KERNEL(LogicalOr, kPlain) {
  return Compare<PlainTypes>(c, [](auto a, auto b) { return a != decltype(a)(0) || b != decltype(b)(0); });
}

GE_KERNEL(BitwiseAnd, kIntegers) {
  return Combine<IntegerTypes>(c, [](auto a, auto b) { return static_cast<decltype(a)>(a & b); });
}
GE_KERNEL(BitwiseOr, kIntegers) {
  return Combine<IntegerTypes>(c, [](auto a, auto b) { return static_cast<decltype(a)>(a | b); });
}
GE_KERNEL(Invert, kIntegers) {
  return Map<IntegerTypes>(c, [](auto a) { return static_cast<decltype(a)>(~a); });
}

GE_KERNEL(ClipByValue, kNumbers) { return ClipByBounds(c); }
GE_KERNEL(ClipByValueV2, kNumbers) { return ClipByBounds(c); }

GE_KERNEL(Select, kBools) { return SelectBy(c, true); }
GE_KERNEL(SelectV2, kBools) { return SelectBy(c, false); }

}  // namespace ge::cpu::kernels
