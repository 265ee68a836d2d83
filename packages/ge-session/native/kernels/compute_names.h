#pragma once

// Kernels are written in what the layer `compute` offers.
namespace ge::cpu::compute {}
namespace ge::cpu::kernels {
using namespace compute;  // NOLINT(google-build-using-namespace)
}
