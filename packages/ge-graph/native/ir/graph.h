#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "ir/access.h"
#include "ir/attr.h"
#include "ir/node.h"

namespace ge::ir {

// What a model file says of itself, around its graphs.
struct ModelInfo {
  std::string name;
  uint32_t version = 0;
  std::string custom_version;
  AttrMap attrs;
  std::string attr_groups;  // an AttrGroups message as a file gave it
};

// Nodes, edges and subgraphs. A graph owns its nodes; subgraphs are owned by the root graph, whatever their
// depth, and a node names the ones it uses. Not safe for use from two threads at once: `access` is where
// callers agree who has it.
//
// Invariants: the two ends of an edge name each other; a node's ports never change in number except by the
// functions below; a slot number is used once, so (graph, slot) names a node for ever.
class GE_API Graph : public std::enable_shared_from_this<Graph> {
 public:
  static std::shared_ptr<Graph> Create(std::string name);
  // Graphs are destroyed by this function, by default with `delete`. For bindings, which let other threads of
  // the interpreter run meanwhile.
  static void DestroyWith(void (*destroy)(Graph*));
  ~Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  const std::string& name() const { return name_; }
  AttrMap attrs;
  int64_t id = 0;           // the graph's number in a session
  ModelInfo model;          // of the file that a root comes from or goes to
  std::string attr_groups;  // an AttrGroups message as a file gave it

  // Who works on this graph and all others below its root.
  GraphAccess& access() const { return Root()->access_; }

  // --- nodes (graph.cc)

  // A node of this prototype with unset descriptors: float, ND, scalar; optional inputs unconnected.
  // The name may be taken already: `FindNode` then gives the first.
  Node* AddNode(std::string name, std::shared_ptr<const OpSchema> schema, const PortCounts& counts = {});
  // Cuts all its edges, drops it from the outputs, removes its subgraphs. Fails (E19999) when it is not of
  // this graph.
  base::Status RemoveNode(Node* node);
  // Null when there is none.
  Node* FindNode(std::string_view name) const;
  // Null when the node of this slot was removed.
  Node* NodeAt(uint32_t slot) const {
    const uint32_t place = slot - first_slot_;  // of slots before the first: beyond all places
    return place < nodes_.size() ? nodes_[place].get() : nullptr;
  }
  size_t node_count() const { return node_count_; }
  // One more than the greatest slot ever given out.
  uint32_t slot_end() const { return first_slot_ + static_cast<uint32_t>(nodes_.size()); }
  // Gives the node another name.
  void Rename(Node* node, std::string name);
  // Adds ports at the end of a dynamic input or output, or of a node whose prototype is not known.
  void AppendInput(Node* node, TensorDesc desc);
  void AppendOutput(Node* node, TensorDesc desc);
  // Takes over all nodes of `other`, with their edges, in their order; `other` is empty afterwards and its
  // slots stale. Its subgraphs go to this graph's root. Attributes and outputs stay behind.
  void TakeNodes(Graph& other);

  // Live nodes in the order they were added.
  class NodeRange {
   public:
    class Iterator {
     public:
      using iterator_category = std::forward_iterator_tag;
      using value_type = Node*;
      using difference_type = std::ptrdiff_t;
      using pointer = Node* const*;
      using reference = Node*;
      Iterator(const Graph* graph, size_t at, size_t end) : graph_(graph), at_(at), end_(end) {
        SkipRemoved();
      }
      Node* operator*() const { return graph_->nodes_[at_].get(); }
      Iterator& operator++() {
        ++at_;
        SkipRemoved();
        return *this;
      }
      friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }
      friend bool operator!=(const Iterator& a, const Iterator& b) { return a.at_ != b.at_; }

     private:
      void SkipRemoved() {
        while (at_ < end_ && graph_->nodes_[at_] == nullptr) ++at_;
      }
      const Graph* graph_;
      size_t at_;
      size_t end_;
    };
    explicit NodeRange(const Graph* graph) : graph_(graph), end_(graph->nodes_.size()) {}
    // Nodes added while iterating are not visited.
    Iterator begin() const { return {graph_, 0, end_}; }
    Iterator end() const { return {graph_, end_, end_}; }

