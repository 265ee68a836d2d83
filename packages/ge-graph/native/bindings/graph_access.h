#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string_view>

#include "bindings/errors.h"
#include "ir/graph.h"

// The interpreter's lock guards graphs. A call that lets go of it says so first, and until it is done other
// threads are refused what would disturb it: a graph that is saved may be read, one that is compiled may not.
namespace ge::bindings {

[[noreturn]] inline void RaiseInUse(const ir::Graph& graph, std::string_view done) {
  Raise({"E19999", base::Text("graph \"", graph.name(), "\" is being ", done, " by another thread")});
}

// The graph, when no other thread forbids to read it.
inline const ir::Graph& Readable(const ir::Graph& graph) {
  const std::string_view done = graph.access().ForbidsReading();
  if (!done.empty()) RaiseInUse(graph, done);
  return graph;
}

// The graph, when no other thread forbids to change it.
inline ir::Graph& Changeable(ir::Graph& graph) {
  const std::string_view done = graph.access().ForbidsChanging();
  if (!done.empty()) RaiseInUse(graph, done);
  return graph;
}

// While it lives, the thread works on the graph without the interpreter's lock.
template <std::string_view (ir::GraphAccess::*kBegin)(std::string_view), void (ir::GraphAccess::*kEnd)()>
class WithoutLock {
 public:
  // `done` is a literal: "saved". Raises when another thread has the graph.
  WithoutLock(const ir::Graph& graph, std::string_view done) : claim_(graph, done) {}

 private:
  struct Claim {
    Claim(const ir::Graph& graph, std::string_view done)
        : root(graph.Root()->shared_from_this()), access(root->access()) {
      const std::string_view by_other = (access.*kBegin)(done);
      if (!by_other.empty()) RaiseInUse(graph, by_other);
    }
    ~Claim() { (access.*kEnd)(); }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

    std::shared_ptr<const ir::Graph> root;
    ir::GraphAccess& access;
  };
  Claim claim_;
  pybind11::gil_scoped_release unlocked_;
};
using Reading = WithoutLock<&ir::GraphAccess::BeginReading, &ir::GraphAccess::EndReading>;
using Changing = WithoutLock<&ir::GraphAccess::BeginChanging, &ir::GraphAccess::EndChanging>;

}  // namespace ge::bindings
