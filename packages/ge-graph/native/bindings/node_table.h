#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "ir/graph.h"

namespace ge::bindings {

// The Python objects of a graph's nodes, one for each node that somebody has in hands, by slot. Guarded by
// the interpreter's lock. It does not keep the graph alive, and lives as long as one of the objects.
class NodeTable {
 public:
  static NodeTable& Of(const ir::Graph& graph);
  NodeTable(const NodeTable&) = delete;
  NodeTable& operator=(const NodeTable&) = delete;

  const std::weak_ptr<ir::Graph>& graph() const { return graph_; }
  // Null when it is gone. Without `kept` it lives as long as no Python code runs: Python itself has it.
  ir::Graph* Reach(std::shared_ptr<ir::Graph>& kept) const {
    if (IsInPython()) return address_;
    kept = graph_.lock();
    return kept.get();
  }

  // Borrowed; null when there is none yet, which the caller then makes and stores.
  PyObject* Find(uint32_t slot) const {
    const size_t page = slot / kPageSlots;
    return page < pages_.size() && pages_[page] != nullptr ? pages_[page]->objects[slot % kPageSlots]
                                                           : nullptr;
  }
  void Store(uint32_t slot, PyObject* object);
  // The object goes. May destroy this table.
  void Forget(uint32_t slot);

 private:
  static constexpr uint32_t kPageSlots = 64;
  struct Page {
    std::array<PyObject*, kPageSlots> objects = {};
    uint32_t used = 0;
  };

  explicit NodeTable(const ir::Graph& graph);
  ~NodeTable();
  static void DropAll();
  void Drop();
  void FindInPython();
  bool IsInPython() const {
    if (in_python_ == nullptr) return false;
#if PY_VERSION_HEX >= 0x030D0000
    PyObject* bound = nullptr;
    if (PyWeakref_GetRef(in_python_, &bound) <= 0) return false;
    Py_DECREF(bound);
    return true;
#else
    return PyWeakref_GET_OBJECT(in_python_) != Py_None;
#endif
  }

  std::weak_ptr<ir::Graph> graph_;
  ir::Graph* address_;
  PyObject* in_python_ = nullptr;  // a weak reference to the bound graph, which has a share in it
  std::vector<std::unique_ptr<Page>> pages_;
  uint32_t used_ = 0;
  bool listed_ = true;  // found by `Of`
};

}  // namespace ge::bindings