   private:
    const Graph* graph_;
    size_t end_;
  };
  NodeRange nodes() const { return NodeRange(this); }

  // --- edges (graph_edges.cc); errors are E19999 and name node, port and reason

  base::Status AddDataEdge(Node* source, int64_t output, Node* target, int64_t input);
  base::Status AddControlEdge(Node* source, Node* target);
  base::Status RemoveDataEdge(Node* source, int64_t output, Node* target, int64_t input);
  base::Status RemoveControlEdge(Node* source, Node* target);
  // Cuts what feeds the input, if anything does.
  void Disconnect(Node* target, int32_t input);
  // Lets every input that reads `from` read `to` instead; order of uses is kept. Graph outputs follow.
  base::Status ReplaceUses(Endpoint from, Endpoint to);
  // Puts the uses of an output, or, with -1, the control edges from the node, in another order: `order[k]` is
  // the place among them of the one that comes number k. A permutation of all places.
  void OrderUses(Node* source, int32_t output, const std::vector<size_t>& order);

  // --- results

  // What the graph gives back, for graphs without a NetOutput node.
  const std::vector<Endpoint>& outputs() const { return outputs_; }
  void SetOutputs(std::vector<Endpoint> outputs);
  // The NetOutput node, or null.
  Node* net_output() const;
  // What feeds NetOutput, in order, or else `outputs()`.
  std::vector<Endpoint> Results() const;

  // --- subgraphs (graph_subgraphs.cc)

  // The node whose body this graph is, and that node's graph; null for a root, and once the parent is gone.
  Graph* parent_graph() const;
  Node* parent_node() const;
  Graph* Root();
  const Graph* Root() const;
  // In the order added. The root holds those of every depth.
  const std::vector<std::shared_ptr<Graph>>& subgraphs() const { return subgraphs_; }
  // Looks in the root's list; null when there is none.
  std::shared_ptr<Graph> FindSubgraph(std::string_view name) const;
  // Lets `graph` be the body of `node`'s slot (made when missing) and puts it, with its own subgraphs, in the
  // root's list. Fails (E19999) when the name is taken or `graph` has a parent already.
  base::Status AttachSubgraph(Node* node, const std::string& slot, const std::shared_ptr<Graph>& graph);
  // Puts back a graph that names a parent already. Fails (E19999) when parent and graph do not agree.
  base::Status AddSubgraph(const std::shared_ptr<Graph>& graph);
  void RemoveSubgraph(std::string_view name);

  // --- as a whole (graph_replace.cc)

  // Becomes what `other` was: name, nodes with their ids, edges, attributes, results, subgraphs. The nodes of
  // before are gone and their slots stale; subgraphs that somebody still holds live on by themselves. `other`
  // is empty afterwards. Fails (E19999) when either is a subgraph.
  base::Status ReplaceContent(Graph& other);

 private:
  friend class NodeRange;
  explicit Graph(std::string name) : name_(std::move(name)) {}

  void Index(Node* node) const;
  void Unindex(Node* node);
  void CutEdges(Node* node);
  static void RemoveUse(Node* source, int32_t output, uint32_t place);
  static void RemoveControlLink(Node* source, uint32_t place);

  std::string name_;
  uint32_t first_slot_ = 0;                   // those before it were of contents that were replaced
  std::vector<std::unique_ptr<Node>> nodes_;  // by slot, from the first on; null: removed
  size_t node_count_ = 0;
  // First node of each name; made when first asked for, and again after a node with a shared name went.
  mutable std::unordered_map<std::string_view, Node*> by_name_;
  mutable bool indexed_ = false;
  mutable bool unique_names_ = true;  // no name was met twice while indexing
  std::vector<Endpoint> outputs_;
  mutable GraphAccess access_;
  std::weak_ptr<Graph> parent_graph_;  // somebody may hold a subgraph longer than its parent lives
  uint32_t parent_slot_ = 0;
  std::vector<std::shared_ptr<Graph>> subgraphs_;
  std::unordered_map<std::string, std::shared_ptr<Graph>> subgraph_by_name_;
};

}  // namespace ge::ir
