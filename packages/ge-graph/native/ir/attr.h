#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/name.h"
#include "ir/box.h"
#include "ir/tensor.h"

namespace ge::ir {

class Graph;
struct NamedAttrs;

// Bytes and expressions are strings of their own kind, so that the variant tells them apart.
struct Bytes {
  std::string value;
};
struct Expression {
  std::string value;
};

// One attribute's value. Float attributes hold float32. The alternatives stand in one order here, in
// `AttrKindName` and in the readers and writers, which visit them.
using AttrValue =
    std::variant<std::monostate, std::string, float, bool, int64_t, base::DataType, Bytes, Expression,
                 Box<TensorDesc>, Box<Tensor>, Box<NamedAttrs>, std::shared_ptr<Graph>,
                 std::vector<std::string>, std::vector<float>, std::vector<bool>, std::vector<int64_t>,
                 std::vector<base::DataType>, std::vector<Bytes>, std::vector<TensorDesc>,
                 std::vector<Tensor>, std::vector<NamedAttrs>, std::vector<std::shared_ptr<Graph>>,
                 std::vector<std::vector<int64_t>>, std::vector<std::vector<float>>>;

// `string`, `list_int`, ...; for messages.
GE_API std::string_view AttrKindName(const AttrValue& value);

// Attributes by name, sorted by name.
class GE_API AttrMap {
 public:
  using Entry = std::pair<base::Name, AttrValue>;

  AttrMap();
  AttrMap(const AttrMap&);
  AttrMap(AttrMap&&) noexcept;
  AttrMap& operator=(const AttrMap&);
  AttrMap& operator=(AttrMap&&) noexcept;
  ~AttrMap();

  // Null when there is none of this name.
  const AttrValue* Find(base::Name name) const;
  AttrValue* Find(base::Name name);
  bool Has(base::Name name) const { return Find(name) != nullptr; }
  // The value when it is there and of this kind, else null.
  template <typename T>
  const T* Get(base::Name name) const {
    const AttrValue* value = Find(name);
    return value == nullptr ? nullptr : std::get_if<T>(value);
  }
  template <typename T>
  T GetOr(base::Name name, T otherwise) const {
    const T* value = Get<T>(name);
    return value == nullptr ? std::move(otherwise) : *value;
  }
  void Set(base::Name name, AttrValue value);
  bool Remove(base::Name name);
  // Takes many at once in n log n; of several with one name the last counts.
  void Assign(std::vector<Entry> entries);

  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  std::vector<Entry>::const_iterator begin() const { return entries_.begin(); }
  std::vector<Entry>::const_iterator end() const { return entries_.end(); }

 private:
  std::vector<Entry> entries_;
};

struct NamedAttrs {
  std::string name;
  AttrMap attrs;
};

// The parts of a descriptor that few descriptors have.
struct DescDetails {
  std::string name;
  Shape origin_shape;
  bool has_origin_shape = false;
  base::Format origin_format = base::Format::kND;
  bool has_origin_format = false;
  base::DataType origin_type = base::DataType::kUndefined;
  std::string device_type = "NPU";
  int64_t size = 0;
  int64_t weight_size = 0;
  bool reuse_input = false;
  bool output_tensor = false;
  bool input_tensor = false;
  int64_t real_dim_cnt = 0;
  int64_t reuse_input_index = 0;
  int64_t data_offset = 0;
  int64_t cmps_size = 0;
  std::string cmps_tab;
  int64_t cmps_tab_offset = 0;
  bool has_out_attr = false;
  // Set through a public descriptor: files then tell placement and shape range, even when both are defaults.
  bool tells_placement = false;
  int64_t placement = 0;
  std::vector<std::pair<int64_t, int64_t>> shape_range;
  AttrMap attrs;
  std::string attr_groups;  // an AttrGroups message as a file gave it
};

}  // namespace ge::ir
