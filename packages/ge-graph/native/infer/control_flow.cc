// Nodes with bodies: a body's Data nodes get what the node is given, the node gives what its bodies give.
#include <algorithm>
#include <optional>

#include "infer/graph_inference.h"
#include "infer/join.h"

namespace ge::infer {
namespace {

enum class Kind { kNone, kCall, kBranches, kLoop };

Kind KindOf(base::Name type) {
  static const std::unordered_map<base::Name, Kind> kKinds = {{"PartitionedCall", Kind::kCall},
                                                              {"StatefulPartitionedCall", Kind::kCall},
                                                              {"If", Kind::kBranches},
                                                              {"StatelessIf", Kind::kBranches},
                                                              {"_If", Kind::kBranches},
                                                              {"Case", Kind::kBranches},
                                                              {"StatelessCase", Kind::kBranches},
                                                              {"While", Kind::kLoop},
                                                              {"StatelessWhile", Kind::kLoop},
                                                              {"_While", Kind::kLoop},
                                                              {"For", Kind::kLoop}};
  const auto found = kKinds.find(type);
  return found == kKinds.end() ? Kind::kNone : found->second;
}

base::Status Wrong(const ir::Node* node, const std::string& text) {
  return {ops::kBadOperator, base::Text(node->type(), " \"", node->name(), "\": ", text)};
}

bool IsFor(const ir::Node* node) { return node->type() == base::Name("For"); }

// The port of the node at which the inputs of its bodies start: behind the condition, the index or the loop's
// bounds.
int32_t FirstBodyInput(const ir::Node* node) {
  const std::vector<ir::InputSpec>& specs = node->schema().inputs;
  for (size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].kind == ir::InputKind::kDynamic) return node->InputRange(i).first;
  }
  return 0;
}

// Which of the body's inputs a Data node is: `_parent_node_index` counts the ports of the node that holds the
// body, `index` the body's inputs.
int64_t BodyInputOf(const ir::Node* data, const ir::Node* holder) {
  static const base::Name kParentIndex("_parent_node_index");
  static const base::Name kIndex("index");
  const auto* port = data->Attr<int64_t>(kParentIndex);
  if (port != nullptr && !IsFor(holder)) return *port - FirstBodyInput(holder);
  const auto* index = data->Attr<int64_t>(kIndex);
  return index == nullptr ? 0 : *index;
}

// The number of the slot that runs, when the condition is known.
std::optional<size_t> TakenBranch(const ir::Node* node, const Known& condition) {
  if (!condition.has_value || condition.value.size() != 1 || !condition.value[0].known) return std::nullopt;
  const ops::Element& element = condition.value[0];
  const size_t count = node->subgraphs().size();
  if (node->type() == base::Name("Case") || node->type() == base::Name("StatelessCase")) {
    const bool in_range = element.integer >= 0 && static_cast<size_t>(element.integer) < count;
    return in_range ? static_cast<size_t>(element.integer) : count - 1;
  }
  const char* wanted = element.integer != 0 || element.real != 0 ? "then_branch" : "else_branch";
  for (size_t i = 0; i < count; ++i) {
    if (node->subgraphs()[i].slot == wanted) return i;
  }
  return std::nullopt;
}

base::Status Join(const ir::Node* node, const std::vector<Known>& from, std::string_view branch,
                  std::vector<Known>& into) {
  if (from.size() != into.size()) {
    return Wrong(node, base::Text("its branches give ", into.size(), " and ", from.size(), " results"));
  }
  for (size_t i = 0; i < into.size(); ++i) {
    if (into[i].desc.type != from[i].desc.type) {
      return Wrong(node, base::Text("result ", i, " is ", into[i].desc.type, " in one branch and ",
                                    from[i].desc.type, " in ", branch));
    }
    into[i].desc.shape = JoinShapes(into[i].desc.shape, from[i].desc.shape);
    into[i].has_value =
        into[i].has_value && from[i].has_value && into[i].value.size() == from[i].value.size();
    if (into[i].has_value) into[i].value = JoinValues(into[i].value, from[i].value);
    if (into[i].desc.format != from[i].desc.format) into[i].desc.format = base::Format::kND;
  }
  return {};
}

constexpr int kRoundsBeforeOpening = 2;

const ir::SubgraphSlot* FindSlot(const ir::Node* node, std::string_view name) {
  const auto& slots = node->subgraphs();
  const auto found =
      std::find_if(slots.begin(), slots.end(), [&](const auto& slot) { return slot.slot == name; });
  return found == slots.end() ? nullptr : &*found;
}

}  // namespace

base::Status GraphInference::InferControlFlow(ir::Node* node, bool& done) {
  const Kind kind = KindOf(node->type());
  done = kind != Kind::kNone;
  if (!done) return {};
  if (node->subgraphs().empty()) return Wrong(node, "has no subgraph");
  if (kind == Kind::kCall) return InferCall(node);
  return kind == Kind::kBranches ? InferBranches(node) : InferLoop(node);
}

