#include "exec/control_flow.h"

#include <cstring>

#include "exec/frame.h"

namespace ge::cpu::exec {
namespace {

using Tensors = std::vector<const ir::Tensor*>;

template <typename T>
bool IsNonZero(const ir::Tensor& tensor) {
  return tensor.elements<T>()[0] != T{0};
}

// A scalar decides by its value, anything else by whether it has elements.
base::Result<bool> Truth(const ir::Tensor& tensor) {
  const int64_t count = tensor.desc.shape.Elements();
  if (count != 1) return count != 0;
  switch (tensor.desc.type) {
    case base::DataType::kBool:
    case base::DataType::kUint8:
    case base::DataType::kInt8:
      return IsNonZero<uint8_t>(tensor);
    case base::DataType::kInt32:
    case base::DataType::kUint32:
      return IsNonZero<uint32_t>(tensor);
    case base::DataType::kInt64:
    case base::DataType::kUint64:
      return IsNonZero<uint64_t>(tensor);
    case base::DataType::kFloat:
      return IsNonZero<float>(tensor);
    case base::DataType::kDouble:
      return IsNonZero<double>(tensor);
    default:
      return base::Status("E13025",
                          base::Text("a condition of type ", tensor.desc.type, " is not supported"));
  }
}

base::Result<int64_t> Integer(const ir::Tensor& tensor, std::string_view what) {
  if (tensor.desc.shape.Elements() == 1) {
    if (tensor.desc.type == base::DataType::kInt32) return int64_t{tensor.elements<int32_t>()[0]};
    if (tensor.desc.type == base::DataType::kInt64) return tensor.elements<int64_t>()[0];
  }
  return base::Status("E13025", base::Text(what, " must be one int32, but is ", tensor.desc.type,
                                           " of shape ", tensor.desc.shape));
}

class ControlFlow {
 public:
  ControlFlow(const plan::Step& step, const Tensors& inputs, Frame& frame)
      : step_(step), inputs_(inputs), frame_(frame) {}

  base::Result<BodyOutcome> Run() {
    const std::string& type = step_.node->type().text();
    GE_RETURN_IF_ERROR(CheckInputs(type));
    if (type.find("PartitionedCall") != std::string::npos) return RunBody(0, inputs_);
    if (type.find("While") != std::string::npos) return RunWhile();
    if (type == "For") return RunFor();
    return RunChosen(type.find("Case") != std::string::npos);
  }

 private:
  // Of types that no prototype is known of, nobody else has looked at the inputs.
  base::Status CheckInputs(const std::string& type) const {
    const bool decides = type.find("If") != std::string::npos || type.find("Case") != std::string::npos;
    const size_t needed = type == "For" ? 3 : (decides ? 1 : 0);
    if (inputs_.size() < needed)
      return base::InnerError(base::Text("it has ", inputs_.size(), " inputs, expected ", needed));
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (inputs_[i] == nullptr) return base::InnerError(base::Text("input ", i, " is not connected"));
    }
    return {};
  }

  base::Result<BodyOutcome> RunChosen(bool by_number) {
    size_t chosen = 0;
    if (by_number) {
      GE_ASSIGN_OR_RETURN(const int64_t number, Integer(*inputs_[0], "branch_index"));
      const bool exists = number >= 0 && number < static_cast<int64_t>(step_.bodies.size());
      chosen = exists ? static_cast<size_t>(number) : step_.bodies.size() - 1;
    } else {
      GE_ASSIGN_OR_RETURN(const bool condition, Truth(*inputs_[0]));
      chosen = condition ? 0 : 1;
    }
    GE_ASSIGN_OR_RETURN(BodyOutcome outcome, RunBody(chosen, Tensors(inputs_.begin() + 1, inputs_.end())));
    outcome.chosen = true;
    return outcome;
  }

  base::Result<BodyOutcome> RunWhile() {
    BodyOutcome state = Start(0);
    while (true) {
      GE_ASSIGN_OR_RETURN(BodyOutcome condition, RunBody(0, Pointers(state)));
      if (condition.results.empty()) return base::InnerError("its cond subgraph gives no result");
      GE_ASSIGN_OR_RETURN(const bool goes_on, Truth(condition.results[0]));
      if (!goes_on) return state;
      GE_RETURN_IF_ERROR(Advance(1, Pointers(state), state));
    }
  }

