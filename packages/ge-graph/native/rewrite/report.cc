#include "rewrite/report.h"

#include "rewrite/inherit.h"

namespace ge::rewrite {

base::Status Report(const std::vector<ir::Node*>& originals, const std::vector<ir::Node*>& added,
                    const std::string& pass_name) {
  if (originals.empty()) return base::InnerError("nodes_before is empty");
  if (pass_name.empty()) return base::InnerError("the pass has no name");
  for (const auto* nodes : {&originals, &added}) {
    for (const ir::Node* node : *nodes) {
      if (node->graph() == originals[0]->graph()) continue;
      return base::InnerError(
          base::Text("node \"", node->name(), "\" is in another graph than \"", originals[0]->name(), "\""));
    }
  }
  MarkPass(originals, added, pass_name);
  InheritOrigin(originals, added);
  WriteOriginMap(OriginMap(originals, pass_name), added);
  return {};
}

}  // namespace ge::rewrite
