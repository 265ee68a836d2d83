#include <cmath>
#include <limits>

#include "kernels/cast.h"
#include "kernels/combine.h"

namespace ge::cpu::kernels {

namespace {

// Integers wrap round; computing in the unsigned type makes that defined. Bool: sum is "or", product is
// "and".
template <typename T>
using Wrapping = std::make_unsigned_t<std::conditional_t<(sizeof(T) < sizeof(int32_t)), int32_t, T>>;

struct Sum {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, bool>)
      return a || b;
    else if constexpr (std::is_integral_v<T>)
      return static_cast<T>(Wrapping<T>(a) + Wrapping<T>(b));
    else
      return a + b;
  }
};

struct Difference {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(Wrapping<T>(a) - Wrapping<T>(b));
    else
      return a - b;
  }
};

struct Product {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, bool>)
      return a && b;
    else if constexpr (std::is_integral_v<T>)
      return static_cast<T>(Wrapping<T>(a) * Wrapping<T>(b));
    else
      return a * b;
  }
};

// Integers truncate toward zero; a division by zero gives 0, as the smallest number by -1 gives itself.
struct Quotient {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      if (b == 0) return 0;
      if constexpr (std::is_signed_v<T>) {
        if (b == -1) return Difference()(T{0}, a);
      }
      return static_cast<T>(a / b);
    } else {
      return a / b;
    }
  }
};

// Rounded down, as Python has it; of integers a division by zero gives 0.
struct FloorQuotient {
  template <typename T>
  T operator()(T a, T b) const {
    const T quotient = Quotient()(a, b);
    if constexpr (std::is_integral_v<T>) {
      const bool rounded_up = b != 0 && (a < 0) != (b < 0) && Difference()(a, Product()(quotient, b)) != 0;
      return rounded_up ? static_cast<T>(quotient - 1) : quotient;
    } else {
      return std::floor(quotient);
    }
  }
};

// The rest of that, which has the sign of the divisor.
struct FloorRest {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      return b == 0 ? T{0} : Difference()(a, Product()(FloorQuotient()(a, b), b));
    } else {
      const T rest = std::fmod(a, b);
      return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    }
  }
};

// NaN in either operand gives NaN.
struct Larger {
  template <typename T>
  T operator()(T a, T b) const {
    return a > b || a != a ? a : b;
  }
};

struct Smaller {
  template <typename T>
  T operator()(T a, T b) const {
    return a < b || a != a ? a : b;
  }
};

template <typename T>
T IntegerPower(T base, T exponent) {
  if constexpr (std::is_signed_v<T>) {
    if (exponent < 0) return base == 1 ? 1 : (base == -1 ? ((exponent & 1) != 0 ? -1 : 1) : 0);
  }
  Wrapping<T> result = 1;
  Wrapping<T> square = static_cast<Wrapping<T>>(base);
  for (auto left = static_cast<std::make_unsigned_t<T>>(exponent); left != 0; left = left >> 1) {
    if ((left & 1) != 0) result *= square;
    square *= square;
  }
  return static_cast<T>(result);
}

struct Power {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return IntegerPower(a, b);
    else
      return std::pow(a, b);
  }
};

// The exponents that a constant mostly holds need no call for each element. False when it is none of them.
template <typename T>
bool MapPower(const T* x, double exponent, T* y, int64_t count) {
  using W = Wide<T>;
  if (exponent == 2) {
    MapElements<T, T>(x, y, count, [](W a) { return a * a; });
  } else if (exponent == 1) {
    MapElements<T, T>(x, y, count, [](W a) { return a; });
  } else if (exponent == 3) {
    MapElements<T, T>(x, y, count, [](W a) { return a * a * a; });
  } else if (exponent == -1) {
    MapElements<T, T>(x, y, count, [](W a) { return 1 / a; });
  } else if (exponent == 0.5) {
    // pow(-0, 0.5) is 0 and pow(-inf, 0.5) is inf.
    MapElements<T, T>(
        x, y, count, [](W a) { return a == -std::numeric_limits<W>::infinity() ? -a : std::sqrt(a + W(0)); });
  } else {
    return false;
  }
  return true;
}

