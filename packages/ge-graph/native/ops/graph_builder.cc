#include "ops/graph_builder.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <set>
#include <utility>

#include "ops/registry.h"
#include "ops/subgraph_check.h"

namespace ge::ops {
namespace {

// Inputs and variables have this prototype whatever the definitions say of their type.
std::shared_ptr<const ir::OpSchema> SourceSchema(std::string_view type) {
  static const auto make = [](const char* name) {
    auto schema = std::make_shared<ir::OpSchema>();
    schema->type = name;
    schema->inputs.push_back({"x"});
    schema->outputs.push_back({"y"});
    schema->attrs.push_back({"index", ir::AttrKind::kInt});
    return std::shared_ptr<const ir::OpSchema>(std::move(schema));
  };
  static const std::shared_ptr<const ir::OpSchema> all[] = {make("Data"), make("RefData"), make("AippData"),
                                                            make("AnyData"), make("Variable")};
  const auto found =
      std::find_if(std::begin(all), std::end(all), [type](const auto& s) { return s->type.text() == type; });
  return found == std::end(all) ? make(std::string(type).c_str()) : *found;
}

const std::shared_ptr<const ir::OpSchema>& ConstSchema() {
  static const std::shared_ptr<const ir::OpSchema> schema = FindSchema("Const");
  return schema;
}

ir::TensorDesc Described(const ir::TensorDesc& desc) {
  ir::TensorDesc out(desc.shape, desc.type, desc.format);
  out.MakeOwnOrigin();
  return out;
}

template <typename Value>
base::Status CheckNumbers(const char* what, const std::map<int64_t, Value>& by_index) {
  int64_t expected = 0;
  for (const auto& entry : by_index) {
    if (entry.first != expected) {
      return base::InvalidArgument(base::Text(what, " ", expected,
                                              " is missing: indexes must count from 0 without gaps, ",
                                              "the next one given is ", entry.first));
    }
    ++expected;
  }
  return {};
}

base::Status CheckIndex(const char* what, int64_t index, bool taken) {
  if (index < 0) return base::InvalidArgument(base::Text(what, " index ", index, " is negative"));
  if (index > INT32_MAX)
    return base::InvalidArgument(base::Text(what, " index ", index, " is beyond 32 bits"));
  if (taken) return base::InvalidArgument(base::Text(what, " index ", index, " is already used"));
  return {};
}

bool IsConst(const ir::Node* node) {
  static const base::Name constant("Const");
  static const base::Name other_constant("Constant");
  return node->type() == constant || node->type() == other_constant;
}

// Whether a thread ever had one; most programs have none.
std::atomic<bool> has_prefixes = false;

std::string& NamePrefix() {
  static thread_local std::string prefix;
  return prefix;
}

std::string WithPrefix(std::string_view name) {
  if (!has_prefixes.load(std::memory_order_relaxed)) return std::string(name);
  return NamePrefix() + std::string(name);
}

// The marks that this node carries in every file.
void MarkNetOutput(ir::Node* net_output) {
  std::vector<bool> is_const;
  for (int32_t i = 0; i < net_output->input_count(); ++i)
    is_const.push_back(IsConst(net_output->producer(i).node));
  static const base::Name branch("true_branch_stream");
  static const base::Name names("_datadump_original_op_names");
  static const base::Name constants("is_input_const");
  std::vector<ir::AttrMap::Entry> marks;
  marks.reserve(3);
  marks.emplace_back(names, std::vector<std::string>());
  marks.emplace_back(constants, is_const);
  marks.emplace_back(branch, int64_t{0});
  net_output->mutable_attrs().Assign(std::move(marks));
  net_output->mutable_details().is_input_const = std::move(is_const);
}

}  // namespace

GraphBuilder::GraphBuilder(std::string name)
    : name_(name.empty() ? "graph" : std::move(name)), graph_(ir::Graph::Create(name_)) {}

std::string SetNamePrefix(std::string prefix) {
  has_prefixes = true;
  return std::exchange(NamePrefix(), std::move(prefix));
}

std::string GraphBuilder::NextName(std::string_view type) {
  std::string name = WithPrefix(type);
  const size_t stem = name.size();
  do {
    std::array<char, 24> number = {'_'};
    const char* end = std::to_chars(&number[1], number.data() + number.size(), next_number_++).ptr;
    name.resize(stem);
    name.append(number.data(), static_cast<size_t>(end - number.data()));
  } while (has_given_names_ && graph_->FindNode(name) != nullptr);
  return name;
}

base::Status GraphBuilder::TakeName(const std::string& name) {
  if (graph_->FindNode(name) != nullptr) {
    return base::InvalidArgument(base::Text("graph \"", name_, "\" has a node \"", name, "\" already"));
  }
  has_given_names_ = true;
  return {};
}

ir::Node* GraphBuilder::AddSource(std::string_view type, std::string name, int64_t index) {
  static const base::Name attr("index");
  ir::Node* node = graph_->AddNode(std::move(name), SourceSchema(type));
  node->mutable_attrs().Set(attr, index);
  return node;
}

base::Result<ir::Node*> GraphBuilder::AddInput(int64_t index, InputDecl input) {
  GE_RETURN_IF_ERROR(CheckIndex("input", index, inputs_.count(index) != 0));
  if (input.name.empty()) input.name = "input_" + std::to_string(index);
  ir::Node* node = AddSource(input.type, std::move(input.name), index);
  node->mutable_output_desc(0) = Described(input.desc);
  inputs_[index] = node;
  return node;
}

ir::Node* GraphBuilder::AddConst(ir::Tensor value) {
  ir::Node* node = graph_->AddNode(NextName("Const"), ConstSchema());
  node->mutable_output_desc(0) = Described(value.desc);
  static const base::Name attr("value");
  node->mutable_attrs().Set(attr, ir::Box<ir::Tensor>(std::move(value)));
  return node;
}

ir::Node* GraphBuilder::AddVariable(int64_t index, std::string name) {
  return AddSource("Variable", std::move(name), index);
}

base::Result<ir::Node*> GraphBuilder::AddOperator(const std::shared_ptr<const ir::OpSchema>& schema,
                                                  OperatorParts parts) {
  for (const auto& [slot, body] : parts.subgraphs) {
    GE_RETURN_IF_ERROR(CheckSubgraph(*schema, parts.counts, slot, *body));
  }
  std::string name = parts.name.empty() ? NextName(schema->type.text()) : WithPrefix(parts.name);
  if (!parts.name.empty()) GE_RETURN_IF_ERROR(TakeName(name));
  ir::Node* node = graph_->AddNode(std::move(name), schema, parts.counts);
  const auto connect = [&]() -> base::Status {
    for (size_t i = 0; i < parts.inputs.size(); ++i) {
      const ir::Endpoint& input = parts.inputs[i];
      if (input.node == nullptr) continue;
      const auto port = static_cast<int32_t>(i);
      // Connected, an optional input is like any other; what its producer gives is not known before
      // inference.
      if (node->HasInput(port) && node->input_desc(port).IsUnconnected()) {
        node->mutable_input_desc(port) = ir::TensorDesc();
      }
      GE_RETURN_IF_ERROR(graph_->AddDataEdge(input.node, input.port, node, port));
    }
    for (auto& [slot, body] : parts.subgraphs) GE_RETURN_IF_ERROR(graph_->AttachSubgraph(node, slot, body));
    return {};
  };
  if (base::Status status = connect(); !status.ok()) {
    GE_RETURN_IF_ERROR(graph_->RemoveNode(node));
    return base::InvalidArgument(base::Text("operator ", schema->type, ": ", status.message()));
  }
  if (!parts.attrs.empty()) node->mutable_attrs().Assign(std::move(parts.attrs));
  return node;
}

base::Status GraphBuilder::SetOutput(ir::Endpoint output, int64_t index) {
  GE_RETURN_IF_ERROR(CheckIndex("output", index, outputs_.count(index) != 0));
  if (output.node == nullptr || !output.node->HasOutput(output.port)) {
    return base::InvalidArgument(
        base::Text("output ", index, ": the tensor stands for a node without outputs"));
  }
  outputs_[index] = output;
  return {};
}

base::Status GraphBuilder::CheckComplete() const {
  GE_RETURN_IF_ERROR(CheckNumbers("input", inputs_));
  return CheckNumbers("output", outputs_);
}

std::shared_ptr<ir::Graph> GraphBuilder::GiveOut() {
  std::vector<ir::Endpoint> results;
  results.reserve(outputs_.size());
  for (const auto& entry : outputs_) results.push_back(entry.second);
  graph_->SetOutputs(std::move(results));
  for (const auto& entry : inputs_) entry.second->mutable_input_desc(0) = entry.second->output_desc(0);
  built_ = true;
  given_ = graph_;
  return std::move(graph_);
}

base::Result<std::shared_ptr<ir::Graph>> GraphBuilder::Build() {
  static const std::shared_ptr<const ir::OpSchema> schema = FindSchema("NetOutput");
  GE_RETURN_IF_ERROR(CheckComplete());
  const auto count = static_cast<int32_t>(outputs_.size());
  ir::Node* net_output = graph_->AddNode("NetOutput_" + name_, schema, {{count}, {}});
  for (const auto& [index, output] : outputs_) {
    GE_RETURN_IF_ERROR(graph_->AddDataEdge(output.node, output.port, net_output, index));
  }
  MarkNetOutput(net_output);
  return GiveOut();
}

base::Result<std::shared_ptr<ir::Graph>> GraphBuilder::BuildBody() {
  GE_RETURN_IF_ERROR(CheckComplete());
  return GiveOut();
}

void GraphBuilder::StartOver() {
  graph_ = ir::Graph::Create(name_);
  built_ = false;
  next_number_ = 0;
  has_given_names_ = false;
  inputs_.clear();
  outputs_.clear();
}

}  // namespace ge::ops
