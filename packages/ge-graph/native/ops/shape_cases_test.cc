// Runs testdata/<family>.cases: one test for each comment line, over the lines below it.
//
//   # a product keeps the rows of x1 and the columns of x2
//   MatMul(float[2,3], float[3,4]) -> float[2,4]
//   MatMul(float[2,3], float[4,5]) -> error: MatMul "n": inner sizes differ: x1 is [2, 3], x2 is [4, 5]
//
// Inputs stand in port order, `_` for one that is not connected, then attributes after `;`. A dimension of -1
// is not known, `1~8` and `1~` have a range (behind the arrow it must be that one; -1 there may have any),
// [-2] is an unknown rank. `{...}` gives elements row by row, `?` one that is not known; behind
// an output it asks for what the value rule finds, `{}` for nothing. `outputs=2` sets the number of a dynamic
// output for lines that fail.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "ir/graph.h"
#include "ops/registry.h"
#include "ops/value_rule.h"

namespace ge::ops {
namespace {

constexpr const char* kFolder = "packages/ge-graph/native/ops/testdata";

struct Port {
  bool connected = true;
  ir::TensorDesc desc;
  bool has_value = false;
  Value value;
};

struct Case {
  std::string type;
  std::vector<Port> inputs;
  std::vector<std::pair<std::string, std::string>> attrs;
  std::vector<Port> outputs;
  std::string error;
  bool fails = false;
};

int64_t DimOfText(const std::string& text) {
  const size_t wave = text.find('~');
  if (wave == std::string::npos) return std::stoll(text);
  const bool open = wave + 1 == text.size();
  return ir::DimOf({std::stoll(text), open ? ir::DimRange::kOpen : std::stoll(text.substr(wave + 1))});
}

// With -1 for dimensions whose range is not asked for.
ir::Shape AsAsked(const ir::Shape& shape, const ir::Shape& asked) {
  if (shape.size() != asked.size()) return shape;
  ir::Shape seen = shape;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] < 0 && asked[i] == ir::kUnknownDim) seen.Set(i, ir::kUnknownDim);
  }
  return seen;
}

class Reader {
 public:
  explicit Reader(const std::string& line) : line_(line) {}

  Case Read() {
    Case read;
    read.type = Until("(");
    Expect("(");
    while (!At(")") && !At(";")) {
      read.inputs.push_back(ReadPort());
      Skip(",");
    }
    if (Skip(";")) ReadAttrs(read);
    Expect(")");
    Expect("->");
    if (Skip("error:")) {
      read.fails = true;
      read.error = Rest();
      return read;
    }
    while (at_ < line_.size()) {
      read.outputs.push_back(ReadPort());
      Skip(",");
    }
    return read;
  }

 private:
  void SkipSpace() {
    while (at_ < line_.size() && line_[at_] == ' ') ++at_;
  }
  bool At(const std::string& text) {
    SkipSpace();
    return line_.compare(at_, text.size(), text) == 0;
  }
  bool Skip(const std::string& text) {
    if (!At(text)) return false;
    at_ += text.size();
    SkipSpace();
    return true;
  }
  void Expect(const std::string& text) {
    if (!Skip(text)) throw std::runtime_error("expected " + text + " at: " + line_.substr(at_));
  }
  std::string Until(const std::string& stops) {
    SkipSpace();
    const size_t end = std::min(line_.find_first_of(stops, at_), line_.size());
    std::string text = line_.substr(at_, end - at_);
    at_ = end;
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
  }
  std::string Rest() {
    SkipSpace();
    return line_.substr(at_);
  }

  void ReadAttrs(Case& read) {
    while (!At(")")) {
      std::string name = Until("=");
      Expect("=");
      std::string value;
      if (At("[") || At("\"")) {
        value = ReadQuoted();
      } else {
        value = Until(",)");
      }
      read.attrs.emplace_back(std::move(name), std::move(value));
      Skip(",");
    }
  }
  // A list, lists in it included, or a text with its quotes.
  std::string ReadQuoted() {
    const size_t begin = at_;
    if (line_[at_] == '"') {
      at_ = line_.find('"', at_ + 1) + 1;
    } else {
      int depth = 0;
      do {
        depth += line_[at_] == '[' ? 1 : line_[at_] == ']' ? -1 : 0;
        ++at_;
      } while (depth > 0);
    }
    return line_.substr(begin, at_ - begin);
  }

