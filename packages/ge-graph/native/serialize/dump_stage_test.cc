#include "serialize/dump_stage.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "ir/test_graph.h"
#include "serialize/dump_file.h"

namespace ge::serialize {
namespace {

// The folder is chosen once a process, so all tests here share it; each looks at the files that it added.
class Dump : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = testing::TempDir() + "/dump_test_" + std::to_string(::getpid());
    std::filesystem::remove_all(folder_);
    ::unsetenv("NPU_COLLECT_PATH");
    ::setenv("DUMP_GRAPH_PATH", folder_.c_str(), 1);
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }

  void SetUp() override {
    for (const char* name : {"DUMP_GE_GRAPH", "DUMP_GRAPH_FORMAT", "DUMP_GRAPH_LEVEL"}) ::unsetenv(name);
    before_ = Files();
    graph_ = ir::Graph::Create("g");
    graph_->id = 5;
    ir::Node* constant = ir::AddOp(*graph_, "c", {}, "Const");
    constant->mutable_attrs().Set("value", ir::Box<ir::Tensor>(ir::Tensor({{4}, base::DataType::kInt8},
                                                                          base::Buffer::CopyOf("abcd", 4))));
    constant->mutable_attrs().Set("note", std::string("hidden"));
    constant->mutable_attrs().Set("axis", int64_t{3});
    graph_->SetOutputs({{constant, 0}});
  }

  static std::vector<std::string> Files() {
    std::vector<std::string> files;
    const std::string folder = Folder();
    if (!std::filesystem::exists(folder)) return files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      files.push_back(entry.path().filename());
    std::sort(files.begin(), files.end());
    return files;
  }
  static std::string Folder() { return base::Text(folder_, "/pid_", ::getpid(), "_deviceid_0/"); }

  // Names of the new files, the counter as `#`.
  std::vector<std::string> NewFiles() const {
    std::vector<std::string> names;
    for (std::string name : Files()) {
      if (std::binary_search(before_.begin(), before_.end(), name)) continue;
      const size_t digits = name.find_first_of("0123456789");
      EXPECT_EQ(name.find('_', digits) - digits, 8U);
      names.push_back(name.replace(digits, 8, "#"));
    }
    return names;
  }
  std::string NewText(const std::string& kind) const {
    for (const std::string& name : Files()) {
      const bool is_new = !std::binary_search(before_.begin(), before_.end(), name);
      if (is_new && name.rfind(kind, 0) == 0) return base::ReadWholeFile(Folder() + name).value();
    }
    return "(none)";
  }

  using Names = std::vector<std::string>;
  static std::string folder_;
  std::vector<std::string> before_;
  std::shared_ptr<ir::Graph> graph_;
};

std::string Dump::folder_;

bool Holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(Dump, NothingIsWrittenUnlessAskedFor) {
  for (const char* level : {"", "0", "4", "x", "1x"}) {
    ::setenv("DUMP_GE_GRAPH", level, 1);
    ASSERT_TRUE(DumpStage(*graph_, "Build").ok());
  }

  EXPECT_EQ(NewFiles(), Names());
}

TEST_F(Dump, AStageIsWrittenAsProtobufAndOnnxText) {
  ::setenv("DUMP_GE_GRAPH", "2", 1);

  ASSERT_TRUE(DumpStage(*graph_, "PreRunBegin").ok());
  ASSERT_TRUE(DumpStage(*graph_, "NotUsual").ok());

  EXPECT_EQ(NewFiles(), (Names{"ge_onnx_#_graph_5_PreRunBegin.pbtxt", "ge_proto_#_graph_5_PreRunBegin.txt"}));
}

TEST_F(Dump, TheFormatIsChosenInAnyCase) {
  ::setenv("DUMP_GE_GRAPH", "1", 1);
  ::setenv("DUMP_GRAPH_FORMAT", "Readable|nonsense", 1);

  ASSERT_TRUE(DumpStage(*graph_, "RunCustomPass_BeforeAssign/x").ok());

  EXPECT_EQ(NewFiles(), Names{"ge_readable_#_graph_5_RunCustomPass_BeforeAssign_x.txt"});
  EXPECT_EQ(NewText("ge_readable"),
            "graph(\"g\"):\n  %c : [#users=1] = Node[type=Const] ()\n\n  return (%c)\n");
}

