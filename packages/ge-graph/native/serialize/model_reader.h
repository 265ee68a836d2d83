#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"
#include "serialize/model_def.h"
#include "serialize/name_table.h"
#include "serialize/prototype.h"

namespace ge::serialize {

// A map's entry.
struct MapEntry {
  std::string_view key;
  std::string_view value;
};

// Reads one model. Takes time and memory in proportion to its bytes. Malformed bytes end in a
// protozero::exception.
class ModelReader {
 public:
  ModelReader(std::shared_ptr<base::Buffer> bytes, const ReadOptions& options)
      : bytes_(std::move(bytes)), options_(options) {}

  base::Result<std::shared_ptr<ir::Graph>> Read();

 private:
  // How many of the messages that come again and again are kept as they were understood.
  static constexpr size_t kMostKept = 4096;

  // An operator's fields as they stand in the message, and what they are taken apart into.
  struct OpFields {
    struct PrototypePart {
      std::string_view message;
      MapEntry entry;
    };
    std::string_view name;
    std::string_view type;
    std::vector<std::string_view> inputs;
    std::vector<std::string_view> attr_messages;
    std::vector<std::string_view> input_descs;
    std::vector<std::string_view> output_descs;
    std::vector<std::string_view> subgraphs;
    std::vector<PrototypePart> prototype;
    std::vector<int64_t> use_order;
    ir::AttrMap attrs;
    int64_t id = 0;
    int64_t stream_id = 0;
    ir::NodeDetails details;

    // Empties everything; memory stays for the next operator.
    void Clear();
  };
  // What a graph's operators say of each other, until all of them are there.
  struct Named {
    ir::Node* node;
    std::vector<std::string_view> inputs;
    std::vector<std::string_view> subgraphs;
    std::vector<int64_t> use_order;  // for each input its place among the uses of what it reads, or empty
  };
  struct ReadGraphResult {
    std::shared_ptr<ir::Graph> graph;
    std::vector<Named> operators;
  };
  // --- graphs (read_graph.cc)
  base::Result<ReadGraphResult> ReadGraph(std::string_view message);

  // --- operators (read_op.cc)
  base::Result<Named> ReadOp(ir::Graph& graph, std::string_view message);
  base::Status ReadOpFields(std::string_view message, OpFields& op);
  base::Status ReadOpAttrs(OpFields& op);
  base::Result<RestoredPrototype> PrototypeOf(const OpFields& op);
  base::Status AddOp(ir::Graph& graph, OpFields& op, Named& named);
  base::Status ReadPorts(ir::Node& node, const OpFields& fields);

  // --- edges and results (read_edges.cc)
  base::Status Connect(ir::Graph& graph, const std::vector<Named>& operators, const NameTable& nodes);
  base::Status ReadResults(ir::Graph& graph, const std::vector<std::string_view>& inputs,
                           const std::vector<std::string_view>& outputs, const NameTable& nodes);

  // --- the tree (read_model.cc)
  base::Status AttachAll(std::vector<ReadGraphResult>& graphs);
  base::Status Attach(ir::Graph& parent, const Named& op,
                      const std::unordered_map<std::string_view, size_t>& by_name,
                      std::vector<ReadGraphResult>& graphs, std::vector<size_t>& reached);

  // --- attributes (read_attr.cc); nothing when the entry has no value
  base::Result<std::optional<ir::AttrValue>> ReadAttr(std::string_view message);
  base::Result<ir::AttrValue> ReadAttrField(uint32_t number, std::string_view message);
  base::Result<std::optional<ir::AttrValue>> ReadList(std::string_view message);
  base::Result<ir::NamedAttrs> ReadNamedAttrs(std::string_view message);
  base::Result<std::shared_ptr<ir::Graph>> ReadAttrGraph(std::string_view message);
  // Adds one entry of a map.
  base::Status ReadEntry(std::string_view message, std::vector<ir::AttrMap::Entry>& attrs);

  // --- tensors (read_tensor.cc)
  base::Result<ir::TensorDesc> ReadDesc(std::string_view message);
  base::Result<ir::Tensor> ReadTensor(std::string_view message);
  // Elements that stand elsewhere, if the descriptor says so.
  base::Status FetchData(ir::Tensor& tensor);
  base::Result<std::shared_ptr<base::Buffer>> FileOf(const std::string& location);
  std::shared_ptr<base::Buffer> Share(std::string_view data, const std::shared_ptr<base::Buffer>& whole,
                                      base::DataType type);

  friend struct DescFields;  // reads attributes of its own

  std::shared_ptr<base::Buffer> bytes_;
  const ReadOptions& options_;
  Prototypes prototypes_;
  std::unordered_map<std::string, RestoredPrototype> restored_;  // by all that is told of it
  std::unordered_map<std::string_view, ir::TensorDesc> descs_;   // by message
  OpFields op_fields_;  // memory that one operator leaves for the next
  std::string told_;
  std::unordered_map<std::string, std::shared_ptr<base::Buffer>> files_;
  int depth_ = 0;
};

MapEntry SplitEntry(std::string_view message);

// The field may be read as a text.
base::Status CheckText(std::string_view text, std::string_view what);

// The bytes are an AttrGroups message, which is kept as it is.
base::Status CheckGroups(std::string_view groups);

base::Status NoSense(std::string message);  // E10041

}  // namespace ge::serialize
