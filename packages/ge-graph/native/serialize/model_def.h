#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/api.h"
#include "base/buffer.h"
#include "base/status.h"
#include "ir/graph.h"
#include "serialize/segments.h"

// A graph and its subgraphs as one ModelDef message (proto/ge_ir.proto), and back. Bytes are the same for the
// same graph: map keys are sorted.
namespace ge::serialize {

// How deep attributes may hold attributes: graphs, named attributes and tensors within each other.
inline constexpr int kMaxNesting = 24;

// Where the elements of a tensor stand when not in the model.
struct DataPlace {
  int64_t offset = 0;    // in the weights of the container
  std::string location;  // or: a file, relative to the model's
};

struct WriteOptions {
  // Asked for each tensor with elements; a place leaves them out of the model and tells the place instead.
  // `node` is null for attributes of graphs.
  std::function<std::optional<DataPlace>(const ir::Node* node, const ir::Tensor& tensor)> place_data;
  // Leaves out what a text dump does not show: the value of constants, and definitions of front ends.
  bool without_weights = false;
  // What text dumps have more: each edge's place among the uses of its output, and these attributes of the
  // graph; and less: the model's name and version.
  bool for_dump = false;
  ir::AttrMap graph_attrs;
};

// Errors: E13009 two nodes of a graph have one name; E19999 attributes nested too deep, an edge that leaves
// its graph.
GE_API base::Result<Segments> WriteModel(const ir::Graph& graph, const WriteOptions& options = {});

struct ReadOptions {
  std::shared_ptr<base::Buffer> weights;  // of the container
  std::string directory;  // of the model's file, for weights in files of their own; empty: none
};

// Tensors share the elements with `bytes`, which is kept alive as long as they need it.
// Errors: E13005 the bytes are no ModelDef; E10041 they are one that makes no sense, the message names the
// node; E13009 two nodes of a graph have one name; E13001, E13003 a file of weights cannot be read.
GE_API base::Result<std::shared_ptr<ir::Graph>> ReadModel(std::shared_ptr<base::Buffer> bytes,
                                                          const ReadOptions& options = {});

}  // namespace ge::serialize
