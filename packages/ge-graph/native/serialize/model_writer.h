#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "serialize/encoded.h"
#include "serialize/model_def.h"
#include "serialize/prototype.h"

namespace ge::serialize {

// Writes one model. The first error stays; what is written after it does not matter.
class ModelWriter {
 public:
  explicit ModelWriter(const WriteOptions& options) : options_(options) {}

  base::Result<Segments> Write(const ir::Graph& graph);

 private:
  // --- graphs and operators (write_graph.cc)
  // What tells the prototype of nodes with these numbers of ports.
  struct EncodedPrototype {
    ir::PortCounts counts;
    std::vector<EncodedAttr> attrs;
    std::string fields;  // the attributes as fields of an operator
  };

  // Hands over finished parts to `pieces`, unless it is null, and gives the rest.
  Encoded GraphBody(const ir::Graph& graph, std::vector<Encoded>* pieces = nullptr);
  Encoded OpBody(const ir::Node& node);
  void PutOpAttrs(Encoded& out, const ir::Node& node);
  bool IsShown(const ir::Node& node, base::Name attr) const;
  static EncodedPrototype Encode(const ir::Node& node);
  const EncodedPrototype& PrototypeOf(const ir::Node& node);
  void CheckNames(const ir::Graph& graph);
  void PutUseOrder(std::vector<EncodedAttr>& attrs, const ir::Node& node);

  // --- attributes (write_attr.cc)
  void PutAttrs(Encoded& out, uint32_t field, const ir::AttrMap& attrs);
  // Attributes merged with `more`, which is sorted by key and wins.
  void PutAttrs(Encoded& out, uint32_t field, const ir::AttrMap& attrs, const std::vector<EncodedAttr>& more);
  Encoded AttrBody(const ir::AttrValue& value);
  Encoded NamedAttrsBody(const ir::NamedAttrs& value);

  // --- tensors (write_tensor.cc)
  void PutPortDesc(Encoded& out, uint32_t field, const ir::TensorDesc& desc);
  Encoded DescBody(const ir::TensorDesc& desc, const DataPlace* place = nullptr, int64_t data_size = 0);
  Encoded TensorBody(const ir::Tensor& tensor);

  void Fail(base::Status status) {
    if (status_.ok()) status_ = std::move(status);
  }

  friend class AttrVisitor;
  friend class Nesting;

  const WriteOptions& options_;
  base::Status status_;
  const ir::Graph* root_ = nullptr;
  int depth_ = 0;
  const ir::Node* node_ = nullptr;  // being written
  size_t last_op_bytes_ = 0;
  // By prototype; those of nodes with names of their own are not kept.
  std::unordered_map<const ir::OpSchema*, std::deque<EncodedPrototype>> prototypes_;
  EncodedPrototype own_prototype_;
  std::unordered_map<std::string, std::string> descs_;  // messages by what descriptors are made of
  std::string desc_key_;
  // Place of each edge among the uses of its output, by the input that it enters.
  std::unordered_map<const ir::Node*, std::vector<int64_t>> use_order_;
};

}  // namespace ge::serialize