TEST_F(Dump, TheLevelTellsHowMuchIsShown) {
  DumpContext context;
  context.options.graph["ge.key"] = "option";
  struct Shown {
    const char* level;
    bool weights, texts, numbers, options;
  };
  for (const Shown& each : {Shown{"1", true, true, true, true}, Shown{"2", false, false, true, true},
                            Shown{"3", false, false, false, false}}) {
    before_ = Files();
    ::setenv("DUMP_GE_GRAPH", each.level, 1);

    ASSERT_TRUE(DumpStage(*graph_, "Build", context).ok());

    const std::string onnx = NewText("ge_onnx");
    const std::string proto = NewText("ge_proto");
    EXPECT_EQ(Holds(proto, "data: \"abcd\""), each.weights) << each.level;
    EXPECT_EQ(Holds(proto, "ge.key"), each.options) << each.level;
    EXPECT_TRUE(Holds(proto, "hidden"));
    EXPECT_EQ(Holds(onnx, "value_data"), each.weights) << each.level;
    EXPECT_EQ(Holds(onnx, "hidden"), each.texts) << each.level;
    EXPECT_EQ(Holds(onnx, "name: \"axis\""), each.numbers) << each.level;
    EXPECT_EQ(Holds(onnx, "output_desc_shape:0"), each.numbers) << each.level;
    EXPECT_TRUE(Holds(onnx, "producer_name: \"GE\""));
  }
}

TEST_F(Dump, ManyDescriptorsAreFoldedIntoOneAttributeEach) {
  ::setenv("DUMP_GE_GRAPH", "2", 1);
  graph_->AddNode("many", ir::SchemaOf("Many", 20, 1));

  ASSERT_TRUE(DumpStage(*graph_, "Build").ok());

  const std::string onnx = NewText("ge_onnx");
  EXPECT_TRUE(Holds(onnx, "name: \"input_desc_19\""));
  EXPECT_TRUE(Holds(onnx, R"({\"dtype\":\"DT_FLOAT\",\"shape\":[])"));
  EXPECT_FALSE(Holds(onnx, "input_desc_dtype:0"));
}

TEST_F(Dump, BuildIsWrittenWholeForTheDataOfOperators) {
  DumpContext context;
  context.dumps_op_data = true;

  ASSERT_TRUE(DumpStage(*graph_, "Build", context).ok());
  ASSERT_TRUE(DumpStage(*graph_, "PreRunBegin", context).ok());

  EXPECT_EQ(NewFiles(), Names{"ge_proto_#_graph_5_Build.txt"});
  EXPECT_TRUE(Holds(NewText("ge_proto"), "abcd"));
}

TEST_F(Dump, AFileThatIsAskedForHasTheSuffixWithoutForbiddenCharacters) {
  ASSERT_TRUE(DumpToFile(*graph_, DumpFormat::kTxt, "a/b:c").ok());
  ASSERT_TRUE(DumpToFile(*graph_, DumpFormat::kReadable, "").ok());
  graph_->attrs.Set("_single_op_scene", true);
  ASSERT_TRUE(DumpToFile(*graph_, DumpFormat::kOnnx, "s").ok());

  EXPECT_EQ(NewFiles(), (Names{"ge_onnx_#_aclop_graph_5_s.pbtxt", "ge_proto_#_graph_5_a_b_c.txt",
                               "ge_readable_#_graph_5_.txt"}));
}

