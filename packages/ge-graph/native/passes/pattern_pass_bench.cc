#include <benchmark/benchmark.h>

#include <cstdlib>

#include "ops/graph_builder.h"
#include "ops/registry.h"
#include "passes/pattern_pass.h"
#include "passes/run_pass.h"

namespace ge::passes {
namespace {

using base::Result;
using GraphPtr = std::shared_ptr<ir::Graph>;

// Graphs of one chain in which every eighth node begins a match.
constexpr int64_t kEvery = 8;

class Chain {
 public:
  explicit Chain(const std::string& name) : builder_(name) {}

  ir::Endpoint Input(int64_t index) { return {*builder_.AddInput(index, {}), 0}; }
  ir::Endpoint Scalar(float value) {
    return {builder_.AddConst({{{}, base::DataType::kFloat}, base::Buffer::CopyOf(&value, sizeof value)}), 0};
  }
  ir::Endpoint Op(const char* type, std::vector<ir::Endpoint> inputs) {
    ops::OperatorParts parts;
    parts.inputs = std::move(inputs);
    return {*builder_.AddOperator(ops::FindSchema(type), std::move(parts)), 0};
  }
  GraphPtr Build(ir::Endpoint result) {
    if (!builder_.SetOutput(result, 0).ok()) std::abort();
    return *builder_.Build();
  }
  // As a graph that is put into another.
  GraphPtr BuildBody(ir::Endpoint result) {
    if (!builder_.SetOutput(result, 0).ok()) std::abort();
    return *builder_.BuildBody();
  }

 private:
  ops::GraphBuilder builder_;
};

// Add(MatMul(x, w), b) -> MatMul(x, w, b)
class FuseBias : public PatternPass {
 public:
  static GraphPtr Graph(int64_t nodes) {
    Chain chain("products");
    ir::Endpoint x = chain.Input(0);
    const ir::Endpoint w = chain.Input(1);
    const ir::Endpoint b = chain.Input(2);
    for (int64_t i = 0; i < nodes / kEvery; ++i) {
      x = chain.Op("Add", {chain.Op("MatMul", {x, w}), b});
      for (int64_t k = 2; k < kEvery; ++k) x = chain.Op("Relu", {x});
    }
    return chain.Build(x);
  }

 protected:
  Result<std::vector<match::Pattern>> Patterns() override {
    Chain chain("product");
    const ir::Endpoint product = chain.Op("MatMul", {chain.Input(0), chain.Input(1)});
    return std::vector<match::Pattern>{
        match::Pattern(chain.Build(chain.Op("Add", {product, chain.Input(2)})))};
  }
  Result<bool> MeetRequirements(const match::Match&, PassContext&) override { return true; }
  Result<GraphPtr> Replacement(const match::Match&, PassContext&) override {
    Chain chain("fused");
    return chain.BuildBody(chain.Op("MatMul", {chain.Input(0), chain.Input(1), chain.Input(2)}));
  }
};

// Add(x, 0) -> x
class DropZero : public PatternPass {
 public:
  static GraphPtr Graph(int64_t nodes) {
    Chain chain("sums");
    ir::Endpoint x = chain.Input(0);
    for (int64_t i = 0; i < nodes / kEvery; ++i) {
      x = chain.Op("Add", {x, chain.Scalar(0)});
      for (int64_t k = 2; k < kEvery; ++k) x = chain.Op("Relu", {x});
    }
    return chain.Build(x);
  }

 protected:
  match::PatternConfig config() const override { return {true, false}; }
  Result<std::vector<match::Pattern>> Patterns() override {
    Chain chain("sum");
    const ir::Endpoint x = chain.Input(0);
    return std::vector<match::Pattern>{match::Pattern(chain.Build(chain.Op("Add", {x, chain.Scalar(0)})))};
  }
  Result<bool> MeetRequirements(const match::Match&, PassContext&) override { return true; }
  Result<GraphPtr> Replacement(const match::Match&, PassContext&) override {
    Chain chain("nothing");
    return chain.BuildBody(chain.Input(0));
  }
};

// Tanh(Relu(x)) -> x, in graphs without Tanh.
class FindNothing : public PatternPass {
 protected:
  Result<std::vector<match::Pattern>> Patterns() override {
    Chain chain("nowhere");
    return std::vector<match::Pattern>{
        match::Pattern(chain.Build(chain.Op("Tanh", {chain.Op("Relu", {chain.Input(0)})})))};
  }
  Result<bool> MeetRequirements(const match::Match&, PassContext&) override { return true; }
  Result<GraphPtr> Replacement(const match::Match&, PassContext&) override { return GraphPtr(); }
};

// The time of a run; the counter is the time per match.
template <typename Replacing>
void RunReplacing(benchmark::State& state) {
  const Options options;
  PassContext context(options, 0);
  context.pass_name = "Measured";
  for (auto _ : state) {
    state.PauseTiming();
    GraphPtr graph = Replacing::Graph(state.range(0));
    Replacing pass;
    state.ResumeTiming();
    const auto outcome = pass.Run(*graph, context);
    state.PauseTiming();
    if (!outcome.ok() || *outcome != Outcome::kChanged) std::abort();
    graph.reset();
    state.ResumeTiming();
  }
  const double matches = static_cast<double>(state.range(0)) / kEvery;
  state.counters["match"] = benchmark::Counter(
      matches, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// What making an index of a graph costs, which the passes of a stage share.
void MakeIndex(benchmark::State& state) {
  const GraphPtr graph = FuseBias::Graph(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(match::NodeIndex::Of(*graph));
  state.counters["node"] =
      benchmark::Counter(static_cast<double>(state.range(0)),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// A stage of 200 passes that find nothing; the counter is the time per pass.
void RunAbsent(benchmark::State& state) {
  constexpr int kPasses = 200;
  const GraphPtr graph = FuseBias::Graph(state.range(0));
  for (auto _ : state) {
    const auto context = std::make_shared<PassContext>(Options(), 0);
    for (int i = 0; i < kPasses; ++i) {
      FindNothing pass;
      const auto outcome = RunPass(pass, graph, *context);
      if (!outcome.ok() || *outcome != Outcome::kUnchanged) std::abort();
    }
  }
  state.counters["pass"] = benchmark::Counter(
      kPasses, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK(RunAbsent)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMicrosecond);
BENCHMARK(MakeIndex)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMicrosecond);
BENCHMARK_TEMPLATE(RunReplacing, FuseBias)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMicrosecond);
BENCHMARK_TEMPLATE(RunReplacing, DropZero)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace ge::passes

BENCHMARK_MAIN();
