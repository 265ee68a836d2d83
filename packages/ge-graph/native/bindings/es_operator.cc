#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/errors.h"
#include "bindings/es_arguments.h"
#include "bindings/es_holder.h"
#include "bindings/graph_access.h"
#include "bindings/numbers.h"
#include "bindings/python_call.h"
#include "bindings/register.h"
#include "ops/graph_builder.h"
#include "ops/registry.h"
#include "ops/schema_equal.h"

// The callable behind each operator function of `ge.es`. A function passes its arguments flat, in the order
// of the prototype: inputs (a list for a dynamic one), the builder or None, the number of tensors of each
// dynamic output, the subgraphs, the attributes, and last, which may be left out, the node's name or None.
// Called without keywords and without a tuple: 100,000 nodes
// are 100,000 calls.
namespace py = pybind11;

namespace ge::bindings {
namespace {

// What is looked up once: the prototype, and where in the arguments its parts begin.
struct Plan {
  std::shared_ptr<const ir::OpSchema> schema;
  Py_ssize_t builder = 0;
  Py_ssize_t counts = 0;
  Py_ssize_t graphs = 0;
  Py_ssize_t attrs = 0;
  Py_ssize_t end = 0;
  bool only_holders = false;  // the single input brings the builder and takes no plain value
};

struct Operator {
  PyObject_HEAD vectorcallfunc call;
  PyObject* type;           // str
  PyObject* outputs_class;  // null: a tensor, or a list for a single dynamic output
  Plan* plan;               // null until first called
};

struct Owner {
  PyObject* object = nullptr;
  EsBuilder* builder = nullptr;
};

// --- the builder

Owner OwnerOf(PyObject* value) {
  if (Holder* holder = AsHolder(value)) return {holder->owner, holder->builder};
  if (py::isinstance<EsBuilder>(py::handle(value))) return {value, py::handle(value).cast<EsBuilder*>()};
  return {};
}

// The first builder among the inputs, lists searched one level deep, else the one given.
Owner FindOwner(const Plan& plan, PyObject* const* args) {
  for (Py_ssize_t i = 0; i < plan.builder; ++i) {
    if (const Owner owner = OwnerOf(args[i]); owner.object != nullptr) return owner;
    if (plan.schema->inputs[static_cast<size_t>(i)].kind != ir::InputKind::kDynamic) continue;
    const py::object items = ItemsOf(args[i]);
    for (Py_ssize_t k = 0; items && k < PySequence_Fast_GET_SIZE(items.ptr()); ++k) {
      if (const Owner owner = OwnerOf(PySequence_Fast_GET_ITEM(items.ptr(), k)); owner.object != nullptr)
        return owner;
    }
  }
  return OwnerOf(args[plan.builder]);
}

// The way of operators whose single input must be a tensor, with the errors it always had.
Owner OnlyOwner(const Plan& plan, PyObject* const* args) {
  PyObject* first = args[0];
  const ir::InputSpec& input = plan.schema->inputs[0];
  py::object items;
  if (input.kind == ir::InputKind::kDynamic) {
    items = ItemsOf(first);
    if (!items) {
      throw py::type_error(base::Text(plan.schema->type, ": input ", input.name,
                                      " must be a list of TensorHolder, not ", Py_TYPE(first)->tp_name));
    }
    if (PySequence_Fast_GET_SIZE(items.ptr()) == 0) {
      throw py::index_error(base::Text(plan.schema->type, ": input ", input.name,
                                       " needs at least one TensorHolder, given an empty list"));
    }
    first = PySequence_Fast_GET_ITEM(items.ptr(), 0);
  }
  const Holder* holder = AsHolder(first);
  if (holder == nullptr) {
    throw py::attribute_error(base::Text(plan.schema->type, ": input ", input.name,
                                         " must be a TensorHolder, not ", Py_TYPE(first)->tp_name));
  }
  return {holder->owner, holder->builder};
}

Owner ResolveOwner(const Plan& plan, PyObject* const* args) {
  const Owner owner = plan.only_holders ? OnlyOwner(plan, args) : FindOwner(plan, args);
  if (owner.object == nullptr) {
    throw py::value_error(base::Text(plan.schema->type,
                                     ": needs at least one input tensor, or an explicit "
                                     "owner_builder, to know which graph gets the node"));
  }
  if (owner.builder->built()) {
    throw std::runtime_error(base::Text("Cannot create ", plan.schema->type, ": the graph of GraphBuilder '",
                                        owner.builder->name(),
                                        "' has already been built; a new GraphBuilder is needed"));
  }
  Changeable(*owner.builder->open_graph());
  return owner;
}

// --- inputs

ir::Endpoint EndpointOf(const Holder& holder, const Plan& plan, const Owner& owner) {
  if (holder.builder != owner.builder) {
    throw py::value_error(base::Text(plan.schema->type, ": its inputs are of different GraphBuilders: '",
                                     owner.builder->name(), "' and '", holder.builder->name(), "'"));
  }
  ir::Node* node = owner.builder->open_graph()->NodeAt(holder.slot);
  if (node == nullptr)
    Raise(base::InnerError(base::Text(plan.schema->type, ": the node of an input was removed")));
  if (holder.port < 0) {
    throw py::value_error(base::Text(plan.schema->type, ": node \"", node->name(), "\" (", node->type(),
                                     ") has no output that could be an input"));
  }
  return {node, holder.port};
}

template <typename Element>
ir::Node* AddScalar(Element value, base::DataType type, const Owner& owner) {
  ir::Node* node = owner.builder->AddConst({{{}, type}, base::Buffer::CopyOf(&value, sizeof value)});
  NodeMade(*owner.builder, node);
  if (open_scopes == 0) return node;
  const auto tensor = py::reinterpret_steal<py::object>(NewHolder(owner.object, owner.builder, *node, 0));
  if (!tensor || !NodeCreated(tensor.ptr())) throw py::error_already_set();
  return node;
}

// The constant for a plain number, the way that ge.es converts it; null for anything else.
ir::Node* ScalarConst(PyObject* value, const Owner& owner) {
  if (PyFloat_CheckExact(value) != 0) return AddScalar(FloatFrom(value), base::DataType::kFloat, owner);
  if (PyLong_CheckExact(value) == 0) return nullptr;
  return AddScalar(Int64From(value), base::DataType::kInt64, owner);
}

ir::Endpoint InputArgument(PyObject* value, const ir::InputSpec& input, const Plan& plan,
                           const Owner& owner) {
  if (const Holder* holder = AsHolder(value)) return EndpointOf(*holder, plan, owner);
  if (value == Py_None || plan.only_holders) {
    if (value == Py_None && input.kind == ir::InputKind::kOptional) return {};
    throw py::attribute_error(base::Text(plan.schema->type, ": input ", input.name,
                                         " must be a TensorHolder, not ", Py_TYPE(value)->tp_name));
  }
  if (ir::Node* scalar = ScalarConst(value, owner)) return {scalar, 0};
  const auto converted = py::reinterpret_steal<py::object>(
      PyObject_CallFunctionObjArgs(Hooks().convert, value, owner.object, nullptr));
  if (!converted) throw py::error_already_set();
  return EndpointOf(*AsHolder(converted.ptr()), plan, owner);
}

void TakeInputs(const Plan& plan, const Owner& owner, PyObject* const* args, ops::OperatorParts& parts) {
  parts.inputs.reserve(static_cast<size_t>(plan.builder));
  for (const ir::InputSpec& input : plan.schema->inputs) {
    PyObject* value = *args++;
    if (input.kind != ir::InputKind::kDynamic) {
      parts.inputs.push_back(InputArgument(value, input, plan, owner));
      continue;
    }
    const py::object sequence = ItemsOf(value);
    if (!sequence) {
      throw py::type_error(base::Text(plan.schema->type, ": input ", input.name, " must be a list, not ",
                                      Py_TYPE(value)->tp_name));
    }
    // A copy: converting an item may run Python code that changes the list.
    const py::tuple items(sequence);
    parts.counts.dynamic_inputs.push_back(static_cast<int32_t>(items.size()));
    for (const py::handle item : items) parts.inputs.push_back(InputArgument(item.ptr(), input, plan, owner));
  }
}

// --- counts, attributes, subgraphs

void TakeCounts(const Plan& plan, PyObject* const* args, ops::OperatorParts& parts) {
  for (const ir::OutputSpec& output : plan.schema->outputs) {
    if (output.kind != ir::OutputKind::kDynamic) continue;
    parts.counts.dynamic_outputs.push_back(CountArgument(*args++, output.name, plan.schema->type));
  }
}

// A tensor belongs to the builder from now on; by default it is a new, empty one.
ir::AttrValue TakeTensor(PyObject* value, const ir::AttrSpec& attr, const Plan& plan, const Owner& owner) {
  if (value == Py_None && !attr.required) return ir::Box<ir::Tensor>(ir::Tensor());
  const auto taken = py::reinterpret_steal<py::object>(
      PyObject_CallFunctionObjArgs(Hooks().take_tensor, value, owner.object, nullptr));
  if (!taken) throw py::error_already_set();
  return AttrArgument(taken.ptr(), attr, plan.schema->type);
}

void TakeAttrs(const Plan& plan, const Owner& owner, PyObject* const* args, ops::OperatorParts& parts) {
  for (const ir::AttrSpec& attr : plan.schema->attrs) {
    PyObject* value = *args++;
    if (attr.kind == ir::AttrKind::kTensor) {
      parts.attrs.emplace_back(attr.name, TakeTensor(value, attr, plan, owner));
      continue;
    }
    ir::AttrValue taken = AttrArgument(value, attr, plan.schema->type);
    // What has its default is not stored.
    if (attr.required || !ops::EqualsDefault(taken, attr.fallback))
      parts.attrs.emplace_back(attr.name, std::move(taken));
  }
}

std::shared_ptr<ir::Graph> TakeGraph(py::handle graph, const Owner& owner) {
  const auto taken = py::reinterpret_steal<py::object>(
      PyObject_CallFunctionObjArgs(Hooks().take_graph, graph.ptr(), owner.object, nullptr));
  if (!taken) throw py::error_already_set();
  auto native = taken.cast<std::shared_ptr<ir::Graph>>();
  Changeable(*native);
  return native;
}

void TakeGraphs(const Plan& plan, const Owner& owner, PyObject* const* args, ops::OperatorParts& parts) {
  for (const ir::SubgraphSpec& spec : plan.schema->subgraphs) {
    const py::handle value = *args++;
    if (spec.kind == ir::SubgraphKind::kStatic) {
      parts.subgraphs.emplace_back(spec.name.text(), TakeGraph(value, owner));
      continue;
    }
    const py::object sequence = ItemsOf(value.ptr());
    if (!sequence) {
      throw py::type_error(base::Text(plan.schema->type, ": ", spec.name, " must be a list of Graph, not ",
                                      Py_TYPE(value.ptr())->tp_name));
    }
    const py::tuple graphs(sequence);
    for (size_t i = 0; i < graphs.size(); ++i) {
      parts.subgraphs.emplace_back(spec.name.text() + std::to_string(i), TakeGraph(graphs[i], owner));
    }
  }
}

// The node's name. Out of line: few calls have one, and they must not cost the others.
__attribute__((noinline)) std::string_view NameArgument(PyObject* value, const Plan& plan) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_Check(value) != 0 ? PyUnicode_AsUTF8AndSize(value, &size) : nullptr;
  if (text == nullptr) {
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    throw py::type_error(
        base::Text(plan.schema->type, ": name must be a string, not ", Py_TYPE(value)->tp_name));
  }
  const std::string_view name(text, static_cast<size_t>(size));
  if (name.empty()) throw py::value_error(base::Text(plan.schema->type, ": name must not be empty"));
  if (name.find('\0') != std::string_view::npos)
    throw py::value_error(base::Text(plan.schema->type, ": name must not contain NUL"));
  return name;
}

// --- results

py::object TensorAt(const Owner& owner, const ir::Node& node, int32_t port) {
  auto holder = py::reinterpret_steal<py::object>(NewHolder(owner.object, owner.builder, node, port));
  if (!holder) throw py::error_already_set();
  return holder;
}

py::object TensorList(const Owner& owner, const ir::Node& node, int32_t first, int32_t count) {
  py::list tensors(static_cast<size_t>(count));
  for (int32_t i = 0; i < count; ++i) {
    PyList_SET_ITEM(tensors.ptr(), i, TensorAt(owner, node, first + i).release().ptr());
  }
  return tensors;
}

py::object Outputs(const Plan& plan, PyObject* outputs_class, const Owner& owner, const ir::Node& node) {
  py::tuple outputs(plan.schema->outputs.size());
  int32_t port = 0;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const int32_t count = node.OutputRange(i).count;
    const bool dynamic = plan.schema->outputs[i].kind == ir::OutputKind::kDynamic;
    outputs[i] = dynamic ? TensorList(owner, node, port, count) : TensorAt(owner, node, port);
    port += count;
  }
  auto result = py::reinterpret_steal<py::object>(PyObject_CallObject(outputs_class, outputs.ptr()));
  if (!result) throw py::error_already_set();
  return result;
}

