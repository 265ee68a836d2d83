#include "kernels/epilogue.h"

#include <algorithm>

#include "kernels/refuse.h"

namespace ge::cpu::kernels {

using Kind = ElementNode::Source::Kind;

// The ports that the loop reads, in the order of its operands behind the result.
std::vector<int32_t> Epilogue::Ports() const {
  std::vector<int32_t> ports;
  for (const ElementNode& node : nodes_) {
    for (const ElementNode::Source& source : node.inputs) {
      if (source.kind != Kind::kInput) continue;
      if (std::find(ports.begin(), ports.end(), source.index) == ports.end()) ports.push_back(source.index);
    }
  }
  return ports;
}

base::Result<Epilogue::Ready> Epilogue::For(const RunContext& c, float* y, int64_t count) const {
  Ready ready;
  if (nodes_.empty() || count == 0) return ready;
  const std::vector<int32_t> ports = Ports();
  ready.operands.push_back(y);
  Prepared wanted{count, {false}, nullptr};
  for (const int32_t port : ports) {
    const ir::Tensor& other = c.Input(port);
    const int64_t elements = other.desc.shape.Elements();
    if (elements != count && elements != 1) {  // a file may say other shapes of a graph than it has
      return Refuse(c, "a tensor read behind the kernel must have ", count, " elements or one, given ",
                    other.desc.shape);
    }
    wanted.scalars.push_back(elements == 1);
    ready.operands.push_back(other.elements<void>());
  }
  auto prepared = cache_.Find(
      [&](const Prepared& entry) { return entry.count == count && entry.scalars == wanted.scalars; });
  if (prepared == nullptr) {
    ElementWriter writer;
    LoopInputs inputs;
    inputs.result = writer.Operand(base::DataType::kFloat);
    for (const int32_t port : ports) {
      inputs.terms.resize(std::max(inputs.terms.size(), static_cast<size_t>(port) + 1));
      inputs.terms[static_cast<size_t>(port)] = writer.Operand(c.Input(port).desc.type);
    }
    GE_ASSIGN_OR_RETURN(const Term result, WriteNodes(c, nodes_, inputs, base::DataType::kFloat, writer));
    writer.Result(result);
    const base::Result<ElementProgram> program = writer.Finish();
    if (!program.ok()) return Refuse(c, program.status().message());
    const ir::Shape whole{count};
    const ir::Shape one;
    std::vector<const ir::Shape*> shapes;
    for (const bool scalar : wanted.scalars) shapes.push_back(scalar ? &one : &whole);
    base::Result<ElementLoop> loop = ElementLoop::Over(*program, whole, shapes);
    if (!loop.ok()) return Refuse(c, loop.status().message());
    wanted.loop = std::make_shared<const ElementLoop>(std::move(loop).value());
    prepared = std::make_shared<const Prepared>(std::move(wanted));
    cache_.Add(prepared);
  }
  ready.loop = prepared->loop;
  return ready;
}

void Epilogue::Do(const Ready& ready, int64_t begin, int64_t end) {
  void* const y = const_cast<void*>(ready.operands[0]);
  if (ready.loop != nullptr) ready.loop->RunRange(begin, end, ready.operands.data(), &y);
}

base::Status Epilogue::DoAll(const RunContext& c, float* y, int64_t count) const {
  GE_ASSIGN_OR_RETURN(const Ready ready, For(c, y, count));
  void* const result = y;
  if (ready.loop != nullptr) ready.loop->Run(ready.operands.data(), &result);
  return {};
}

}  // namespace ge::cpu::kernels
