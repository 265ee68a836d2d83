#pragma once

#include <string>

#include "base/buffer.h"

namespace ge::serialize {

// A file of this folder's test data; the tests run at the root of the tree.
inline std::string TestFile(const std::string& name) {
  return "packages/ge-graph/native/serialize/testdata/" + name;
}

inline std::string TestText(const std::string& name) {
  return std::string(base::Buffer::MapFile(TestFile(name)).value()->view());
}

}  // namespace ge::serialize
