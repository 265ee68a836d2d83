// A model that a file spoilt ends in results or in an error, never in a crash. GE_FUZZ_COUNT sets how many
// mutants are made, GE_FUZZ_SEED the one to look at.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "backend/backend.h"
#include "compile/compiled_model.h"
#include "compile/model_attrs.h"
#include "exec/backend.h"
#include "exec/graph_mutation_for_tests.h"
#include "infer/infer.h"
#include "plan/graph_for_tests.h"

namespace ge::cpu::exec {
namespace {

using plan::FloatTensor;
using plan::GraphForTests;
using plan::Int64Tensor;
using Graph = std::shared_ptr<ir::Graph>;
using Ints = std::vector<int64_t>;

ir::Endpoint Weights(GraphForTests& g, const ir::Shape& shape) {
  ir::Tensor tensor = FloatTensor(shape, std::vector<float>(static_cast<size_t>(shape.Elements()), 0.25F));
  tensor.desc.format = base::Format::kNchw;
  return g.Const(std::move(tensor));
}

Graph Images() {
  GraphForTests g("images");
  const std::vector<ir::AttrMap::Entry> attrs = {
      {"strides", Ints{1, 1, 1, 1}}, {"pads", Ints{1, 1, 1, 1}}, {"data_format", std::string("NCHW")}};
  const ir::Endpoint x = g.Input({1, 2, 5, 6});
  const ir::Endpoint conv = g.Op("Conv2D", {x, Weights(g, {3, 2, 3, 3})}, attrs);
  const auto row = [&] { return g.Const(FloatTensor({3}, {1, 2, 3})); };
  const ir::Endpoint norm =
      g.Op("BatchNorm", {conv, row(), row(), row(), row()},
           {{"epsilon", 1e-5F}, {"is_training", false}, {"data_format", std::string("NCHW")}});
  const ir::Endpoint sum = g.Op("Add", {g.Op("Relu", {norm}), conv});
  const ir::Endpoint pooled = g.Op("MaxPoolV3", {sum},
                                   {{"ksize", Ints{1, 1, 2, 2}},
                                    {"strides", Ints{1, 1, 2, 2}},
                                    {"pads", Ints{0, 0, 0, 0}},
                                    {"data_format", std::string("NCHW")}});
  const ir::Endpoint mean =
      g.Op("ReduceMean", {pooled, g.Const(Int64Tensor({2}, {2, 3}))}, {{"keep_dims", true}});
  const ir::Endpoint gate = g.Op("HardSigmoid", {g.Op("Conv2D", {mean, Weights(g, {3, 3, 1, 1})}, attrs)});
  const ir::Endpoint joined = g.Join({pooled, g.Op("Mul", {pooled, g.Op("Sigmoid", {pooled})})}, 1);
  return g.Build({joined, gate});
}

Graph Products() {
  GraphForTests g("products");
  const ir::Endpoint x = g.Input({4, 6});
  const ir::Endpoint product = g.Op("MatMulV2", {x, Weights(g, {6, 8})});
  const ir::Endpoint biased = g.Op("Add", {product, g.Const(FloatTensor({8}, std::vector<float>(8, 1)))});
  const ir::Endpoint ones = g.Const(FloatTensor({8}, std::vector<float>(8, 1)));
  const ir::Endpoint norm = g.Op("LayerNorm", {g.Op("Tanh", {biased}), ones, ones},
                                 {{"begin_norm_axis", int64_t{1}}, {"begin_params_axis", int64_t{1}}});
  const ir::Endpoint weights = g.Op("SoftmaxV2", {norm}, {{"axes", Ints{-1}}});
  const ir::Endpoint shape = g.Const(Int64Tensor({3}, {2, 2, 8}));
  const ir::Endpoint turned =
      g.Op("Transpose", {g.Op("Reshape", {weights, shape}), g.Const(Int64Tensor({3}, {1, 0, 2}))});
  const ir::Endpoint batched = g.Op("BatchMatMulV2", {turned, g.Op("Neg", {turned})}, {{"adj_x2", true}});
  return g.Build({batched, g.Op("Add", {product, biased})});
}

Graph Pieces() {
  GraphForTests g("pieces");
  const ir::Endpoint x = g.Input({3, 4});
  const ir::Endpoint rows =
      g.Op("GatherV2", {x, g.Const(Int64Tensor({2}, {2, 0})), g.Const(Int64Tensor({}, {0}))});
  const ir::Endpoint slice =
      g.Op("Slice", {x, g.Const(Int64Tensor({2}, {1, 1})), g.Const(Int64Tensor({2}, {2, 2}))});
  const ir::Endpoint padded = g.Op("Pad", {slice, g.Const(Int64Tensor({2, 2}, {0, 0, 1, 1}))});
  const ir::Endpoint tiled = g.Op("Tile", {rows, g.Const(Int64Tensor({2}, {1, 2}))});
  const ir::Endpoint size = g.Op("Shape", {tiled});
  const ir::Endpoint wide = g.Op("Cast", {g.Op("Greater", {rows, g.Scalar(0)})}, {{"dst_type", int64_t{0}}});
  const ir::Endpoint chosen = g.Op("Select", {g.Op("Greater", {rows, padded}), rows, padded});
  return g.Build({g.Join({rows, padded, wide, chosen}, 0), tiled, size,
                  g.Op("ReduceMax", {x, g.Const(Int64Tensor({1}, {1}))})});
}

Graph Branches() {
  const auto body = [](const char* name, const char* type) {
    GraphForTests g(name);
    const ir::Endpoint x = g.Input({2, 3});
    return g.Build({g.Op(type, {x}), g.Op("Add", {x, g.Scalar(1)})});
  };
  GraphForTests g("branches");
  const ir::Endpoint x = g.Input({2, 3});
  const ir::Endpoint condition = g.Const(plan::BoolTensor(true));
  ir::Node* choice = g.If(condition, {x}, body("then", "Relu"), body("else", "Neg"));
  return g.Build({g.Op("Add", {{choice, 0}, {choice, 1}})});
}

// The number of the mutant at work, for the message of a crash.
volatile sig_atomic_t g_seed = 0;

void TellSeed(int signal) {
  char text[] = "crashed on mutant 0000000000, see GE_FUZZ_SEED\n";
  int number = g_seed;
  for (size_t at = 27; number > 0 && at > 17; --at, number /= 10)
    text[at] = static_cast<char>('0' + number % 10);
  const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  (void)written;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// What a port asks for, open dimensions 2; none for what is too large to be made.
base::Result<ir::Tensor> InputFor(const backend::Port& port) {
  std::vector<int64_t> dims = port.desc.shape.dims();
  for (int64_t& dim : dims) dim = dim < 0 ? 2 : dim;
  ir::Tensor tensor({ir::Shape(dims), port.desc.type}, nullptr);
  const int64_t bytes = base::DataBytes(tensor.desc.type, tensor.desc.shape.Elements());
  if (bytes < 0 || bytes > (1 << 16)) return base::InvalidArgument("too large");
  tensor.data =
      base::Buffer::CopyOf(std::string(static_cast<size_t>(bytes), '\1').data(), static_cast<size_t>(bytes));
  return tensor;
}

base::Status LoadAndRun(const Graph& graph) {
  compile::CompiledModel written;
  written.graph = graph;
  GE_ASSIGN_OR_RETURN(const serialize::Segments file, compile::WriteOm(written));
  const std::string bytes = file.Join();
  GE_ASSIGN_OR_RETURN(const compile::CompiledModel model,
                      compile::ReadOm(base::Buffer::CopyOf(bytes.data(), bytes.size())));
  GE_ASSIGN_OR_RETURN(const auto executable, CpuBackend().Load(model.graph, model.options));
  std::vector<ir::Tensor> inputs;
  for (const backend::Port& port : executable->inputs()) {
    GE_ASSIGN_OR_RETURN(ir::Tensor input, InputFor(port));
    inputs.push_back(std::move(input));
  }
  for (int run = 0; run < 2; ++run) GE_RETURN_IF_ERROR(executable->Run(inputs).status());
  return {};
}

int64_t FromEnvironment(const char* name, int64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoll(text);
}

// A mutant may ask for any amount of memory: it must be told that there is none.
void LimitMemory() {
  if (std::getenv("GE_SANITIZER") != nullptr) return;
  const rlimit limit{rlim_t{2} << 30U, rlim_t{2} << 30U};
  setrlimit(RLIMIT_AS, &limit);
}

constexpr Graph (*kSeeds[])() = {Images, Products, Pieces, Branches};

Graph Sound(size_t which) {
  Graph graph = kSeeds[which % std::size(kSeeds)]();
  const base::Status inferred = infer::InferGraph(*graph);
  EXPECT_TRUE(inferred.ok()) << inferred.ToString();
  return graph;
}

TEST(MutatedGraphs, TheGraphsThatMutationsBeginWithRun) {
  for (size_t i = 0; i < std::size(kSeeds); ++i) {
    const base::Status ran = LoadAndRun(Sound(i));
    EXPECT_TRUE(ran.ok()) << i << ": " << ran.ToString();
  }
}

TEST(MutatedGraphs, EndInResultsOrAnError) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) std::signal(signal, TellSeed);
  LimitMemory();
  const int64_t only = FromEnvironment("GE_FUZZ_SEED", -1);
  const int64_t first = only < 0 ? 1 : only;
  const int64_t end = only < 0 ? first + FromEnvironment("GE_FUZZ_COUNT", 3000) : only + 1;
  int64_t refused = 0;

  for (int64_t seed = first; seed < end; ++seed) {
    g_seed = static_cast<sig_atomic_t>(seed);
    const Graph graph = Sound(static_cast<size_t>(seed));
    GraphMutation(*graph, static_cast<unsigned>(seed)).Apply();
    const base::Status ran = LoadAndRun(graph);
    if (ran.ok()) continue;
    ++refused;
    EXPECT_FALSE(ran.message().empty()) << seed;
  }

  EXPECT_TRUE(only >= 0 || (refused > (end - first) / 4 && refused < end - first));
}

// What the user saw: such a file ended the process.
TEST(MutatedGraphs, AnInputThatMustBeConnectedIsNamed) {
  const Graph graph = Sound(1);
  ir::Node* product = nullptr;
  for (ir::Node* node : graph->nodes()) {
    if (node->type() == "MatMulV2") product = node;
  }
  graph->Disconnect(product, 1);

  const base::Status status = LoadAndRun(graph);

  EXPECT_EQ(status.code(), "E10041");
  EXPECT_NE(status.message().find("input 1 \"x2\" must be connected"), std::string::npos)
      << status.ToString();
}

}  // namespace
}  // namespace ge::cpu::exec
