#include "hooks.h"

#include <pybind11/stl.h>

#include <memory>
#include <unordered_map>

#include "base/log.h"
#include "python_call.h"

namespace py = pybind11;

namespace ge::passes::bridge {
namespace {

using base::InnerError;
using base::Result;
using base::Status;
using base::Text;
using GraphPtr = std::shared_ptr<ir::Graph>;

constexpr int64_t kNotChanged = 1343242304;

uintptr_t AddressOf(const void* value) { return reinterpret_cast<uintptr_t>(value); }

// A view: the wrapper's owner is what keeps the graph alive.
py::object ViewOf(const GraphPtr& graph) {
  const py::object handle = py::cast(graph);
  return py::module_::import("ge.graph").attr("Graph").attr("_create_from")(handle, false, handle);
}

py::object Lent(PassContext& context) { return py::cast(context.shared_from_this()); }

// Takes what Python gave out as a number.
template <typename T>
T TakeHandle(const py::handle& handle) {
  const std::unique_ptr<T> owned(reinterpret_cast<T*>(handle.cast<uintptr_t>()));
  return std::move(*owned);
}

// The message of a pass that failed is also what its context says.
template <typename T>
Result<T> Noted(Result<T> result, PassContext& context) {
  if (!result.ok()) context.error_message = result.status().message();
  return result;
}

// What is known of the hooks of a pattern pass, by instance; guarded by the interpreter's lock.
struct PatternHooks {
  bool checks;
  py::object expression;  // None: `call_replacement`
  bool takes_match;
  bool takes_context;
};
using HooksByInstance = std::unordered_map<std::string, PatternHooks>;

HooksByInstance& KnownHooks() {
  static auto* const known = new HooksByInstance;  // holds Python objects: not to be dropped at exit
  return *known;
}

const PatternHooks& HooksOf(const std::string& instance) {
  const auto found = KnownHooks().find(instance);
  if (found != KnownHooks().end()) return found->second;
  const py::tuple said = Bridge("pattern_hooks")(instance);
  const PatternHooks hooks{said[0].cast<bool>(), said[1], said[2].cast<bool>(), said[3].cast<bool>()};
  return KnownHooks().emplace(instance, hooks).first->second;
}

// A match that a hook may look at until it returns; None for one that does not look.
class LentMatch {
 public:
  LentMatch(const match::Match& match, bool wanted) {
    if (wanted) result_ = Bridge("_native").attr("borrow_match_result")(AddressOf(&match));
  }
  ~LentMatch() {
    if (result_.is_none()) return;
    const py::error_scope error_of_the_hook;
    result_.attr("_invalidate")();
  }
  LentMatch(const LentMatch&) = delete;
  LentMatch& operator=(const LentMatch&) = delete;
  const py::object& get() const { return result_; }

