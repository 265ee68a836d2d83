#pragma once

#include <pybind11/pybind11.h>

#include "passes/report.h"

namespace ge::passes::python {

// What a pass did, as a dictionary: `seconds`, `errors`, `roots`, and `places`, a dictionary each.
pybind11::dict ReportFields(const PassReport& report, double seconds);

}  // namespace ge::passes::python