base::Status PowOfOneType(RunContext& c, const ir::Tensor& x, const ir::Tensor& exponent) {
  ir::Tensor& y = c.Output(0);
  base::Status status;
  const bool known = Visit(NumberTypes(), x.desc.type, [&](auto element) {
    using T = typename decltype(element)::type;
    if constexpr (kIsFloat<T>) {
      const int64_t count = y.desc.shape.Elements();
      const bool one_exponent = exponent.desc.shape.Elements() == 1 && x.desc.shape.Elements() == count;
      if (one_exponent && MapPower(x.elements<T>(), static_cast<double>(Wide<T>(*exponent.elements<T>())),
                                   MutableElements<T>(y), count)) {
        return;
      }
    }
    status = CombineTensors<T, T>(c, x, exponent, y, Power());
  });
  return known ? status : RefuseType(c, 0);
}

// The input as it is, or converted: operands of several types are computed in the result's.
base::Result<ir::Tensor> InResultType(RunContext& c, int32_t input) {
  const ir::Tensor& x = c.Input(input);
  const base::DataType type = c.Output(0).desc.type;
  if (x.desc.type == type) return x;
  const int64_t count = x.desc.shape.Elements();
  ir::Tensor converted(x.desc,
                       base::Buffer::AllocateForWriting(static_cast<size_t>(base::DataBytes(type, count))));
  converted.desc.type = type;
  if (CastElements(x.desc.type, x.elements<void>(), type, converted.data->mutable_data(), count))
    return converted;
  return RefuseType(c, input);
}

base::Status ProductOfTypes(RunContext& c) {
  if (c.Input(0).desc.type == c.Input(1).desc.type) return Combine<PlainTypes>(c, Product());
  GE_ASSIGN_OR_RETURN(const ir::Tensor a, InResultType(c, 0));
  GE_ASSIGN_OR_RETURN(const ir::Tensor b, InResultType(c, 1));
  base::Status status;
  const bool known = Visit(PlainTypes(), a.desc.type, [&](auto element) {
    using T = typename decltype(element)::type;
    status = CombineTensors<T, T>(c, a, b, c.Output(0), Product());
  });
  return known ? status : RefuseType(c, 0);
}

}  // namespace

GE_KERNEL(Add, kPlain) { return Combine<PlainTypes>(c, Sum()); }
GE_KERNEL(Sub, kNumbers) { return Combine<NumberTypes>(c, Difference()); }
GE_KERNEL(Mul, kPlain) { return ProductOfTypes(c); }
GE_KERNEL(RealDiv, kNumbers) { return Combine<NumberTypes>(c, Quotient()); }
GE_KERNEL(Div, kNumbers) { return Combine<NumberTypes>(c, Quotient()); }
GE_KERNEL(FloorDiv, kNumbers) { return Combine<NumberTypes>(c, FloorQuotient()); }
GE_KERNEL(FloorMod, kNumbers) { return Combine<NumberTypes>(c, FloorRest()); }
GE_KERNEL(Maximum, kPlain) { return Combine<PlainTypes>(c, Larger()); }
GE_KERNEL(Minimum, kPlain) { return Combine<PlainTypes>(c, Smaller()); }

GE_KERNEL(Pow, kNumbers) {
  if (c.Input(0).desc.type == c.Input(1).desc.type) return PowOfOneType(c, c.Input(0), c.Input(1));
  GE_ASSIGN_OR_RETURN(const ir::Tensor x, InResultType(c, 0));
  GE_ASSIGN_OR_RETURN(const ir::Tensor exponent, InResultType(c, 1));
  return PowOfOneType(c, x, exponent);
}

}  // namespace ge::cpu::kernels
