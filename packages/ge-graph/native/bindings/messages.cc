#include <string>

#include "base/buffer.h"
#include "bindings/errors.h"
#include "bindings/python_types.h"
#include "bindings/register.h"
#include "serialize/field_values.h"
#include "serialize/onnx_message.h"
#include "serialize/wire_reader.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

using serialize::FieldKind;
using serialize::FieldValue;
using serialize::MessageInfo;

py::dict Message(std::string_view bytes, const MessageInfo& info, int depth);

py::object Value(const FieldValue& value, int depth) {
  switch (value.field->kind) {
    case FieldKind::kMessage:
      return Message(value.bytes, *value.field->message, depth + 1);
    case FieldKind::kString:
      return PythonText(value.bytes);
    case FieldKind::kBytes:
      return py::bytes(value.bytes.data(), value.bytes.size());
    case FieldKind::kFloat:
      return py::float_(value.real);
    case FieldKind::kBool:
      return py::bool_(value.number != 0);
    default:
      return py::int_(value.number);
  }
}

// A field that the message does not set is not there; repeated ones are lists.
py::dict Message(std::string_view bytes, const MessageInfo& info, int depth) {
  if (depth > serialize::kMaxMessageDepth) {
    Raise({"E13005", base::Text("messages nest more than ", serialize::kMaxMessageDepth, " deep")});
  }
  py::dict message;
  for (const FieldValue& value : serialize::ReadFieldValues(bytes, info)) {
    const py::str name(value.field->name.data(), value.field->name.size());
    if (!value.field->repeated) {
      message[name] = Value(value, depth);
    } else if (message.contains(name)) {
      message[name].cast<py::list>().append(Value(value, depth));
    } else {
      py::list values;
      values.append(Value(value, depth));
      message[name] = std::move(values);
    }
  }
  return message;
}

py::dict ReadOnnx(const std::string& path) {
  const auto bytes = ValueOrRaise(base::Buffer::MapFile(path));
  try {
    return Message(bytes->view(), serialize::OnnxModelMessage(), 0);
  } catch (const protozero::exception& malformed) {
    Raise({"E13005", base::Text("\"", path, "\" is no ONNX ModelProto message: ", malformed.what())});
  }
}

}  // namespace

void RegisterMessages(py::module_& module) {
  module.def("read_onnx", &ReadOnnx);
  module.def("parse_onnx", [](const py::bytes& text) {
    const std::string wire = ValueOrRaise(serialize::OnnxFromText(static_cast<std::string_view>(text)));
    return Message(wire, serialize::OnnxModelMessage(), 0);
  });
}

}  // namespace ge::bindings