  base::Result<BodyOutcome> RunFor() {
    GE_ASSIGN_OR_RETURN(const int64_t start, Integer(*inputs_[0], "start"));
    GE_ASSIGN_OR_RETURN(const int64_t limit, Integer(*inputs_[1], "limit"));
    GE_ASSIGN_OR_RETURN(const int64_t delta, Integer(*inputs_[2], "delta"));
    if (delta == 0) return base::InvalidArgument("delta must not be 0");
    BodyOutcome state = Start(3);
    for (int64_t i = start; delta > 0 ? i < limit : i > limit; i += delta) {
      const auto number = static_cast<int32_t>(i);
      const ir::Tensor counter({ir::Shape{}, base::DataType::kInt32},
                               base::Buffer::CopyOf(&number, sizeof number));
      Tensors inputs = Pointers(state);
      inputs.insert(inputs.begin(), &counter);
      GE_RETURN_IF_ERROR(Advance(0, inputs, state));
    }
    return state;
  }

  // The loop variables before the first round; copies, for the caller gets buffers that nobody else holds.
  BodyOutcome Start(size_t first) {
    BodyOutcome state;
    for (size_t i = first; i < inputs_.size(); ++i) {
      const size_t size = inputs_[i]->size_bytes();
      state.results.push_back({inputs_[i]->desc, frame_.pool().Allocate(size)});
      if (size != 0) std::memcpy(state.results.back().data->mutable_data(), inputs_[i]->data->data(), size);
    }
    state.shapes_vary.assign(state.results.size(), true);
    return state;
  }

  base::Status Advance(size_t body, const Tensors& inputs, BodyOutcome& state) {
    GE_ASSIGN_OR_RETURN(BodyOutcome outcome, RunBody(body, inputs));
    if (outcome.results.size() != state.results.size()) {
      return base::InnerError(base::Text("its body gives ", outcome.results.size(), " tensors for ",
                                         state.results.size(), " loop variables"));
    }
    state.results = std::move(outcome.results);
    return {};
  }

  static Tensors Pointers(const BodyOutcome& state) {
    Tensors pointers;
    for (const ir::Tensor& tensor : state.results) pointers.push_back(&tensor);
    return pointers;
  }

  base::Result<BodyOutcome> RunBody(size_t number, const Tensors& inputs) {
    if (number >= step_.bodies.size()) {
      return base::InnerError(base::Text("subgraph ", number, " is missing, it has ", step_.bodies.size()));
    }
    const plan::Program& body = *step_.bodies[number];
    Tensors given(body.inputs.size());
    for (size_t i = 0; i < body.inputs.size(); ++i) {
      if (body.inputs[i] == plan::kNoValue) continue;
      if (i >= inputs.size() || inputs[i] == nullptr) {
        return base::InnerError(
            base::Text("subgraph \"", body.graph->name(), "\" reads input ", i, ", which is not connected"));
      }
      given[i] = inputs[i];
    }
    GE_ASSIGN_OR_RETURN(Frame::Outcome ran, frame_.BodyFrame(body).Run(given));
    BodyOutcome outcome;
    for (size_t i = 0; i < ran.results.size(); ++i)
      outcome.shapes_vary.push_back(ran.run->ResultShapeVaries(i));
    outcome.results = std::move(ran.results);
    return outcome;
  }

  const plan::Step& step_;
  const Tensors& inputs_;
  Frame& frame_;
};

}  // namespace

base::Result<BodyOutcome> RunControlFlow(const plan::Step& step, const std::vector<const ir::Tensor*>& inputs,
                                         Frame& frame) {
  base::Result<BodyOutcome> outcome = ControlFlow(step, inputs, frame).Run();
  if (!outcome.ok()) return outcome.status().In("in " + plan::Describe(*step.node));
  if (outcome->results.size() != step.outputs.size()) {
    return base::InnerError(base::Text(plan::Describe(*step.node), " has ", step.outputs.size(),
                                       " outputs, but its subgraph gives ", outcome->results.size()));
  }
  return outcome;
}

}  // namespace ge::cpu::exec
