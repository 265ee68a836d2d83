#pragma once

#include <cstdint>

// The same loop compiled for several instruction sets, the widest that the machine has chosen at run time:
// the build stays portable. Bodies must be inlinable: loops over raw pointers and small functors.
namespace ge::cpu::compute {

enum class Isa { kBaseline, kAvx2, kAvx512 };

inline Isa BestIsa() {
#if defined(__x86_64__)
  static const Isa isa = [] {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
      return Isa::kAvx512;
    }
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? Isa::kAvx2 : Isa::kBaseline;
  }();
  return isa;
#else
  return Isa::kBaseline;
#endif
}

#if defined(__x86_64__)
template <typename Body>
__attribute__((noinline, flatten,
               target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,prefer-vector-width=512"))) void
RunAvx512(const Body& body) {
  body();
}
template <typename Body>
__attribute__((noinline, flatten, target("avx2,fma"))) void RunAvx2(const Body& body) {
  body();
}
#endif

// Runs `body` once, compiled for this machine.
template <typename Body>
void Vectorised(const Body& body) {
#if defined(__x86_64__)
  const Isa isa = BestIsa();
  if (isa == Isa::kAvx512) return RunAvx512(body);
  if (isa == Isa::kAvx2) return RunAvx2(body);
#endif
  body();
}

}  // namespace ge::cpu::compute
