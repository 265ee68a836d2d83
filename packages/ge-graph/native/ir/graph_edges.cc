#include <algorithm>

#include "ir/graph.h"

namespace ge::ir {
namespace {

std::string Port(const Node* node, const char* side, int64_t port) {
  return base::Text(side, " ", port, " of node \"", node->name(), "\" (", node->type(), ")");
}

base::Status CheckPorts(const Node* source, int64_t output, const Node* target, int64_t input) {
  if (source == nullptr || target == nullptr)
    return base::InnerError("an edge needs two nodes, one was removed");
  if (!source->HasOutput(output)) {
    return base::InnerError(
        base::Text("there is no ", Port(source, "output", output), ": it has ", source->output_count()));
  }
  if (!target->HasInput(input)) {
    return base::InnerError(
        base::Text("there is no ", Port(target, "input", input), ": it has ", target->input_count()));
  }
  return {};
}

}  // namespace

base::Status Graph::AddDataEdge(Node* source, int64_t output, Node* target, int64_t input) {
  GE_RETURN_IF_ERROR(CheckPorts(source, output, target, input));
  const auto out = static_cast<int32_t>(output);
  const auto in = static_cast<int32_t>(input);
  InputPort& port = target->inputs_[in];
  if (port.producer.node != nullptr) {
    return base::InnerError(base::Text(Port(target, "input", input), " is already fed by ",
                                       Port(port.producer.node, "output", port.producer.port)));
  }
  if (port.desc.IsUnconnected()) port.desc = source->outputs_[out].desc;
  port.producer = {source, out, source->outputs_[out].uses.Add({target, in, 0})};
  ++target->connected_count_;
  return {};
}

base::Status Graph::AddControlEdge(Node* source, Node* target) {
  if (source == nullptr || target == nullptr)
    return base::InnerError("an edge needs two nodes, one was removed");
  LinkList& inputs = target->mutable_rare().control_inputs;
  const uint32_t at_target = inputs.Add({source, -1, 0});
  inputs.At(at_target).back = source->mutable_rare().control_outputs.Add({target, -1, at_target});
  return {};
}

void Graph::RemoveUse(Node* source, int32_t output, uint32_t place) {
  source->outputs_[output].uses.Remove(
      place, [](const Link& use, uint32_t now) { use.node->inputs_[use.port].producer.back = now; });
}

base::Status Graph::RemoveDataEdge(Node* source, int64_t output, Node* target, int64_t input) {
  GE_RETURN_IF_ERROR(CheckPorts(source, output, target, input));
  const Link& producer = target->inputs_[static_cast<size_t>(input)].producer;
  if (producer.node != source || producer.port != output) {
    return base::InnerError(base::Text("there is no edge from ", Port(source, "output", output), " to ",
                                       Port(target, "input", input)));
  }
  Disconnect(target, static_cast<int32_t>(input));
  return {};
}

void Graph::Disconnect(Node* target, int32_t input) {
  Link& producer = target->inputs_[input].producer;
  if (producer.node == nullptr) return;
  RemoveUse(producer.node, producer.port, producer.back);
  producer = {};
  --target->connected_count_;
}

void Graph::RemoveControlLink(Node* source, uint32_t place) {
  LinkList& outputs = source->rare_->control_outputs;
  const Link gone = outputs.At(place);
  outputs.Remove(place, [](const Link& link, uint32_t now) {
    link.node->rare_->control_inputs.At(link.back).back = now;
  });
  gone.node->rare_->control_inputs.Remove(gone.back, [](const Link& link, uint32_t now) {
    link.node->rare_->control_outputs.At(link.back).back = now;
  });
}

base::Status Graph::RemoveControlEdge(Node* source, Node* target) {
  if (source == nullptr || target == nullptr)
    return base::InnerError("an edge needs two nodes, one was removed");
  for (const Link& link : target->control_inputs()) {
    if (link.node != source) continue;
    RemoveControlLink(source, link.back);
    return {};
  }
  return base::InnerError(base::Text("there is no control edge from node \"", source->name(), "\" to node \"",
                                     target->name(), "\""));
}

base::Status Graph::ReplaceUses(Endpoint from, Endpoint to) {
  if (from == to) return {};
  if (from.node == nullptr || to.node == nullptr || !from.node->HasOutput(from.port) ||
      !to.node->HasOutput(to.port)) {
    return base::InnerError("cannot replace the uses of an output that does not exist");
  }
  const LinkList moving = std::move(from.node->outputs_[from.port].uses);
  for (const Link& use : moving) {
    Link& producer = use.node->inputs_[use.port].producer;
    producer = {to.node, to.port, to.node->outputs_[to.port].uses.Add({use.node, use.port, 0})};
  }
  if (!from.node->is_result()) return {};
  for (Endpoint& output : outputs_) {
    if (output != from) continue;
    output = to;
    --from.node->result_count_;
    ++to.node->result_count_;
  }
  return {};
}

void Graph::OrderUses(Node* source, int32_t output, const std::vector<size_t>& order) {
  LinkList& uses = output < 0 ? source->mutable_rare().control_outputs : source->outputs_[output].uses;
  const std::vector<Link> before(uses.begin(), uses.end());
  LinkList after;
  for (const size_t place : order) {
    const Link& use = before[place];
    Link& other_end =
        output < 0 ? use.node->rare_->control_inputs.At(use.back) : use.node->inputs_[use.port].producer;
    other_end.back = after.Add(use);
  }
  uses = std::move(after);
}

void Graph::CutEdges(Node* node) {
  for (int32_t i = 0; i < node->input_count(); ++i) Disconnect(node, i);
  for (OutputPort& output : node->outputs_) {
    for (const Link& use : output.uses) {
      use.node->inputs_[use.port].producer = {};
      --use.node->connected_count_;
    }
    output.uses = LinkList();
  }
  if (node->rare_ == nullptr) return;
  // Only the other ends are removed one by one: the node's own lists go as a whole.
  for (const Link& link : node->control_outputs()) {
    link.node->rare_->control_inputs.Remove(link.back, [](const Link& moved, uint32_t now) {
      moved.node->rare_->control_outputs.At(moved.back).back = now;
    });
  }
  node->rare_->control_outputs = LinkList();
  for (const Link& link : node->control_inputs()) {
    link.node->rare_->control_outputs.Remove(link.back, [](const Link& moved, uint32_t now) {
      moved.node->rare_->control_inputs.At(moved.back).back = now;
    });
  }
  node->rare_->control_inputs = LinkList();
}

}  // namespace ge::ir