py::object ResultOf(const Operator& self, const Owner& owner, const ir::Node& node) {
  const std::vector<ir::OutputSpec>& outputs = self.plan->schema->outputs;
  if (self.outputs_class != nullptr) return Outputs(*self.plan, self.outputs_class, owner, node);
  if (outputs.empty()) return TensorAt(owner, node, -1);
  if (outputs[0].kind == ir::OutputKind::kDynamic) return TensorList(owner, node, 0, node.output_count());
  return TensorAt(owner, node, 0);
}

// Open scopes see each node once, through its first tensor; a node whose dynamic output is empty has none.
void TellScopes(const Plan& plan, const Owner& owner, const ir::Node& node) {
  if (open_scopes == 0 || (node.output_count() == 0 && !plan.schema->outputs.empty())) return;
  if (!NodeCreated(TensorAt(owner, node, node.output_count() == 0 ? -1 : 0).ptr()))
    throw py::error_already_set();
}

// --- the call

Plan* MakePlan(const Operator& self) {
  const auto type = py::handle(self.type).cast<std::string>();
  auto plan = std::make_unique<Plan>();
  plan->schema = ops::FindSchema(type);
  if (plan->schema == nullptr) Raise(base::InnerError("no operator of type \"" + type + "\" is known"));
  const ir::OpSchema& schema = *plan->schema;
  plan->builder = static_cast<Py_ssize_t>(schema.inputs.size());
  plan->counts = plan->builder + 1;
  plan->graphs = plan->counts;
  for (const ir::OutputSpec& output : schema.outputs)
    plan->graphs += output.kind == ir::OutputKind::kDynamic ? 1 : 0;
  plan->attrs = plan->graphs + static_cast<Py_ssize_t>(schema.subgraphs.size());
  plan->end = plan->attrs + static_cast<Py_ssize_t>(schema.attrs.size());
  plan->only_holders = schema.inputs.size() == 1 && schema.inputs[0].kind != ir::InputKind::kOptional;
  return plan.release();
}

