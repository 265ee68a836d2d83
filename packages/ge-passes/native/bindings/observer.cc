#include "passes/observer.h"

#include <pybind11/stl.h>

#include "passes/pass_manager.h"
#include "place_fields.h"
#include "python_objects.h"
#include "register.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

using base::Status;
using GraphPtr = std::shared_ptr<ir::Graph>;

// Calls two Python functions: `before(pass, stage, graph)` and `after(pass, graph, report)`.
class PythonObserver : public PassObserver {
 public:
  PythonObserver(py::object before, py::object after)
      : before_(std::move(before)), after_(std::move(after)) {}

  Status Before(const std::string& pass, Stage stage, const GraphPtr& root) override {
    return Call([&] { before_(pass, py::str(std::string(StageName(stage))), PythonGraphView(root)); });
  }
  Status After(const std::string& pass, const GraphPtr& root, Outcome outcome, const PassReport& report,
               double seconds) override {
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
  PassObserver* outer_ = nullptr;
};

}  // namespace

void RegisterObserver(py::module_& module) {
  py::class_<PythonObserver>(module, "PassObserver")
      .def(py::init<py::object, py::object>(), py::arg("before"), py::arg("after"))
      .def("__enter__", &PythonObserver::Enter)
      .def("__exit__", [](PythonObserver& self, const py::args&) { self.Exit(); });
  module.def("pass_order", &PassOrder);
}

}  // namespace ge::passes::python