TEST_F(Dump, OnlyOnnxFilesGetAShorterName) {
  EXPECT_EQ(DumpFileName(*graph_, DumpFormat::kOnnx, 7, std::string(300, 'x')).size(), 254U);
  EXPECT_EQ(DumpFileName(*graph_, DumpFormat::kOnnx, 7, "x"), "ge_onnx_00000007_graph_5_x.pbtxt");

  EXPECT_TRUE(DumpToFile(*graph_, DumpFormat::kOnnx, std::string(300, 'x')).ok());
  EXPECT_EQ(DumpToFile(*graph_, DumpFormat::kTxt, std::string(300, 'x')).code(), "E13004");
}

TEST_F(Dump, LimitsHold) {
  ASSERT_TRUE(DumpToFile(*graph_, DumpFormat::kTxt, "first").ok());
  ASSERT_TRUE(DumpToFile(*graph_, DumpFormat::kTxt, "second").ok());
  before_ = Files();
  DumpContext context;
  context.max_files = 1;

  EXPECT_NE(DumpToFile(*graph_, DumpFormat::kTxt, "third", context).message().find("ge.maxDumpFileNum"),
            std::string::npos);
  context.max_files = 0;
  context.max_file_bytes = 10;
  EXPECT_TRUE(DumpToFile(*graph_, DumpFormat::kTxt, "large", context).ok());

  EXPECT_EQ(NewFiles(), Names());
}

struct Filter {
  const char* filter;  // null: not set
  const char* stage;
  bool written;
};

TEST(DumpFilter, StagesAreChosenByLevelOrWord) {
  const Filter filters[] = {{nullptr, "PreRunBegin", true},
                            {nullptr, "RunCustomPassAfterBuiltinFusionPass", true},
                            {nullptr, "PreRunBegin2", false},
                            {nullptr, "RunCustomPass_Aicpu", false},
                            {"2", "Build", true},
                            {"2", "OptimizeStage1_1", false},
                            {"1", "OptimizeStage1_1", true},
                            {"1", "partition0_rank0_x", false},
                            {"1", "OptimizeSubGraphBefore", false},
                            {"1", "", false},
                            {"1", "123", false},
                            {"3", "Build", true},
                            {"3", "PreRunBegin", false},
                            {"4", "PreRunBegin", true},
                            {"4", "Build", false},
                            {"5", "Build", false},
                            {"", "Build", false},
                            {"Stage1|Prepare", "OptimizeStage1_1", true},
                            {"Stage1|Prepare", "AfterPrepare", true},
                            {"stage1", "OptimizeStage1_1", false},
                            {"|", "Build", false}};
  for (const Filter& each : filters) {
    EXPECT_EQ(IsStageDumped(each.stage, each.filter), each.written)
        << (each.filter == nullptr ? "(unset)" : each.filter) << " " << each.stage;
  }
}

TEST(DumpFolder, FollowsTheVariablesInTheirOrder) {
  const std::string root = testing::TempDir() + "/dump_folder_" + std::to_string(::getpid());
  ::setenv("ASCEND_WORK_PATH", (root + "/work").c_str(), 1);
  ::unsetenv("DUMP_GRAPH_PATH");
  EXPECT_EQ(ChooseDumpFolder(1), root + "/work/");
  ::setenv("DUMP_GRAPH_PATH", (root + "/dump").c_str(), 1);
  EXPECT_EQ(ChooseDumpFolder(1), base::Text(root, "/dump/pid_", ::getpid(), "_deviceid_1/"));
  ::setenv("NPU_COLLECT_PATH", (root + "/collect").c_str(), 1);
  EXPECT_EQ(ChooseDumpFolder(1), base::Text(root, "/collect/extra-info/graph/", ::getpid(), "_1/"));
  EXPECT_TRUE(std::filesystem::is_directory(ChooseDumpFolder(1)));
  ::setenv("NPU_COLLECT_PATH", "/dev/null", 1);
  EXPECT_EQ(ChooseDumpFolder(1), "./");

  for (const char* name : {"ASCEND_WORK_PATH", "DUMP_GRAPH_PATH", "NPU_COLLECT_PATH"}) ::unsetenv(name);
  EXPECT_EQ(ChooseDumpFolder(1), "./");
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace ge::serialize
