#include "serialize/model_def.h"

#include <gtest/gtest.h>

#include "serialize/ge_ir_fields.h"
#include "serialize/testdata_files.h"
#include "serialize/text_format.h"

namespace ge::serialize {
namespace {

std::shared_ptr<base::Buffer> BufferOf(std::string_view bytes) {
  return base::Buffer::CopyOf(bytes.data(), bytes.size());
}

std::string Written(const ir::Graph& graph, const WriteOptions& options = {}) {
  base::Result<Segments> written = WriteModel(graph, options);
  EXPECT_TRUE(written.ok()) << written.status().ToString();
  return written.ok() ? written->Join() : "";
}

std::shared_ptr<ir::Graph> Read(std::string_view bytes, const ReadOptions& options = {}) {
  auto graph = ReadModel(BufferOf(bytes), options);
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  return graph.ok() ? *graph : nullptr;
}

class GoldenFile : public testing::TestWithParam<const char*> {};

TEST_P(GoldenFile, IsTheSameMessageAfterLoadingAndSaving) {
  const std::string golden = TestText(std::string(GetParam()) + ".air");

  const std::string saved = Written(*Read(golden));

  EXPECT_EQ(TextOf(saved, ge_ir::kModelDef).value(), TextOf(golden, ge_ir::kModelDef).value());
  EXPECT_EQ(Written(*Read(saved)), saved);
}

INSTANTIATE_TEST_SUITE_P(Reference, GoldenFile,
                         testing::Values("g01_builder_constants", "g04_native_attrs", "g07_dynamic_ports",
                                         "g08_nested_if", "g10_names"));

}  // namespace
}  // namespace ge::serialize
