#pragma once

#include <cstdint>
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
  Encoded GraphBody(const ir::Graph& graph);
  Encoded OpBody(const ir::Node& node);
  void PutOpAttrs(Encoded& out, const ir::Node& node);
  bool IsShown(const ir::Node& node, base::Name attr) const;
  const std::vector<EncodedAttr>& PrototypeOf(const ir::Node& node);
  void CheckNames(const ir::Graph& graph);
  void PutUseOrder(std::vector<EncodedAttr>& attrs, const ir::Node& node);

  // --- attributes (write_attr.cc)
  void PutAttrs(Encoded& out, uint32_t field, const ir::AttrMap& attrs);
  // Attributes merged with `more`, which is sorted by key and wins.
  void PutAttrs(Encoded& out, uint32_t field, const ir::AttrMap& attrs, const std::vector<EncodedAttr>& more);
  Encoded AttrBody(const ir::AttrValue& value);
  Encoded NamedAttrsBody(const ir::NamedAttrs& value);

  // --- tensors (write_tensor.cc)
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
  // By prototype; entries of nodes with names of their own are not kept.
  std::unordered_map<const ir::OpSchema*, std::vector<std::pair<ir::PortCounts, std::vector<EncodedAttr>>>>
      prototypes_;
  std::vector<EncodedAttr> own_prototype_;
  // Place of each edge among the uses of its output, by the input that it enters.
  std::unordered_map<const ir::Node*, std::vector<int64_t>> use_order_;
};

}  // namespace ge::serialize
