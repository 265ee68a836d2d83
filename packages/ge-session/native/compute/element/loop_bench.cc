#include <benchmark/benchmark.h>

#include <vector>

#include "compute/element/loop_plan.h"
#include "compute/element/writer.h"

namespace ge::cpu::compute {
namespace {

// y = relu(x * a + b), n times over, on tensors that do not fit the caches.
void Chain(benchmark::State& state) {
  ElementWriter writer;
  Term x = writer.Operand(base::DataType::kFloat);
  const Term row = writer.Operand(base::DataType::kFloat);
  for (int64_t i = 0; i < state.range(0); ++i) {
    x = writer.Call(Function::kMul, x, row);
    x = writer.Call(Function::kAdd, x, writer.Literal(base::DataType::kFloat, 0.5));
    x = writer.Call(Function::kRelu, x);
  }
  writer.Result(x);
  const ElementProgram program = std::move(writer.Finish()).value();
  const ir::Shape shape{4096, 768};
  const ir::Shape short_shape{768};
  const ElementLoop loop = std::move(ElementLoop::Over(program, shape, {&shape, &short_shape})).value();
  const std::vector<float> data(static_cast<size_t>(shape.Elements()), 1.0F);
  const std::vector<float> factors(768, 0.5F);
  std::vector<float> result(data.size());
  const void* operands[] = {data.data(), factors.data()};
  void* results[] = {result.data()};
  for (auto _ : state) loop.Run(operands, results);
  state.SetItemsProcessed(state.iterations() * shape.Elements() * state.range(0) * 3);
}
BENCHMARK(Chain)->Arg(1)->Arg(10)->Arg(60);

}  // namespace
}  // namespace ge::cpu::compute

BENCHMARK_MAIN();
