#pragma once

#include <array>
#include <cstdint>

#include "base/status.h"
#include "kernels/kernel.h"
#include "kernels/window.h"

namespace ge::cpu::kernels {

// Where the dimensions of an image stand: NCHW, or NHWC.
struct ImageLayout {
  bool channels_last = false;

  size_t channel() const { return channels_last ? 3 : 1; }
  size_t height() const { return channels_last ? 1 : 2; }
  size_t width() const { return height() + 1; }
};

// The layout that attribute `data_format` names.
base::Result<ImageLayout> LayoutOf(const ir::Node& node);

// Height's and width's entry of a list attribute: it has one for each dimension of the image, one for the
// two, or one.
base::Result<std::array<int64_t, 2>> SpatialEntries(const ir::Node& node, base::Name attr, ImageLayout layout,
                                                    int64_t otherwise);

// Height and width of a window's way over an image.
struct Windows {
  friend bool operator==(const Windows& a, const Windows& b) {
    return a.height == b.height && a.width == b.width;
  }

  Window height;
  Window width;
};

// How the padding comes about.
enum class Padding {
  kExplicit,   // attribute `pads`: top, bottom, left, right
  kValid,      // there is none
  kSame,       // as the result's size asks for, the odd one at the end
  kSameLower,  // the same, the odd one at the beginning
};

// Strides, dilations and padding, once sizes of window, input and output are set.
base::Status SetSteps(const ir::Node& node, ImageLayout layout, Padding padding, Windows& windows);

}  // namespace ge::cpu::kernels
