#include "passes/python/runtime.h"

#include <dlfcn.h>
#include <sys/utsname.h>

#include <cstdio>

namespace ge::passes {
namespace {

// Functions of the C interface of Python, as its documentation declares them.
template <typename Function>
Function* Symbol(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

// Holds the interpreter's lock.
class Gil {
 public:
  Gil() : ensure_(Symbol<int()>("PyGILState_Ensure")), release_(Symbol<void(int)>("PyGILState_Release")) {
    if (held()) state_ = ensure_();
  }
  ~Gil() {
    if (held()) release_(state_);
  }
  Gil(const Gil&) = delete;
  Gil& operator=(const Gil&) = delete;
  bool held() const { return ensure_ != nullptr && release_ != nullptr; }

 private:
  int (*ensure_)();
  void (*release_)(int);
  int state_ = 0;
};

std::vector<std::string> SysPath() {
  std::vector<std::string> entries;
  const Gil gil;
  auto* const get_object = Symbol<void*(const char*)>("PySys_GetObject");
  auto* const size = Symbol<ssize_t(void*)>("PyList_Size");
  auto* const item = Symbol<void*(void*, ssize_t)>("PyList_GetItem");
  auto* const text = Symbol<const char*(void*)>("PyUnicode_AsUTF8");
  auto* const clear = Symbol<void()>("PyErr_Clear");
  if (!gil.held() || get_object == nullptr || size == nullptr || item == nullptr || text == nullptr ||
      clear == nullptr) {
    return entries;
  }
  void* list = get_object("path");
  for (ssize_t i = 0; list != nullptr && i < size(list); ++i) {
    const char* entry = text(item(list, i));
    if (entry == nullptr) {
      clear();  // not a text
    } else {
      entries.emplace_back(*entry == '\0' ? "." : entry);
    }
  }
  return entries;
}

// A reference that is ours.
class Object {
 public:
  explicit Object(void* object) : object_(object) {}
  ~Object() {
    if (object_ != nullptr) Symbol<void(void*)>("Py_DecRef")(object_);
  }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  void* get() const { return object_; }

 private:
  void* object_;
};

std::string TextOf(void* object) {
  const Object text(object == nullptr ? nullptr : Symbol<void*(void*)>("PyObject_Str")(object));
  const char* chars =
      text.get() == nullptr ? nullptr : Symbol<const char*(void*)>("PyUnicode_AsUTF8")(text.get());
  if (chars != nullptr) return chars;
  Symbol<void()>("PyErr_Clear")();
  return "an exception that cannot be shown";
}

// The exception that is set, which is not any more.
base::Status TakeException() {
  void* type = nullptr;
  void* value = nullptr;
  void* trace = nullptr;
  Symbol<void(void**, void**, void**)>("PyErr_Fetch")(&type, &value, &trace);
  const Object owned_type(type);
  const Object owned_value(value);
  const Object owned_trace(trace);
  return base::InnerError(TextOf(value != nullptr ? value : type));
}

}  // namespace

base::Result<std::string> CallForText(const char* module, const char* function) {
  const Gil gil;
  if (!gil.held()) return base::InnerError("the interpreter does not show its symbols");
  const Object found(Symbol<void*(const char*)>("PyImport_ImportModule")(module));
  if (found.get() == nullptr) return TakeException();
  const Object callable(Symbol<void*(void*, const char*)>("PyObject_GetAttrString")(found.get(), function));
  if (callable.get() == nullptr) return TakeException();
  const Object result(Symbol<void*(void*, void*)>("PyObject_CallObject")(callable.get(), nullptr));
  if (result.get() == nullptr) return TakeException();
  return TextOf(result.get());
}

std::optional<PythonRuntime> FindPythonRuntime() {
  auto* const version = Symbol<const char*()>("Py_GetVersion");
  auto* const is_initialized = Symbol<int()>("Py_IsInitialized");
  if (version == nullptr || is_initialized == nullptr) return std::nullopt;
  int major = 0;
  int minor = 0;
  if (std::sscanf(version(), "%d.%d", &major, &minor) != 2) return std::nullopt;
  PythonRuntime runtime;
  runtime.tag = "cp" + std::to_string(major) + std::to_string(minor);
  runtime.initialized = is_initialized() != 0;
  if (runtime.initialized) runtime.sys_path = SysPath();
  return runtime;
}

std::string PlatformTag() {
  utsname system = {};
  uname(&system);
  return std::string("linux-") + system.machine;
}

}  // namespace ge::passes
