#include <gtest/gtest.h>

#include "serialize/air.h"
#include "serialize/onnx_dump.h"
#include "serialize/readable_dump.h"
#include "serialize/testdata_files.h"
#include "serialize/text_dump.h"

namespace ge::serialize {
namespace {

class Golden : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<ir::Graph> Load() const {
    auto graph = LoadAir(TestFile(GetParam() + ".air"));
    EXPECT_TRUE(graph.ok()) << graph.status().ToString();
    return *graph;
  }
};

TEST_P(Golden, ReadableTextIsThatOfTheReferenceAfterLoading) {
  // Names of subgraph slots are lost in files, in the reference too: it wrote another text after loading.
  const bool differs = GetParam() == "g08_nested_if";

  EXPECT_EQ(ReadableDump(*Load()), TestText(GetParam() + (differs ? ".reloaded" : "") + ".readable.txt"));
}

TEST_P(Golden, ProtobufTextIsThatOfTheReference) {
  EXPECT_EQ(TextDump(*Load()).value(), TestText(GetParam() + ".ge_proto.txt"));
}

TEST_P(Golden, OnnxTextIsThatOfTheReference) {
  EXPECT_EQ(OnnxDump(*Load()).value(), TestText(GetParam() + ".ge_onnx.pbtxt"));
}

INSTANTIATE_TEST_SUITE_P(Reference, Golden,
                         testing::Values("g01_builder_constants", "g04_native_attrs", "g07_dynamic_ports",
                                         "g08_nested_if", "g10_names"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace ge::serialize