base::Status GraphInference::RunBody(ir::Node* node, const ir::SubgraphSlot& slot,
                                     const std::vector<Known>& inputs, bool ignore_errors,
                                     std::vector<Known>& results) const {
  if (slot.instance.empty()) return Wrong(node, base::Text("has no graph in its subgraph ", slot.slot));
  const std::shared_ptr<ir::Graph> body = graph_.FindSubgraph(slot.instance);
  if (body == nullptr) {
    return Wrong(node,
                 base::Text("graph \"", slot.instance, "\" of its subgraph ", slot.slot, " does not exist"));
  }
  const std::string where =
      base::Text("in graph \"", body->name(), "\" of ", node->type(), " \"", node->name(), "\"");
  if (static_cast<size_t>(depth_) > graph_.Root()->subgraphs().size()) {
    return Wrong(node, base::Text("graph \"", body->name(), "\" contains itself"));
  }
  GraphInference inference(*body, ignore_errors, depth_ + 1);
  for (const ir::Node* data : body->nodes()) {
    if (!IsGiven(data) || data->output_count() == 0 || data->IsConnected(0)) continue;
    const int64_t index = BodyInputOf(data, node);
    if (index < 0 || index >= static_cast<int64_t>(inputs.size())) {
      return Wrong(data, base::Text("is input ", index, ", but there are ", inputs.size())).In(where);
    }
    inference.SetGiven(data, 0, inputs[static_cast<size_t>(index)]);
  }
  const base::Status status = inference.Run();
  if (!status.ok()) return status.In(where);
  results = inference.Results();
  return {};
}

base::Status GraphInference::SetResults(ir::Node* node, const std::vector<Known>& results) {
  if (static_cast<int32_t>(results.size()) != node->output_count()) {
    return Wrong(node,
                 base::Text("has ", node->output_count(), " outputs, its subgraph gives ", results.size()));
  }
  outputs_.clear();
  for (size_t i = 0; i < results.size(); ++i) {
    outputs_.push_back(results[i].desc);
    if (results[i].has_value) SetValue({node, static_cast<int32_t>(i)}, results[i].value);
  }
  StoreOutputs(node);
  return {};
}

base::Status GraphInference::InferCall(ir::Node* node) {
  std::vector<Known> inputs;
  for (int32_t i = 0; i < node->input_count(); ++i) inputs.push_back(KnownInput(node, i));
  std::vector<Known> results;
  GE_RETURN_IF_ERROR(RunBody(node, node->subgraphs().front(), inputs, ignore_errors_, results));
  return SetResults(node, results);
}

// With a known condition only the branch that runs counts: the other one may not even fit its inputs.
base::Status GraphInference::InferBranches(ir::Node* node) {
  std::vector<Known> inputs;
  for (int32_t i = FirstBodyInput(node); i < node->input_count(); ++i) inputs.push_back(KnownInput(node, i));
  const std::optional<size_t> taken = TakenBranch(node, KnownInput(node, 0));
  std::vector<Known> joined;
  bool first = true;
  for (size_t i = 0; i < node->subgraphs().size(); ++i) {
    const ir::SubgraphSlot& slot = node->subgraphs()[i];
    const bool counts = !taken || *taken == i;
    std::vector<Known> results;
    const base::Status status = RunBody(node, slot, inputs, ignore_errors_ || !counts, results);
    if (!counts) continue;
    GE_RETURN_IF_ERROR(status);
    if (first) {
      joined = std::move(results);
    } else {
      GE_RETURN_IF_ERROR(Join(node, results, slot.slot, joined));
    }
    first = false;
  }
  return SetResults(node, joined);
}

// What goes round a loop has the shape that holds before and after each round: starting from what the node is
// given, dimensions that the body changes are widened until it changes nothing more. What still changes after
// a few rounds is opened, once, so this ends.
base::Status GraphInference::InferLoop(ir::Node* node) {
  const ir::SubgraphSlot* body = FindSlot(node, "body");
  if (body == nullptr) return Wrong(node, "has no body");
  const size_t counters = IsFor(node) ? 1 : 0;  // the first input of For's body is the counter
  std::vector<Known> state;
  if (counters == 1) state.push_back(KnownInput(node, 0));
  for (int32_t i = FirstBodyInput(node); i < node->input_count(); ++i) state.push_back(KnownInput(node, i));
  for (Known& known : state) known.has_value = false;
  bool changed = true;
  for (int round = 0; changed; ++round) {
    std::vector<Known> results;
    GE_RETURN_IF_ERROR(RunBody(node, *body, state, ignore_errors_, results));
    if (results.size() + counters != state.size()) {
      return Wrong(node, base::Text("its body takes ", state.size() - counters, " loop variables and gives ",
                                    results.size()));
    }
    changed = false;
    for (size_t i = 0; i < results.size(); ++i) {
      ir::TensorDesc& before = state[i + counters].desc;
      if (before.type != results[i].desc.type) {
        return Wrong(node, base::Text("loop variable ", i, " is ", before.type, ", its body gives ",
                                      results[i].desc.type));
      }
      ir::Shape joined = JoinShapes(before.shape, results[i].desc.shape);
      if (round >= kRoundsBeforeOpening) joined = OpenedShape(before.shape, joined);
      changed = changed || joined != before.shape;
      before.shape = std::move(joined);
    }
  }
  std::vector<Known> condition;
  if (const ir::SubgraphSlot* test = FindSlot(node, "cond")) {
    GE_RETURN_IF_ERROR(RunBody(node, *test, state, ignore_errors_, condition));
  }
  state.erase(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(counters));
  return SetResults(node, state);
}

}  // namespace ge::infer
