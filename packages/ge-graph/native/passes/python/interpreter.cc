#include "passes/python/interpreter.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include "base/log.h"

namespace ge::passes {
namespace {

using base::InnerError;
using base::Result;
using base::Status;
using base::Text;

// Prints the interpreter and its shared library, a line each; the second is empty when it has none.
constexpr const char* kProbe = R"(
import os, sys, sysconfig
names = [sysconfig.get_config_var(name) for name in ("INSTSONAME", "LDLIBRARY")]
folders = [sysconfig.get_config_var("LIBDIR"), os.path.join(sys.base_prefix, "lib")]
paths = [os.path.join(folder, name) for folder in folders for name in names if folder and name]
print(sys.executable)
print(next((path for path in paths if ".so" in path and os.path.exists(path)), ""))
)";

// Functions of the C interface of Python, as its documentation declares them.
template <typename Function>
Function* Symbol(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

struct Installed {
  std::string executable;
  std::string library;
};

// What the command says of itself; the error says why it cannot be used.
Result<Installed> Probe(const std::string& command) {
  FILE* output = popen((command + " -c '" + kProbe + "' 2>/dev/null").c_str(), "r");
  if (output == nullptr) return InnerError("\"" + command + "\" cannot be run");
  std::string said;
  char part[256];
  while (std::fgets(part, sizeof part, output) != nullptr) said += part;
  if (pclose(output) != 0) return InnerError(Text("there is no command \"", command, "\" that works"));
  Installed found;
  std::istringstream lines(said);
  std::getline(lines, found.executable);
  std::getline(lines, found.library);
  if (found.library.empty()) {
    return InnerError(Text(found.executable, " has no shared library: it was built without --enable-shared"));
  }
  return found;
}

Result<Installed> LoadInterpreter() {
  std::string reasons;
  for (const char* command : {"python3", "python"}) {
    const Result<Installed> found = Probe(command);
    std::string reason = found.status().message();
    if (found.ok()) {
      if (dlopen(found.value().library.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr) return found;
      reason = dlerror();
    }
    reasons += (reasons.empty() ? "" : "; ") + reason;
  }
  return InnerError(reasons);
}

// Where the interpreter looks for its packages follows from this path.
void SetExecutable(const std::string& executable) {
  auto* const decode = Symbol<wchar_t*(const char*, size_t*)>("Py_DecodeLocale");
  auto* const set = Symbol<void(const wchar_t*)>("Py_SetProgramName");
  if (decode != nullptr && set != nullptr)
    set(decode(executable.c_str(), nullptr));  // kept by the interpreter
}

void EndInterpreter() {
  auto* const ensure = Symbol<int()>("PyGILState_Ensure");
  auto* const finalize = Symbol<int()>("Py_FinalizeEx");
  if (ensure == nullptr || finalize == nullptr || Symbol<int()>("Py_IsInitialized")() == 0) return;
  (void)ensure();
  (void)finalize();
}

}  // namespace

Status StartInterpreter() {
  if (dlsym(RTLD_DEFAULT, "Py_InitializeEx") == nullptr) {
    GE_ASSIGN_OR_RETURN(const Installed installed, LoadInterpreter());
    SetExecutable(installed.executable);
    GE_LOG(kInfo, "starts the interpreter ", installed.executable, " of ", installed.library);
  }
  auto* const initialize = Symbol<void(int)>("Py_InitializeEx");
  auto* const save_thread = Symbol<void*()>("PyEval_SaveThread");
  if (initialize == nullptr || save_thread == nullptr) return InnerError("the library is none of Python");
  initialize(0);  // signals stay with the program
  (void)save_thread();
  std::atexit(&EndInterpreter);
  return {};
}

}  // namespace ge::passes
