#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/graph.h"
#include "serialize/text_dump.h"

namespace ge::serialize {

// The attributes that an ONNX-flavoured dump gives a node: AttributeProto messages by name.
class OnnxAttrs {
 public:
  explicit OnnxAttrs(DumpLevel level) : level_(level) {}

  void AddNode(const ir::Node& node);
  // Messages, sorted by the attributes' names.
  const std::map<std::string, std::string>& messages() const { return messages_; }

 private:
  friend struct OnnxAttrVisitor;

  void AddInt(const std::string& name, int64_t value);
  void AddInts(const std::string& name, const std::vector<int64_t>& values);
  void AddFloat(const std::string& name, float value);
  void AddFloats(const std::string& name, const std::vector<float>& values);
  void AddText(const std::string& name, std::string_view value);
  void AddTexts(const std::string& name, const std::vector<std::string>& values);

  void AddDetails(const ir::NodeDetails& details);
  void AddDesc(const std::string& prefix, int32_t number, bool folded, const ir::TensorDesc& desc);
  void AddTensor(const std::string& name, const ir::Tensor& tensor);
  void AddAttr(const std::string& name, const ir::AttrValue& value);
  bool ShowsTexts() const { return level_ == DumpLevel::kAll; }

  DumpLevel level_;
  std::map<std::string, std::string> messages_;
};

}  // namespace ge::serialize
