#include "bindings/dlpack.h"

#include <cstring>
#include <utility>
#include <vector>

#include "base/data_type.h"
#include "bindings/dlpack_abi.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

using base::DataType;
using dlpack::Managed;
using dlpack::ManagedVersioned;

struct TypeRow {
  DataType type;
  uint8_t code;
  uint8_t bits;
};

constexpr TypeRow kTypes[] = {
    {DataType::kFloat, dlpack::kFloat, 32},
    {DataType::kFloat16, dlpack::kFloat, 16},
    {DataType::kDouble, dlpack::kFloat, 64},
    {DataType::kBf16, dlpack::kBfloat, 16},
    {DataType::kInt8, dlpack::kInt, 8},
    {DataType::kInt16, dlpack::kInt, 16},
    {DataType::kInt32, dlpack::kInt, 32},
    {DataType::kInt64, dlpack::kInt, 64},
    {DataType::kUint8, dlpack::kUint, 8},
    {DataType::kUint16, dlpack::kUint, 16},
    {DataType::kUint32, dlpack::kUint, 32},
    {DataType::kUint64, dlpack::kUint, 64},
    {DataType::kBool, dlpack::kBool, 8},
    {DataType::kComplex64, dlpack::kComplex, 64},
    {DataType::kComplex128, dlpack::kComplex, 128},
    {DataType::kFloat8E4M3FN, dlpack::kFloat8E4M3FN, 8},
    {DataType::kFloat8E5M2, dlpack::kFloat8E5M2, 8},
    {DataType::kFloat8E8M0, dlpack::kFloat8E8M0, 8},
    {DataType::kInt4, dlpack::kInt, 4},
    {DataType::kInt2, dlpack::kInt, 2},
    {DataType::kUint2, dlpack::kUint, 2},
    {DataType::kUint1, dlpack::kUint, 1},
    {DataType::kFloat4E2M1, dlpack::kFloat4E2M1, 4},
};

// What a capsule's struct lives with.
struct Lent {
  std::shared_ptr<base::Buffer> data;
  std::vector<int64_t> shape;
};

dlpack::Array ArrayOf(const ir::Tensor& tensor, Lent& lent) {
  for (const TypeRow& row : kTypes) {
    if (row.type != tensor.desc.type) continue;
    void* data = lent.data->size() == 0 ? nullptr : lent.data->mutable_data();
    const auto rank = static_cast<int32_t>(lent.shape.size());
    return {data, {dlpack::kCpu, 0}, rank, {row.code, row.bits, 1}, lent.shape.data(), nullptr, 0};
  }
  throw py::buffer_error(base::Text("DLPack has no code for the elements of a tensor of ", tensor.desc.type));
}

void Begin(Managed&, bool) {}
void Begin(ManagedVersioned& managed, bool copied) {
  managed.major = ManagedVersioned::kMajor;
  managed.flags = copied ? ManagedVersioned::kIsCopied : ManagedVersioned::kReadOnly;
}

template <typename Form>
void Delete(Form* managed) {
  delete static_cast<Lent*>(managed->context);
  delete managed;
}

// A capsule that nobody took gives back what it holds; a taken one has another name.
template <typename Form>
void Destroy(PyObject* capsule) {
  if (PyCapsule_IsValid(capsule, Form::kCapsule) == 0) return;
  auto* managed = static_cast<Form*>(PyCapsule_GetPointer(capsule, Form::kCapsule));
  managed->deleter(managed);
}

template <typename Form>
py::capsule Lend(const ir::Tensor& tensor, std::unique_ptr<Lent> lent, bool copied) {
  auto managed = std::make_unique<Form>();
  Begin(*managed, copied);
  managed->array = ArrayOf(tensor, *lent);
  managed->context = lent.release();
  managed->deleter = &Delete<Form>;
  PyObject* capsule = PyCapsule_New(managed.get(), Form::kCapsule, &Destroy<Form>);
  if (capsule == nullptr) {
    managed->deleter(managed.release());
    throw py::error_already_set();
  }
  managed.release();
  return py::reinterpret_steal<py::capsule>(capsule);
}

DataType TypeOf(const dlpack::ElementType& type) {
  for (const TypeRow& row : kTypes) {
    if (row.code == type.code && row.bits == type.bits && type.lanes == 1) return row.type;
  }
  throw py::buffer_error(base::Text("no data type holds elements of DLPack's code ", int{type.code}, " with ",
                                    int{type.bits}, " bits and ", type.lanes, " lanes"));
}

bool StandRowByRow(const dlpack::Array& array) {
  if (array.strides == nullptr) return true;
  int64_t expected = 1;
  for (int32_t i = array.rank; i-- > 0;) {
    if (array.shape[i] != 1 && array.strides[i] != expected) return false;
    expected *= array.shape[i];
  }
  return true;
}

