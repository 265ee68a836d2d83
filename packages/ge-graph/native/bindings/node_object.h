#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/node_handle.h"
#include "ir/graph.h"

namespace ge::bindings {

// The `ge.graph.Node` of a node, of which there is one as long as somebody has it. It is a type of its own
// instead of a bound or a Python class, because whoever looks at a graph of 100,000 nodes makes as many, and
// because Python calls methods sooner when they are of the very type.
pybind11::object NodeObjectOf(const ir::Node& node);
// Of a node that is gone: an object that is gone too.
pybind11::object NodeObjectOf(const NodeHandle& handle);
pybind11::list NodeObjectsOf(const std::vector<ir::Node*>& nodes);

bool IsNodeObject(PyObject* value);
// The handle in a `ge.graph.Node`. Raises TypeError for anything else.
NodeHandle HandleOf(pybind11::handle node);

// The node behind a `ge.graph.Node`. It stays where it is as long as this lives, the interpreter's lock is
// held and no Python code runs. Raises when another thread forbids to read the graph.
class ReachedNode {
 public:
  explicit ReachedNode(PyObject* node_object);
  // Also raises, with what failed, when the node is gone.
  ReachedNode(PyObject* node_object, const char* action);

  explicit operator bool() const { return node_ != nullptr; }
  ir::Node* get() const { return node_; }
  ir::Node* operator->() const { return node_; }
  ir::Node& operator*() const { return *node_; }
  // The node, when it is there and no other thread forbids to change it. Raises what is the matter.
  ir::Node* ToChange() const;

 private:
  std::shared_ptr<ir::Graph> kept_;
  ir::Node* node_ = nullptr;
};

// Runs `done`; a RuntimeError gets what failed in front: `Failed to <action()>: <reason>`.
template <typename Done, typename Action>
auto Trying(Action action, Done done) {
  try {
    return done();
  } catch (const pybind11::builtin_exception&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(base::Text("Failed to ", action(), ": ", error.what()));
  }
}

// The name for messages. Raises when the node is gone.
std::string ShownName(PyObject* node_object);

}  // namespace ge::bindings
