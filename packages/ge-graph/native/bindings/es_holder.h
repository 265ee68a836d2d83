#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <utility>

#include "bindings/es_inference.h"
#include "ops/graph_builder.h"

// The tensors of `ge.es`: a Python type of its own instead of a bound class, because a graph of 100,000 nodes
// makes as many of them, and one costs a tenth of a bound object.
namespace ge::bindings {

// The builder as ge.es binds it.
class EsBuilder : public ops::GraphBuilder {
 public:
  explicit EsBuilder(std::string name, bool checks = false, bool keeps_lines = false)
      : GraphBuilder(std::move(name)), checks(checks), keeps_lines(keeps_lines) {}

  void StartOver() {
    inference.StartOver();
    GraphBuilder::StartOver();
  }

  const bool checks;       // each node is inferred when it is made
  const bool keeps_lines;  // each node gets the user's line as an attribute
  GrowingInference inference;
};

// To be called with each node as soon as it is made. Raises ValueError when it does not fit its operator and
// the builder checks; the node is gone then.
void NodeMadeSlowly(EsBuilder& builder, ir::Node* node);
inline void NodeMade(EsBuilder& builder, ir::Node* node) {
  if (builder.checks || builder.keeps_lines) NodeMadeSlowly(builder, node);
}

// An output of a node under construction; port -1 stands for a node that has none. It keeps its GraphBuilder
// alive, never the other way round, and finds its node through it: so it never dangles.
struct Holder {
  PyObject_HEAD PyObject* owner;  // the Python GraphBuilder
  EsBuilder* builder;
  uint32_t slot;
  int32_t port;
};

// Null when the value is no holder.
Holder* AsHolder(PyObject* value);
// A new holder of the Python class that `ge.es` has set; null with a Python error.
PyObject* NewHolder(PyObject* owner, EsBuilder* builder, const ir::Node& node, int32_t port);

// What ge.es does in Python for the native side.
struct EsHooks {
  PyTypeObject* holder_class = nullptr;
  PyObject* convert = nullptr;      // (value, owner) -> holder, for what is no holder
  PyObject* created = nullptr;      // (holder), called for each new node while a scope is open
  PyObject* take_graph = nullptr;   // (graph, owner) -> native graph
  PyObject* take_tensor = nullptr;  // (value, owner) -> the Tensor that it is; what is none, as it is
  PyObject* user_line = nullptr;    // () -> where the user's program is: "net.py:12", or ""
};
EsHooks& Hooks();

// Number of scopes that are open in this thread.
extern thread_local int open_scopes;

// For a new node: lets open scopes do their work on it. False with a Python error.
inline bool NodeCreated(PyObject* holder) {
  if (open_scopes == 0) return true;
  PyObject* done = PyObject_CallOneArg(Hooks().created, holder);
  Py_XDECREF(done);
  return done != nullptr;
}

}  // namespace ge::bindings
