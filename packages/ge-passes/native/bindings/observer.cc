#include "passes/observer.h"

#include <pybind11/stl.h>

#include <set>
#include <utility>

#include "passes/pass_manager.h"
#include "place_fields.h"
#include "python_objects.h"
#include "register.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

using base::Status;
using GraphPtr = std::shared_ptr<ir::Graph>;

// Name, and stage or phase.
using PlacedName = std::pair<std::string, std::string>;

// Calls two Python functions, where they are not None: `before(pass, stage, graph)` and
// `after(pass, graph, report)`.
class PythonObserver : public PassObserver {
 public:
  PythonObserver(py::object before, py::object after, std::set<PlacedName> without)
      : before_(std::move(before)), after_(std::move(after)), without_(std::move(without)) {}

  bool Runs(const std::string& pass, std::string_view where) const override {
    return without_.count({pass, std::string(where)}) == 0;
  }

  Status Before(const std::string& pass, Stage stage, const GraphPtr& root) override {
    if (before_.is_none()) return {};
    return Call([&] { before_(pass, py::str(std::string(StageName(stage))), PythonGraphView(root)); });
  }
  Status After(const std::string& pass, const GraphPtr& root, Outcome outcome, const PassReport& report,
               double seconds) override {
    if (after_.is_none()) return {};
    return Call([&] {
      py::dict fields = ReportFields(report, seconds);
      fields["changed"] = outcome == Outcome::kChanged;
      after_(pass, PythonGraphView(root), fields);
    });
  }

  void Enter() { outer_ = SetPassObserver(this); }
  void Exit() { SetPassObserver(outer_); }

 private:
  template <typename Function>
  static Status Call(Function function) {
    const py::gil_scoped_acquire gil;
    try {
      function();
      return {};
    } catch (const std::exception& error) {
      return base::InnerError(base::Text("what watches the passes failed: ", error.what()));
    }
  }

  py::object before_;
  py::object after_;
  std::set<PlacedName> without_;
  PassObserver* outer_ = nullptr;
};

std::vector<PlacedName> PassOrderPairs() {
  std::vector<PlacedName> pairs;
  for (const PlacedPass& pass : PassOrder()) pairs.emplace_back(pass.name, pass.where);
  return pairs;
}

}  // namespace

void RegisterObserver(py::module_& module) {
  py::class_<PythonObserver>(module, "PassObserver")
      .def(py::init<py::object, py::object, std::set<PlacedName>>(), py::arg("before"), py::arg("after"),
           py::arg("without"))
      .def("__enter__", &PythonObserver::Enter)
      .def("__exit__", [](PythonObserver& self, const py::args&) { self.Exit(); });
  module.def("pass_order", &PassOrderPairs);
}

}  // namespace ge::passes::python
