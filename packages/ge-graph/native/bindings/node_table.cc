#include "bindings/node_table.h"

#include <algorithm>
#include <unordered_map>

namespace py = pybind11;

namespace ge::bindings {
namespace {

std::unordered_map<const ir::Graph*, NodeTable*>& Tables() {
  static auto* const tables = new std::unordered_map<const ir::Graph*, NodeTable*>;
  return *tables;
}

}  // namespace

NodeTable& NodeTable::Of(const ir::Graph& graph) {
  static size_t sweep_at = 16;
  const auto found = Tables().find(&graph);
  if (found != Tables().end()) {
    NodeTable* table = found->second;
    if (!table->graph_.expired()) {
      if (!table->IsInPython()) table->FindInPython();
      return *table;
    }
    Tables().erase(found);  // of a graph that was here before
    table->Drop();
  }
  if (Tables().size() >= sweep_at) {
    DropAll();
    sweep_at = std::max<size_t>(16, Tables().size() * 2);
  }
  auto* table = new NodeTable(graph);
  Tables().emplace(&graph, table);
  return *table;
}

NodeTable::NodeTable(const ir::Graph& graph)
    : graph_(const_cast<ir::Graph&>(graph).weak_from_this()), address_(const_cast<ir::Graph*>(&graph)) {
  FindInPython();
}

NodeTable::~NodeTable() { Py_XDECREF(in_python_); }

// All whose graphs are gone.
void NodeTable::DropAll() {
  for (auto at = Tables().begin(); at != Tables().end();) {
    NodeTable* table = at->second;
    if (!table->graph_.expired()) {
      ++at;
      continue;
    }
    at = Tables().erase(at);
    table->Drop();
  }
}

void NodeTable::Drop() {
  listed_ = false;
  if (used_ == 0) delete this;
}

void NodeTable::FindInPython() {
  Py_CLEAR(in_python_);
  const py::handle bound =
      py::detail::get_object_handle(address_, py::detail::get_type_info(typeid(ir::Graph)));
  if (!bound) return;
  in_python_ = PyWeakref_NewRef(bound.ptr(), nullptr);
  if (in_python_ == nullptr) PyErr_Clear();
}

void NodeTable::Store(uint32_t slot, PyObject* object) {
  const size_t page = slot / kPageSlots;
  if (page >= pages_.size()) pages_.resize(page + 1);
  if (pages_[page] == nullptr) pages_[page] = std::make_unique<Page>();
  pages_[page]->objects[slot % kPageSlots] = object;
  ++pages_[page]->used;
  ++used_;
}

void NodeTable::Forget(uint32_t slot) {
  std::unique_ptr<Page>& page = pages_[slot / kPageSlots];
  page->objects[slot % kPageSlots] = nullptr;
  if (--page->used == 0) page.reset();
  if (--used_ == 0 && !listed_) delete this;
}

}  // namespace ge::bindings