  Port ReadPort() {
    Port port;
    if (Skip("_")) {
      port.connected = false;
      return port;
    }
    port.desc.type = base::DataTypeFromName(Until("[")).value();
    Expect("[");
    std::vector<int64_t> dims;
    while (!Skip("]")) {
      dims.push_back(DimOfText(Until(",]")));
      Skip(",");
    }
    port.desc.shape = ir::Shape(dims);
    if (Skip(":")) port.desc.format = base::FormatFromText(Until(",;){ "));
    if (!Skip("{")) return port;
    port.has_value = true;
    while (!Skip("}")) {
      const std::string text = Until(",}");
      if (text == "?") {
        port.value.emplace_back();
      } else if (text.find('~') != std::string::npos) {
        port.value.push_back(Element::Dim(DimOfText(text)));
      } else if (IsReal(port.desc.type)) {
        port.value.push_back(Element::Real(std::stod(text)));
      } else {
        port.value.push_back(Element::Int(std::stoll(text)));
      }
      Skip(",");
    }
    return port;
  }

  std::string line_;
  size_t at_ = 0;
};

std::vector<std::string> SplitList(const std::string& text) {
  std::vector<std::string> parts;
  int depth = 0;
  for (const char c : text.substr(1, text.size() - 2)) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (parts.empty()) parts.emplace_back();
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else if (c != ' ') {
      parts.back() += c;
    }
  }
  return parts;
}

std::vector<int64_t> IntsOfText(const std::string& text) {
  std::vector<int64_t> ints;
  for (const std::string& part : SplitList(text)) ints.push_back(std::stoll(part));
  return ints;
}

// An attribute of the prototype has its kind; any other is a text, a truth, or an integer.
ir::AttrValue AttrOfText(const ir::OpSchema& schema, const std::string& name, const std::string& text) {
  const auto spec = std::find_if(schema.attrs.begin(), schema.attrs.end(),
                                 [&](const ir::AttrSpec& attr) { return attr.name == base::Name(name); });
  const ir::AttrKind kind = spec == schema.attrs.end() ? ir::AttrKind::kUnknown : spec->kind;
  if (kind == ir::AttrKind::kDataType) return base::DataTypeFromName(text).value();
  if (kind == ir::AttrKind::kFloat) return std::stof(text);
  if (kind == ir::AttrKind::kListListInt) {
    std::vector<std::vector<int64_t>> lists;
    for (const std::string& part : SplitList(text)) lists.push_back(IntsOfText(part));
    return lists;
  }
  if (text[0] == '[') return IntsOfText(text);
  if (text[0] == '"') return text.substr(1, text.size() - 2);
  if (text == "true" || text == "false") return text == "true";
  return static_cast<int64_t>(std::stoll(text));
}

template <typename T>
void Write(const Value& value, void* to) {
  for (size_t i = 0; i < value.size(); ++i) {
    const T element =
        std::is_floating_point_v<T> ? static_cast<T>(value[i].real) : static_cast<T>(value[i].integer);
    std::memcpy(static_cast<char*>(to) + i * sizeof(T), &element, sizeof(T));
  }
}

ir::Tensor TensorOf(const Port& port) {
  const auto bytes =
      static_cast<size_t>(base::DataBytes(port.desc.type, static_cast<int64_t>(port.value.size())));
  ir::Tensor tensor(port.desc, base::Buffer::Allocate(bytes));
  void* data = tensor.data->mutable_data();
  switch (port.desc.type) {
    case base::DataType::kFloat:
      Write<float>(port.value, data);
      break;
    case base::DataType::kInt32:
      Write<int32_t>(port.value, data);
      break;
    case base::DataType::kInt64:
      Write<int64_t>(port.value, data);
      break;
    case base::DataType::kBool:
      Write<uint8_t>(port.value, data);
      break;
    default:
      throw std::runtime_error("no values of this type in cases");
  }
  return tensor;
}

std::string ValueText(const Value& value, base::DataType type) {
  std::ostringstream out;
  for (size_t i = 0; i < value.size(); ++i) {
    out << (i == 0 ? "" : ", ");
    if (!value[i].known && ir::HasRange(value[i].integer)) {
      const std::string shape = base::Text(ir::Shape{value[i].integer});
      out << shape.substr(1, shape.size() - 2);
    } else if (!value[i].known) {
      out << "?";
    } else if (IsReal(type)) {
      out << value[i].real;
    } else {
      out << value[i].integer;
    }
  }
  return out.str();
}

bool Knows(const Value& value) {
  return std::all_of(value.begin(), value.end(), [](const Element& element) { return element.known; });
}

// --- whatever a case says of lengths also holds when less is known of them

constexpr int kWiderRuns = 8;

class Widener {
 public:
  explicit Widener(uint32_t seed) : engine_(seed) {}

