#pragma once

#include <pybind11/pybind11.h>

#include "bindings/es_holder.h"

namespace ge::bindings {

// The inputs of a graph that is written as an expression, `EsInputs`: number i is made, with those before it,
// when somebody first asks for `inputs[i]`.
struct Inputs {
  PyObject_HEAD PyObject* owner;  // the Python GraphBuilder
  EsBuilder* builder;
  PyObject* tensors;  // list
};

// Forgets the inputs; the builder is another graph's now.
void StartOver(Inputs& inputs);

}  // namespace ge::bindings
