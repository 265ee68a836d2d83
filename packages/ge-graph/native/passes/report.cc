#include "passes/report.h"

#include <algorithm>
#include <unordered_set>

namespace ge::passes {
namespace {

thread_local PassReport* t_report = nullptr;

}  // namespace

Rewrite::Rewrite(PassReport* report, const match::Boundary& boundary, const std::vector<ir::Node*>& inner) {
  if (report == nullptr) return;
  const std::unordered_set<const ir::Node*> inside(inner.begin(), inner.end());
  for (const ir::Endpoint& output : boundary.outputs) {
    const auto& uses = output.node->uses(output.port);
    const auto outside = std::find_if(uses.begin(), uses.end(),
                                      [&inside](const ir::Link& use) { return inside.count(use.node) == 0; });
    if (outside == uses.end()) continue;
    reads_.push_back({{output.node->name(), output.port}, {outside->node, outside->port}});
  }
}

std::vector<std::pair<TensorName, TensorName>> Rewrite::Tensors() const {
  std::vector<std::pair<TensorName, TensorName>> tensors;
  for (const Read& read : reads_) {
    const ir::Endpoint now = read.reader.node->producer(read.reader.port);
    tensors.emplace_back(read.before, TensorName{now.node->name(), now.port});
  }
  return tensors;
}

Place PlaceOf(const std::vector<ir::Node*>& nodes, const ir::Node& root) {
  Place place{root.graph()->name(), "", root.name(), Fate::kReplaced, "", {}, {}, {}};
  for (const ir::Node* node : nodes) place.nodes.push_back(node->name());
  return place;
}

PassReport* CurrentReport() { return t_report; }

CurrentReportScope::CurrentReportScope(PassReport* report) : outer_(t_report) { t_report = report; }

CurrentReportScope::~CurrentReportScope() { t_report = outer_; }

}  // namespace ge::passes