 private:
  py::object result_ = py::none();
};

py::object Evaluate(const PatternHooks& hooks, const py::object& match, PassContext& context) {
  if (!hooks.takes_context) return hooks.takes_match ? hooks.expression(match) : hooks.expression();
  return hooks.takes_match ? hooks.expression(match, Lent(context)) : hooks.expression(Lent(context));
}

std::string NameOf(const match::Match& match) { return Text("of match ", match.ToString()); }
std::string NameOf(const ir::Node& node) { return Text("of node \"", node.name(), "\" (", node.type(), ")"); }

Status Create(const std::string& instance, const std::string& key) {
  return WithPython("the pass cannot be made", [&]() -> Status {
    Bridge("create_pass_holder")(instance, key);
    return {};
  });
}

void Destroy(const std::string& instance) {
  if (Py_IsInitialized() == 0) return;
  (void)WithPython("the pass cannot be dropped", [&]() -> Status {
    KnownHooks().erase(instance);
    Bridge("destroy_pass_holder")(instance);
    return {};
  });
}

constexpr const char* kExpected =
    ", expected None when all is well, ge.passes.NOT_CHANGED when nothing was changed, or another status";

// None and True are fine, False is not; a number is a status.
Result<Outcome> OutcomeOf(const py::object& value) {
  if (value.is_none()) return Outcome::kChanged;
  if (py::isinstance<py::bool_>(value)) {
    if (value.cast<bool>()) return Outcome::kChanged;
    return InnerError(Text("run returned False, which is a failure", kExpected));
  }
  if (!py::isinstance<py::int_>(value)) {
    return InnerError(Text("run returned a value of unsupported type ",
                           py::str(py::type::handle_of(value).attr("__name__")).cast<std::string>(),
                           kExpected));
  }
  const std::string number = py::repr(py::int_(value)).cast<std::string>();
  if (number == "0") return Outcome::kChanged;
  if (number == std::to_string(kNotChanged)) return Outcome::kUnchanged;
  return InnerError("run returned status " + number);
}

Result<Outcome> Run(const std::string& instance, const GraphPtr& graph, PassContext& context) {
  return Noted(
      WithPython("run",
                 [&]() -> Result<Outcome> {
                   return OutcomeOf(Bridge("run_fusion_base_pass")(instance, ViewOf(graph), Lent(context)));
                 }),
      context);
}

Result<match::PatternConfig> MatcherConfig(const std::string& instance) {
  return WithPython("matcher_config", [&]() -> Result<match::PatternConfig> {
    const py::object handle = Bridge("get_pattern_matcher_config")(instance);
    if (handle.is_none()) return match::PatternConfig();
    return TakeHandle<match::PatternConfig>(handle);
  });
}

Result<std::vector<match::Pattern>> Patterns(const std::string& instance) {
  return WithPython("patterns", [&]() -> Result<std::vector<match::Pattern>> {
    std::vector<match::Pattern> patterns;
    for (const py::handle handle : py::list(Bridge("get_pass_patterns")(instance))) {
      patterns.push_back(TakeHandle<match::Pattern>(handle));
    }
    return patterns;
  });
}

template <typename Subject>
Result<bool> Requirements(const char* function, const std::string& instance, const Subject& subject,
                          PassContext& context) {
  return WithPython(
      [&] { return "meet_requirements " + NameOf(subject); },
      [&]() -> Result<bool> {
        return Bridge(function)(instance, AddressOf(&subject), Lent(context)).template cast<bool>();
      });
}

template <typename Subject>
Result<GraphPtr> ReplacementOf(const char* function, const std::string& instance, const Subject& subject,
                               PassContext& context) {
  return Noted(WithPython([&] { return "replacement " + NameOf(subject); },
                          [&]() -> Result<GraphPtr> {
                            return TakeHandle<GraphPtr>(
                                Bridge(function)(instance, AddressOf(&subject), Lent(context)));
                          }),
               context);
}

Result<bool> MeetRequirements(const std::string& instance, const match::Match& match, PassContext& context) {
  const Result<bool> checks =
      WithPython("meet_requirements", [&]() -> Result<bool> { return HooksOf(instance).checks; });
  if (!checks.ok() || !*checks) return checks.ok() ? Result<bool>(true) : checks;
  return Requirements("call_meet_requirements", instance, match, context);
}

Result<GraphPtr> Replacement(const std::string& instance, const match::Match& match, PassContext& context) {
  const auto what = [&] { return "replacement " + NameOf(match); };
  Result<GraphPtr> graph = WithPython(what, [&]() -> Result<GraphPtr> {
    const PatternHooks hooks = HooksOf(instance);
    if (hooks.expression.is_none()) return GraphPtr();
    const LentMatch lent(match, hooks.takes_match);
    return TakeHandle<GraphPtr>(Evaluate(hooks, lent.get(), context));
  });
  if (!graph.ok() || *graph != nullptr) return Noted(std::move(graph), context);
  return ReplacementOf("call_replacement", instance, match, context);
}

Result<bool> DecomposeMeetRequirements(const std::string& instance, ir::Node& node, PassContext& context) {
  return Requirements("call_decompose_meet_requirements", instance, node, context);
}

Result<GraphPtr> DecomposeReplacement(const std::string& instance, ir::Node& node, PassContext& context) {
  return ReplacementOf("call_decompose_replacement", instance, node, context);
}

Status Verify(const GraphPtr& before, const GraphPtr& after) {
  return WithPython("", [&]() -> Status {
    const auto [same, text] =
        Bridge("verify_numbers")(ViewOf(before), ViewOf(after)).cast<std::pair<bool, std::string>>();
    if (!same) return InnerError(text);
    if (!text.empty()) GE_LOG(kError, "ge.passes.verify=numeric: ", text);
    return {};
  });
}

}  // namespace

void ForgetHooks() { KnownHooks().clear(); }

const PythonPassCallbacks kCallbacks = {&Create,
                                        &Destroy,
                                        &Run,
                                        &MatcherConfig,
                                        &Patterns,
                                        &MeetRequirements,
                                        &Replacement,
                                        &DecomposeMeetRequirements,
                                        &DecomposeReplacement,
                                        &Verify};

}  // namespace ge::passes::bridge