py::object Create(Operator& self, PyObject* const* args, Py_ssize_t count) {
  if (self.plan == nullptr) self.plan = MakePlan(self);
  const Plan& plan = *self.plan;
  if (count != plan.end && count != plan.end + 1) {
    throw py::type_error(base::Text(plan.schema->type, " takes ", plan.end, " arguments, given ", count));
  }
  const Owner owner = ResolveOwner(plan, args);
  // Python code called below could let go of the input that keeps the builder alive.
  const auto alive = py::reinterpret_borrow<py::object>(owner.object);
  ops::OperatorParts parts;
  TakeInputs(plan, owner, args, parts);
  TakeCounts(plan, args + plan.counts, parts);
  TakeGraphs(plan, owner, args + plan.graphs, parts);
  TakeAttrs(plan, owner, args + plan.attrs, parts);
  // Functions that were generated before there were names pass none.
  if (count != plan.end && args[plan.end] != Py_None) parts.name = NameArgument(args[plan.end], plan);
  ir::Node& node = *ValueOrRaise(owner.builder->AddOperator(plan.schema, std::move(parts)));
  NodeMade(*owner.builder, &node);
  py::object result = ResultOf(self, owner, node);
  TellScopes(plan, owner, node);
  return result;
}

PyObject* Call(PyObject* self, PyObject* const* args, size_t flags, PyObject* names) {
  return CallFromPython([&] {
    if (names != nullptr && PyTuple_GET_SIZE(names) != 0)
      throw py::type_error("an operator takes no keywords");
    return Create(*reinterpret_cast<Operator*>(self), args, PyVectorcall_NARGS(flags)).release().ptr();
  });
}