  // The same input with ranges, now and then open ones, in the place of some numbers.
  Port Widen(Port port) {
    for (size_t i = 0; i < port.desc.shape.size(); ++i) port.desc.shape.Set(i, Widen(port.desc.shape[i]));
    if (IsReal(port.desc.type) || port.desc.type == base::DataType::kBool) return port;
    for (Element& element : port.value) {
      if (element.known && element.integer >= 0 && Below(4) == 0)
        element = Element::Dim(Widen(element.integer));
    }
    return port;
  }

 private:
  int64_t Below(int64_t n) { return std::uniform_int_distribution<int64_t>(0, n - 1)(engine_); }
  int64_t Widen(int64_t dim) {
    if (dim < 0 || Below(2) == 0) return dim;
    const int64_t min = std::max<int64_t>(dim - Below(4), 0);
    return ir::DimOf({min, Below(4) == 0 ? ir::DimRange::kOpen : dim + Below(4)});
  }

  std::mt19937 engine_;
};

bool Holds(int64_t wider, int64_t number) {
  return number < 0 || (ir::RangeOf(wider).min <= number && number <= ir::RangeOf(wider).max);
}

bool Holds(const ir::Shape& wider, const ir::Shape& shape) {
  if (wider.IsUnknownRank() || shape.IsUnknownRank()) return wider.IsUnknownRank();
  return wider.size() == shape.size() && std::equal(wider.begin(), wider.end(), shape.begin(),
                                                    [](int64_t w, int64_t d) { return Holds(w, d); });
}

bool Holds(const Value& wider, const Value& value) {
  if (wider.empty() || value.empty()) return true;
  return wider.size() == value.size() &&
         std::equal(wider.begin(), wider.end(), value.begin(), [](const Element& w, const Element& e) {
           if (w.known) return e.known && w.integer == e.integer && w.real == e.real;
           return !w.IsDim() || !e.known || (e.integer >= 0 && Holds(w.integer, e.integer));
         });
}

class CaseTest : public ::testing::Test {
 public:
  explicit CaseTest(std::vector<std::string> lines) : lines_(std::move(lines)) {}
  void TestBody() override {
    for (const std::string& line : lines_) {
      SCOPED_TRACE(line);
      Run(Reader(line).Read());
    }
  }

 private:
  static void Run(Case c) {
    const auto schema = FindSchema(c.type);
    ASSERT_NE(schema, nullptr) << c.type;
    const ShapeRule* rule = FindShapeRule(c.type);
    ASSERT_NE(rule, nullptr) << c.type;
    const auto graph = ir::Graph::Create("g");
    ir::Node* node = graph->AddNode("n", schema, Counts(c, *schema));
    for (const auto& [name, text] : c.attrs) {
      if (name != "outputs") node->mutable_attrs().Set(name, AttrOfText(*schema, name, text));
    }
    const Found found = Find(*node, c.inputs);
    if (c.fails) {
      EXPECT_EQ(found.status.ok() ? "no error" : found.status.message(), c.error);
      return;
    }
    ASSERT_TRUE(found.status.ok()) << found.status.ToString();
    Check(c, found.outputs, found.values);
    for (uint32_t seed = 0; seed < kWiderRuns; ++seed) CheckWider(c, *node, found, seed);
  }

  struct Found {
    base::Status status;
    std::vector<ir::TensorDesc> outputs;
    std::vector<Value> values;
  };

  // What the rules say of the node.
  static Found Find(const ir::Node& node, const std::vector<Port>& ports) {
    std::vector<ir::Tensor> tensors(ports.size());
    std::vector<RuleInput> inputs(static_cast<size_t>(node.input_count()));
    for (size_t i = 0; i < ports.size(); ++i) {
      const Port& port = ports[i];
      if (!port.connected) continue;
      inputs.at(i).desc = &port.desc;
      if (port.has_value && Knows(port.value) && port.desc.shape.IsKnown()) {
        tensors[i] = TensorOf(port);
        inputs[i].tensor = &tensors[i];
      } else if (port.has_value) {
        inputs[i].value = &port.value;
      }
    }
    Found found;
    found.outputs.resize(static_cast<size_t>(node.output_count()));
    found.values.resize(found.outputs.size());
    ShapeContext context(node, inputs, found.outputs);
    found.status = (*FindShapeRule(node.type()))(context);
    const ValueRule* rule = FindValueRule(node.type());
    if (rule == nullptr || !found.status.ok()) return found;
    ValueContext values(node, inputs, found.outputs, found.values);
    (*rule)(values);
    return found;
  }

