#include "serialize/air.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "ir/test_graph.h"
#include "serialize/model_def.h"
#include "serialize/testdata_files.h"

namespace ge::serialize {
namespace {

class Air : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "/air_test_" + std::to_string(::getpid());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
  void TearDown() override {
    ::unsetenv("ASCEND_WORK_PATH");
    std::filesystem::remove_all(folder_);
  }

  // A constant of 8 KiB and a small one.
  static std::shared_ptr<ir::Graph> WithWeights() {
    auto graph = ir::Graph::Create("g/1");
    for (const auto& [name, size] : {std::pair("big.weights", 8192), std::pair("small", 16)}) {
      ir::Node* node = ir::AddOp(*graph, name, {}, "Const");
      const auto data = base::Buffer::Allocate(static_cast<size_t>(size));
      static_cast<char*>(data->mutable_data())[0] = 'w';
      node->mutable_attrs().Set("value",
                                ir::Box<ir::Tensor>(ir::Tensor({{size}, base::DataType::kInt8}, data)));
    }
    return graph;
  }

  static std::string Bytes(const ir::Graph& graph) { return WriteModel(graph)->Join(); }

  std::string folder_;
};

TEST_F(Air, AFileIsTheBareModel) {
  const auto graph = WithWeights();

  ASSERT_TRUE(SaveAir(*graph, folder_ + "/new/g.air").ok());

  EXPECT_EQ(base::ReadWholeFile(folder_ + "/new/g.air").value(), Bytes(*graph));
  EXPECT_EQ(Bytes(**LoadAir(folder_ + "/new/g.air")), Bytes(*graph));
}

TEST_F(Air, ABareNameGoesToTheWorkFolder) {
  ::setenv("ASCEND_WORK_PATH", folder_.c_str(), 1);

  ASSERT_TRUE(SaveAir(*WithWeights(), "bare.air").ok());

  EXPECT_TRUE(std::filesystem::exists(folder_ + "/bare.air"));
}

TEST_F(Air, WhatWouldGrowTooLargePutsItsConstantsInFiles) {
  const auto graph = WithWeights();

  ASSERT_TRUE(SaveAir(*graph, folder_ + "/g.air", 4000).ok());

  EXPECT_EQ(std::filesystem::file_size(folder_ + "/air_weight/Const_g_1_big_weights_file"), 8192U);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_ + "/air_weight"), {}), 1);
  EXPECT_LT(std::filesystem::file_size(folder_ + "/g.air"), 4000U);
  const auto loaded = LoadAir(folder_ + "/g.air");
  ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
  EXPECT_EQ(Bytes(**loaded), Bytes(*graph));
}

TEST_F(Air, WhatIsTooLargeWithoutItsConstantsIsRefused) {
  const base::Status status = SaveAir(*WithWeights(), folder_ + "/g.air", 100);

  EXPECT_EQ(status.code(), "E13023");
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(Air, AModelCannotNameAFileElsewhere) {
  for (const char* location : {"/etc/passwd", "../secret", "a/../../secret"}) {
    const auto graph = WithWeights();
    WriteOptions options;
    options.place_data = [location](const ir::Node*, const ir::Tensor&) { return DataPlace{0, location}; };
    const Segments model = WriteModel(*graph, options).value();
    ASSERT_TRUE(base::WriteFileAtomically(folder_ + "/g.air", model.pieces()).ok());

    const auto loaded = LoadAir(folder_ + "/g.air");

    EXPECT_NE(loaded.status().message().find("is not beside or below the model's"), std::string::npos);
  }
}

TEST_F(Air, WhatCannotBeLoadedIsAnErrorThatNamesTheFile) {
  ASSERT_TRUE(base::WriteFileAtomically(folder_ + "/empty.air", {}).ok());
  ASSERT_TRUE(base::WriteFileAtomically(folder_ + "/text.air", {"not a model"}).ok());

  EXPECT_EQ(LoadAir("").status().code(), "E13000");
  EXPECT_EQ(LoadAir(folder_ + "/none.air").status().code(), "E13001");
  EXPECT_EQ(LoadAir(folder_ + "/empty.air").status().code(), "E13015");
  EXPECT_EQ(LoadAir(folder_ + "/text.air").status().code(), "E13005");
  EXPECT_NE(LoadAir(folder_ + "/text.air").status().message().find("text.air"), std::string::npos);
  EXPECT_EQ(SaveAir(*WithWeights(), "").code(), "E13000");
}

}  // namespace
}  // namespace ge::serialize