void Dealloc(PyObject* object) {
  auto* self = reinterpret_cast<Operator*>(object);
  PyTypeObject* type = Py_TYPE(object);
  Py_XDECREF(self->type);
  Py_XDECREF(self->outputs_class);
  delete self->plan;
  type->tp_free(object);
  Py_DECREF(type);
}

PyObject* New(PyTypeObject* type, PyObject* args, PyObject*) {
  PyObject* op_type = nullptr;
  PyObject* outputs_class = Py_None;
  if (PyArg_ParseTuple(args, "U|O", &op_type, &outputs_class) == 0) return nullptr;
  auto* self = reinterpret_cast<Operator*>(type->tp_alloc(type, 0));
  if (self == nullptr) return nullptr;
  self->call = &Call;
  Py_INCREF(op_type);
  self->type = op_type;
  if (outputs_class != Py_None) {
    Py_INCREF(outputs_class);
    self->outputs_class = outputs_class;
  }
  return reinterpret_cast<PyObject*>(self);
}

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Operator, call), READONLY, nullptr},
    {"type", T_OBJECT, offsetof(Operator, type), READONLY, "The operator's type."},
    {nullptr, 0, 0, 0, nullptr},
};
PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(&New)},
    {Py_tp_dealloc, reinterpret_cast<void*>(&Dealloc)},
    {Py_tp_call, reinterpret_cast<void*>(&PyVectorcall_Call)},
    {Py_tp_members, members},
    {0, nullptr},
};
PyType_Spec spec = {"ge.graph._native.EsOperator", sizeof(Operator), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL, slots};

}  // namespace

void RegisterEsOperator(py::module_& module) {
  module.attr("EsOperator") = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
}

}  // namespace ge::bindings