  static void CheckWider(const Case& c, const ir::Node& node, const Found& exact, uint32_t seed) {
    Widener widener(seed);
    std::vector<Port> ports;
    for (const Port& port : c.inputs) {
      ports.push_back(widener.Widen(port));
      if (port.has_value) ports.back().desc.shape = port.desc.shape;  // the number of elements is known
    }
    const Found wider = Find(node, ports);
    std::string given;
    for (const Port& port : ports)
      given += base::Text(port.desc.shape, "{", ValueText(port.value, port.desc.type), "} ");
    SCOPED_TRACE(base::Text("of the wider ", given, "(seed ", seed, ")"));
    ASSERT_TRUE(wider.status.ok()) << wider.status.ToString();
    for (size_t i = 0; i < exact.outputs.size(); ++i) {
      const ir::Shape& shape = wider.outputs[i].shape;
      EXPECT_TRUE(Holds(shape, exact.outputs[i].shape))
          << "output " << i << " is " << shape << ", not " << exact.outputs[i].shape;
      EXPECT_TRUE(Holds(wider.values[i], exact.values[i]))
          << "output " << i << " has " << ValueText(wider.values[i], wider.outputs[i].type);
    }
  }

  static void Check(const Case& c, const std::vector<ir::TensorDesc>& outputs,
                    const std::vector<Value>& values) {
    ASSERT_LE(c.outputs.size(), outputs.size());
    for (size_t i = 0; i < c.outputs.size(); ++i) {
      const ir::Shape& asked = c.outputs[i].desc.shape;
      EXPECT_EQ(base::Text(AsAsked(outputs[i].shape, asked)), base::Text(asked)) << "output " << i;
      EXPECT_EQ(outputs[i].type, c.outputs[i].desc.type) << "output " << i;
      if (c.outputs[i].desc.format != base::Format::kND) {
        EXPECT_EQ(outputs[i].format, c.outputs[i].desc.format) << "output " << i;
      }
      if (!c.outputs[i].has_value) continue;
      EXPECT_EQ(ValueText(values[i], outputs[i].type), ValueText(c.outputs[i].value, outputs[i].type))
          << "output " << i;
    }
  }

  static ir::PortCounts Counts(const Case& c, const ir::OpSchema& schema) {
    const auto fixed_inputs =
        std::count_if(schema.inputs.begin(), schema.inputs.end(),
                      [](const ir::InputSpec& spec) { return spec.kind != ir::InputKind::kDynamic; });
    const auto fixed_outputs =
        std::count_if(schema.outputs.begin(), schema.outputs.end(),
                      [](const ir::OutputSpec& spec) { return spec.kind != ir::OutputKind::kDynamic; });
    auto outputs = static_cast<int64_t>(c.outputs.size());
    for (const auto& [name, text] : c.attrs) {
      if (name == "outputs") outputs = std::stoll(text);
    }
    ir::PortCounts counts;
    if (fixed_inputs < static_cast<std::ptrdiff_t>(schema.inputs.size())) {
      counts.dynamic_inputs.push_back(static_cast<int32_t>(c.inputs.size()) -
                                      static_cast<int32_t>(fixed_inputs));
    }
    if (fixed_outputs < static_cast<std::ptrdiff_t>(schema.outputs.size())) {
      counts.dynamic_outputs.push_back(static_cast<int32_t>(outputs - fixed_outputs));
    }
    return counts;
  }

  std::vector<std::string> lines_;
};

void Register(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::pair<std::string, std::vector<std::string>>> tests;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("# ", 0) == 0) {
      tests.emplace_back(line.substr(2), std::vector<std::string>());
    } else if (line.rfind("  ", 0) == 0 && !tests.empty() && !tests.back().second.empty()) {
      tests.back().second.back() += line.substr(1);
    } else if (!line.empty()) {
      tests.at(tests.size() - 1).second.push_back(line);
    }
  }
  for (const auto& [name, lines] : tests) {
    std::string id = name;
    std::replace_if(
        id.begin(), id.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    ::testing::RegisterTest(path.stem().c_str(), id.c_str(), nullptr, nullptr, path.c_str(), 1,
                            [lines = lines]() -> ::testing::Test* { return new CaseTest(lines); });
  }
}

// Before main, where tests are listed.
const bool registered = [] {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".cases") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) Register(path);
  return true;
}();

TEST(ShapeRules, AreOfKnownOperators) {
  for (const base::Name type : TypesWithShapeRule()) {
    EXPECT_NE(FindSchema(type.text()), nullptr) << type;
  }
}

}  // namespace
}  // namespace ge::ops
