#include "passes/python/python_pass.h"

#include <atomic>

#include "passes/decompose_pass.h"
#include "passes/pattern_pass.h"

namespace ge::passes {
namespace {

using base::Result;
using base::Status;
using GraphPtr = std::shared_ptr<ir::Graph>;

// The instance on the Python side.
class Instance {
 public:
  static Result<std::unique_ptr<Instance>> Create(const std::string& key,
                                                  const PythonPassCallbacks& callbacks) {
    static std::atomic<uint64_t> count{0};
    std::unique_ptr<Instance> instance(new Instance(key + "#" + std::to_string(++count), callbacks));
    const Status created = callbacks.create(instance->id, key);
    if (!created.ok()) return created;
    return instance;
  }
  ~Instance() { call.destroy(id); }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  const std::string id;
  const PythonPassCallbacks call;

 private:
  Instance(std::string id, const PythonPassCallbacks& callbacks) : id(std::move(id)), call(callbacks) {}
};

class FusionBase : public Pass {
 public:
  explicit FusionBase(std::unique_ptr<Instance> instance) : instance_(std::move(instance)) {}
  Result<Outcome> Run(ir::Graph& graph, PassContext& context) override {
    return instance_->call.run(instance_->id, graph.shared_from_this(), context);
  }

 private:
  std::unique_ptr<Instance> instance_;
};

class PatternFusion : public PatternPass {
 public:
  PatternFusion(std::unique_ptr<Instance> instance, match::PatternConfig config)
      : instance_(std::move(instance)), config_(config) {}

 protected:
  match::PatternConfig config() const override { return config_; }
  Result<std::vector<match::Pattern>> Patterns() override { return instance_->call.patterns(instance_->id); }
  Result<bool> MeetRequirements(const match::Match& match, PassContext& context) override {
    return instance_->call.meet_requirements(instance_->id, match, context);
  }
  Result<GraphPtr> Replacement(const match::Match& match, PassContext& context) override {
    return instance_->call.replacement(instance_->id, match, context);
  }

 private:
  std::unique_ptr<Instance> instance_;
  match::PatternConfig config_;
};

class Decompose : public DecomposePass {
 public:
  Decompose(std::unique_ptr<Instance> instance, std::vector<std::string> op_types)
      : DecomposePass(std::move(op_types)), instance_(std::move(instance)) {}

 protected:
  Result<bool> MeetRequirements(ir::Node& node, PassContext& context) override {
    return instance_->call.decompose_meet_requirements(instance_->id, node, context);
  }
  Result<GraphPtr> Replacement(ir::Node& node, PassContext& context) override {
    return instance_->call.decompose_replacement(instance_->id, node, context);
  }

 private:
  std::unique_ptr<Instance> instance_;
};

}  // namespace

std::optional<PythonPassKind> FindPythonPassKind(std::string_view text) {
  if (text == "fusion_base") return PythonPassKind::kFusionBase;
  if (text == "pattern_fusion") return PythonPassKind::kPatternFusion;
  if (text == "decompose") return PythonPassKind::kDecompose;
  return std::nullopt;
}

Result<std::unique_ptr<Pass>> MakePythonPass(const PythonPassDescriptor& descriptor,
                                             const PythonPassCallbacks& callbacks) {
  GE_ASSIGN_OR_RETURN(std::unique_ptr<Instance> instance, Instance::Create(descriptor.key, callbacks));
  switch (descriptor.kind) {
    case PythonPassKind::kFusionBase:
      return std::unique_ptr<Pass>(std::make_unique<FusionBase>(std::move(instance)));
    case PythonPassKind::kDecompose:
      return std::unique_ptr<Pass>(std::make_unique<Decompose>(std::move(instance), descriptor.op_types));
    case PythonPassKind::kPatternFusion:
      break;
  }
  GE_ASSIGN_OR_RETURN(const match::PatternConfig config, callbacks.matcher_config(instance->id));
  return std::unique_ptr<Pass>(std::make_unique<PatternFusion>(std::move(instance), config));
}

}  // namespace ge::passes
