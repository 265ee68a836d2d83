#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/file.h"
#include "compile/model_attrs.h"
#include "infer/verify_graph.h"
#include "ir/order.h"
#include "om/om.h"
#include "rewrite/bypass.h"
#include "serialize/model_def.h"

namespace ge::compile {
namespace {

using base::Result;
using base::Status;
using serialize::DataPlace;

// Lays the elements of constants one after another, shared ones once.
class Weights {
 public:
  std::optional<DataPlace> Place(const ir::Node* node, const ir::Tensor& tensor) {
    if (node == nullptr || rewrite::ConstantValue(*node) != &tensor || tensor.size_bytes() == 0)
      return std::nullopt;
    const auto [known, is_new] = places_.emplace(tensor.data.get(), size_);
    if (is_new) Add(tensor.data);
    return DataPlace{known->second, ""};
  }

  serialize::Segments Take() { return std::move(segments_); }
  int64_t size() const { return size_; }

 private:
  void Add(const std::shared_ptr<base::Buffer>& data) {
    segments_.Add(data);
    const size_t rest = data->size() % om::kWeightsAlignment;
    const size_t padding = rest == 0 ? 0 : om::kWeightsAlignment - rest;
    if (padding > 0) segments_.Add(std::string(padding, '\0'));
    size_ += static_cast<int64_t>(data->size() + padding);
  }

  serialize::Segments segments_;
  std::unordered_map<const base::Buffer*, int64_t> places_;
  int64_t size_ = 0;
};

bool HasUnknownShape(const ir::Graph& graph) {
  const std::vector<ir::Node*> nodes = ir::AllNodes(graph);
  return std::any_of(nodes.begin(), nodes.end(), [](const ir::Node* node) {
    for (int32_t i = 0; i < node->output_count(); ++i) {
      if (!node->output_desc(i).shape.IsKnown()) return true;
    }
    return false;
  });
}

om::PartitionBytes Part(om::PartitionType type, serialize::Segments bytes) {
  return {type, std::move(bytes)};
}

}  // namespace

Result<serialize::Segments> WriteOm(const CompiledModel& model) {
  Weights weights;
  serialize::WriteOptions options;
  options.place_data = [&weights](const ir::Node* node, const ir::Tensor& tensor) {
    return weights.Place(node, tensor);
  };
  GE_ASSIGN_OR_RETURN(serialize::Segments definition, serialize::WriteModel(*model.graph, options));

  om::Header header;
  header.name = model.graph->name();
  header.platform_version = model.soc_version;
  header.is_unknown_shape = HasUnknownShape(*model.graph);
  std::vector<std::vector<om::PartitionBytes>> models(1);
  models[0].push_back(Part(om::PartitionType::kModelDef, std::move(definition)));
  models[0].push_back(Part(om::PartitionType::kWeightsData, weights.Take()));
  models[0].push_back(Part(om::PartitionType::kTaskInfo, {}));  // a table has 1, 3, 4 or 5 parts
  return om::WriteOm(header, std::move(models));
}

Status SaveOm(const CompiledModel& model, const std::string& path) {
  GE_ASSIGN_OR_RETURN(const serialize::Segments file, WriteOm(model));
  return base::WriteFileAtomically(path, file.pieces());
}

Result<CompiledModel> ReadOm(const std::shared_ptr<base::Buffer>& bytes) {
  GE_ASSIGN_OR_RETURN(const om::OmFile file, om::ReadOm(bytes));
  if (file.models.empty()) return Status("E10041", "the file is a bundle of models, expected one model");
  const std::shared_ptr<base::Buffer> definition = file.models[0].Find(om::PartitionType::kModelDef);
  if (definition == nullptr) return Status("E10041", "the OM has no MODEL_DEF partition");
  serialize::ReadOptions options;
  options.weights = file.models[0].Find(om::PartitionType::kWeightsData);
  GE_ASSIGN_OR_RETURN(std::shared_ptr<ir::Graph> graph, serialize::ReadModel(definition, options));
  GE_RETURN_IF_ERROR(infer::VerifyGraph(*graph));
  return ModelOf(std::move(graph));
}

Result<CompiledModel> LoadOm(const std::string& path) {
  if (path.empty()) return Status("E13000", "the path of the OM file is empty");
  GE_ASSIGN_OR_RETURN(const std::shared_ptr<base::Buffer> bytes, base::Buffer::MapFile(path));
  Result<CompiledModel> model = ReadOm(bytes);
  if (!model.ok()) return model.status().In(base::Text("while loading \"", path, "\""));
  return model;
}

}  // namespace ge::compile