// The elements of an array that does not stand row by row, each of whole bytes.
std::shared_ptr<base::Buffer> Gathered(const dlpack::Array& array, const char* first, int64_t count) {
  const size_t size = array.type.bits / 8;
  auto buffer = base::Buffer::AllocateForWriting(static_cast<size_t>(count) * size);
  auto* out = static_cast<char*>(buffer->mutable_data());
  std::vector<int64_t> at(static_cast<size_t>(array.rank), 0);
  int64_t place = 0;
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(out + static_cast<size_t>(i) * size, first + place * static_cast<int64_t>(size), size);
    for (int32_t axis = array.rank; axis-- > 0;) {
      place += array.strides[axis];
      if (++at[axis] < array.shape[axis]) break;
      place -= array.strides[axis] * array.shape[axis];
      at[axis] = 0;
    }
  }
  return buffer;
}

// Calls the deleter, which may be Python's, when the last holder lets go.
template <typename Form>
std::shared_ptr<base::Buffer> Hold(Form* managed, void* data, size_t bytes) {
  return base::Buffer::Borrow(data, bytes, [managed] {
    if (managed->deleter == nullptr || Py_IsInitialized() == 0) return;
    const py::gil_scoped_acquire gil;
    managed->deleter(managed);
  });
}

template <typename Form>
ir::Tensor Take(Form* managed, base::Format format) {
  const dlpack::Array& array = managed->array;
  char* const first = static_cast<char*>(array.data) + array.byte_offset;
  const std::shared_ptr<base::Buffer> owner = Hold(managed, first, 0);  // gives back when something is wrong
  if (array.device.type != dlpack::kCpu) {
    throw py::buffer_error(
        base::Text("the array is on DLPack's device ", array.device.type, ", not on the host"));
  }
  const DataType type = TypeOf(array.type);
  const ir::Shape shape(std::vector<int64_t>(array.shape, array.shape + array.rank));
  const int64_t count = shape.Elements();
  const int64_t bytes = base::DataBytes(type, count);
  if (bytes < 0) throw py::buffer_error(base::Text("the array has an impossible shape: ", shape));
  ir::TensorDesc desc(shape, type, format);
  if (bytes == 0) return {std::move(desc), base::Buffer::Allocate(0)};
  if (StandRowByRow(array)) {
    return {std::move(desc), base::Buffer::Borrow(first, static_cast<size_t>(bytes), [owner] {})};
  }
  if (array.type.bits % 8 != 0) {
    throw py::buffer_error("elements of less than a byte must stand row by row");
  }
  return {std::move(desc), Gathered(array, first, count)};
}

void CheckForm(const Managed&) {}
void CheckForm(const ManagedVersioned& managed) {
  if (managed.major != ManagedVersioned::kMajor) {
    throw py::buffer_error(base::Text("the array comes by DLPack ", managed.major, ".", managed.minor,
                                      ", expected version ", ManagedVersioned::kMajor));
  }
  if ((managed.flags & ManagedVersioned::kSubBytesPadded) != 0) {
    throw py::buffer_error("elements of less than a byte must be packed");
  }
}

template <typename Form>
ir::Tensor TakeCapsule(PyObject* capsule, base::Format format) {
  auto* managed = static_cast<Form*>(PyCapsule_GetPointer(capsule, Form::kCapsule));
  CheckForm(*managed);
  if (PyCapsule_SetName(capsule, Form::kUsed) != 0) throw py::error_already_set();
  return Take(managed, format);
}

}  // namespace

py::capsule ToDlpack(const ir::Tensor& tensor, bool versioned, bool copy) {
  const base::Status fits = tensor.Check();
  if (!fits.ok()) throw py::buffer_error(fits.ToString());
  auto lent = std::make_unique<Lent>(Lent{tensor.data, tensor.desc.shape.dims()});
  const bool copied = copy || !versioned;
  if (lent->data == nullptr) lent->data = base::Buffer::Allocate(0);
  if (copied) lent->data = base::Buffer::CopyOf(lent->data->data(), lent->data->size());
  return versioned ? Lend<ManagedVersioned>(tensor, std::move(lent), copied)
                   : Lend<Managed>(tensor, std::move(lent), copied);
}

ir::Tensor FromDlpack(const py::object& capsule, base::Format format) {
  if (PyCapsule_IsValid(capsule.ptr(), ManagedVersioned::kCapsule) != 0) {
    return TakeCapsule<ManagedVersioned>(capsule.ptr(), format);
  }
  if (PyCapsule_IsValid(capsule.ptr(), Managed::kCapsule) != 0) {
    return TakeCapsule<Managed>(capsule.ptr(), format);
  }
  throw py::type_error("expected a DLPack capsule that nobody has taken yet, not " +
                       py::repr(capsule).cast<std::string>());
}

}  // namespace ge::bindings
