#include <benchmark/benchmark.h>

#include "ir/test_graph.h"
#include "serialize/model_def.h"
#include "serialize/readable_dump.h"

namespace ge::serialize {
namespace {

// A chain of additions that all read one constant of a megabyte.
std::shared_ptr<ir::Graph> Chain(int64_t nodes) {
  auto graph = ir::Graph::Create("chain");
  ir::Node* weights = ir::AddOp(*graph, "weights", {}, "Const");
  ir::Tensor value({{1 << 18}, base::DataType::kFloat}, base::Buffer::Allocate(1 << 20));
  weights->mutable_attrs().Set("value", ir::Box<ir::Tensor>(std::move(value)));
  const auto add = ir::SchemaOf("Add", 2, 1);
  ir::Node* last = weights;
  for (int64_t i = 0; i < nodes; ++i) {
    ir::Node* node = graph->AddNode("Add_" + std::to_string(i), add);
    if (!graph->AddDataEdge(last, 0, node, 0).ok() || !graph->AddDataEdge(weights, 0, node, 1).ok())
      std::abort();
    node->mutable_output_desc(0) = ir::TensorDesc({1 << 18}, base::DataType::kFloat);
    node->mutable_output_desc(0).MakeOwnOrigin();
    last = node;
  }
  return graph;
}

void WriteChain(benchmark::State& state) {
  const auto graph = Chain(state.range(0));
  size_t bytes = 0;
  for (auto _ : state) bytes = WriteModel(*graph)->size();
  state.counters["bytes"] = static_cast<double>(bytes);
}

void ReadChain(benchmark::State& state) {
  const std::string bytes = WriteModel(*Chain(state.range(0)))->Join();
  const auto buffer = base::Buffer::CopyOf(bytes.data(), bytes.size());
  for (auto _ : state) benchmark::DoNotOptimize(ReadModel(buffer));
}

void DumpChain(benchmark::State& state) {
  const auto graph = Chain(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(ReadableDump(*graph));
}

BENCHMARK(WriteChain)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(ReadChain)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(DumpChain)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ge::serialize

BENCHMARK_MAIN();
