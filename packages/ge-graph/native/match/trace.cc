#include "match/trace.h"

#include <algorithm>

#include "match/assignment.h"
#include "match/attr_equal.h"
#include "match/compatible.h"
#include "match/pieces.h"
#include "match/search.h"
#include "serialize/value_text.h"

namespace ge::match {
namespace {

using base::Text;

constexpr size_t kLongestText = 60;

std::string Shortened(std::string text) {
  if (text.size() > kLongestText) text = text.substr(0, kLongestText - 3) + "...";
  return text;
}

std::string TensorText(const ir::Node& constant) {
  const auto* tensor = constant.attrs().Get<ir::Box<ir::Tensor>>("value");
  if (tensor == nullptr) return "no value";
  const ir::Tensor& value = **tensor;
  return Text(value.desc.type, value.desc.shape, " ", Shortened(serialize::ElementsText(value)));
}

std::string AttrText(base::Name name, const ir::AttrValue* value) {
  if (value == nullptr) return Text("no ", name);
  return Text(name, "=", Shortened(serialize::ValueText(*value)));
}

std::string CountText(const ir::Node& node) { return Text(ConnectedInputs(node).size(), " inputs"); }

std::string NodeText(const ir::Node* node) {
  return node == nullptr ? "nothing" : Text('"', node->name(), '"');
}

void DescribeAttr(const ir::Node& pattern, const ir::Node& node, Miss& miss) {
  for (const ir::AttrSpec& spec : pattern.schema().attrs) {
    if (CountsInputs(spec.name, pattern)) continue;
    const ir::AttrValue* expected = pattern.AttrOrDefault(spec.name);
    const ir::AttrValue* value = node.AttrOrDefault(spec.name);
    if (expected != nullptr && value != nullptr && AttrEquals(*expected, *value)) continue;
    miss.expected = AttrText(spec.name, expected);
    miss.found = AttrText(spec.name, value);
    return;
  }
}

}  // namespace

Trace::Trace(const ir::Graph& graph, const ir::Graph& pattern)
    : graph_(&graph), first_new_slot_(graph.slot_end()), names_(graph.slot_end()) {
  for (const ir::Node* node : graph.nodes()) names_[node->slot()] = node->name();
  for (const ir::Node* node : pattern.nodes()) {
    if (node != pattern.net_output() && PieceOf(*node) != Piece::kAnyOf) ++pattern_size_;
  }
}

void Trace::Begin(uint32_t slot) {
  furthest_ = {};
  stopped_ = false;
  const ir::Node* node = graph_->NodeAt(slot);
  if (node != nullptr) furthest_.candidate = node->name();
  if (node == nullptr && slot < first_new_slot_) furthest_.candidate = names_[slot];
  furthest_.pattern_size = pattern_size_;
  furthest_.kind = MissKind::kUsed;  // unless something else is told
}

void Trace::Stop(MissKind kind, ir::Endpoint pattern, ir::Endpoint node, const Assignment& at) {
  Miss miss = Describe(kind, pattern, node);
  switch (kind) {
    case MissKind::kInputCount:
      miss.expected = CountText(*pattern.node) + (VariadicPlace(*pattern.node) < 0 ? "" : " or more");
      miss.found = CountText(*node.node);
      break;
    case MissKind::kOutputPort:
      miss.expected = Text("output ", pattern.port);
      miss.found = Text("output ", node.port);
      break;
    case MissKind::kOtherNode:
      miss.expected = NodeText(at.Of(pattern.node));
      miss.found = NodeText(node.node);
      break;
    default:
      miss.expected = pattern.node->type().text();
      miss.found = node.node == nullptr ? "none" : std::string(node.node->type().text());
  }
  Keep(std::move(miss), at);
}

void Trace::StopAtNode(ir::Endpoint pattern, ir::Endpoint node, const Assignment& at) {
  const bool constants = IsConst(*pattern.node) && IsConst(*node.node);
  if (!constants && pattern.node->type() != node.node->type()) {
    return Stop(MissKind::kType, pattern, node, at);
  }
  Miss miss = Describe(constants ? MissKind::kConstValue : MissKind::kAttr, pattern, node);
  if (constants) {
    miss.expected = TensorText(*pattern.node);
    miss.found = TensorText(*node.node);
  } else {
    DescribeAttr(*pattern.node, *node.node, miss);
  }
  Keep(std::move(miss), at);
}

void Trace::StopAtBoundary(const Boundary& boundary, const base::Status& reason, const Assignment& at) {
  Miss miss;
  const std::optional<Leak> leak = FindLeak(boundary);
  if (!leak) {
    miss = Describe(MissKind::kBoundary, {}, boundary.outputs.empty() ? ir::Endpoint{} : boundary.outputs[0]);
    miss.found = reason.message();
    return Keep(std::move(miss), at);
  }
  const auto stands = std::find_if(at.order().begin(), at.order().end(),
                                   [&](const ir::Node* node) { return at.Of(node) == leak->tensor.node; });
  const ir::Endpoint pattern{stands == at.order().end() ? nullptr : const_cast<ir::Node*>(*stands), 0};
  miss = Describe(IsConst(*leak->tensor.node) ? MissKind::kSharedConst : MissKind::kOutsideReader, pattern,
                  leak->tensor);
  miss.expected = "readers inside of the match only";
  miss.found = leak->reader == nullptr ? "an output of the graph" : NodeText(leak->reader);
  Keep(std::move(miss), at);
}

void Trace::Missed() { misses_.push_back(std::move(furthest_)); }

Miss Trace::Describe(MissKind kind, ir::Endpoint pattern, ir::Endpoint node) const {
  Miss miss;
  miss.kind = kind;
  if (pattern.node != nullptr) {
    miss.pattern_node = pattern.node->name();
    miss.pattern_type = pattern.node->type().text();
  }
  if (node.node != nullptr) {
    miss.node = node.node->name();
    miss.node_type = node.node->type().text();
    if (node.node->graph() == graph_ && node.node->slot() >= first_new_slot_) miss.kind = MissKind::kUsed;
  }
  return miss;
}

void Trace::Keep(Miss miss, const Assignment& at) {
  const size_t before = furthest_.matched.size();
  if (stopped_ && at.order().size() < before) return;
  // Where several types would do, each is told.
  const bool another = stopped_ && at.order().size() == before && miss.kind == MissKind::kType &&
                       furthest_.kind == MissKind::kType && furthest_.node == miss.node;
  if (another && furthest_.expected != miss.expected) {
    miss.expected = Text(furthest_.expected, " or ", miss.expected);
  }
  stopped_ = true;
  if (search_ != nullptr) miss.choices = search_->Chosen();
  miss.candidate = std::move(furthest_.candidate);
  miss.pattern_size = pattern_size_;
  for (const ir::Node* node : at.order()) miss.matched.emplace_back(node->name(), at.Of(node)->name());
  furthest_ = std::move(miss);
}

}  // namespace ge::match
