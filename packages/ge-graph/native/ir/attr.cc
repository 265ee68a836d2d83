#include "ir/attr.h"

#include <algorithm>
#include <iterator>

#include "ir/graph.h"

namespace ge::ir {
namespace {

constexpr std::string_view kKindNames[] = {"none",
                                           "string",
                                           "float",
                                           "bool",
                                           "int",
                                           "data_type",
                                           "bytes",
                                           "expression",
                                           "tensor_desc",
                                           "tensor",
                                           "named_attrs",
                                           "graph",
                                           "list_string",
                                           "list_float",
                                           "list_bool",
                                           "list_int",
                                           "list_data_type",
                                           "list_bytes",
                                           "list_tensor_desc",
                                           "list_tensor",
                                           "list_named_attrs",
                                           "list_graph",
                                           "list_list_int",
                                           "list_list_float"};
static_assert(std::size(kKindNames) == std::variant_size_v<AttrValue>);

// So many names are compared by their addresses sooner than some of them by their texts.
constexpr size_t kFew = 8;

bool Before(const AttrMap::Entry& a, base::Name name) { return a.first < name; }

}  // namespace

std::string_view AttrKindName(const AttrValue& value) { return kKindNames[value.index()]; }

AttrMap::AttrMap() = default;
AttrMap::AttrMap(const AttrMap&) = default;
AttrMap::AttrMap(AttrMap&&) noexcept = default;
AttrMap& AttrMap::operator=(const AttrMap&) = default;
AttrMap& AttrMap::operator=(AttrMap&&) noexcept = default;
AttrMap::~AttrMap() = default;

const AttrValue* AttrMap::Find(base::Name name) const {
  if (entries_.size() <= kFew) {
    for (const Entry& entry : entries_) {
      if (entry.first == name) return &entry.second;
    }
    return nullptr;
  }
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), name, Before);
  return at == entries_.end() || at->first != name ? nullptr : &at->second;
}

AttrValue* AttrMap::Find(base::Name name) { return const_cast<AttrValue*>(std::as_const(*this).Find(name)); }

void AttrMap::Set(base::Name name, AttrValue value) {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), name, Before);
  if (at != entries_.end() && at->first == name) {
    at->second = std::move(value);
  } else {
    entries_.emplace(at, name, std::move(value));
  }
}

bool AttrMap::Remove(base::Name name) {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), name, Before);
  if (at == entries_.end() || at->first != name) return false;
  entries_.erase(at);
  return true;
}

void AttrMap::Assign(std::vector<Entry> entries) {
  const auto by_name = [](const Entry& a, const Entry& b) { return a.first < b.first; };
  if (!std::is_sorted(entries.begin(), entries.end(), by_name))
    std::stable_sort(entries.begin(), entries.end(), by_name);
  const auto same = [](const Entry& a, const Entry& b) { return a.first == b.first; };
  if (std::adjacent_find(entries.begin(), entries.end(), same) == entries.end()) {
    entries_ = std::move(entries);
    return;
  }
  entries_.clear();
  entries_.reserve(entries.size());
  for (Entry& entry : entries) {
    if (!entries_.empty() && entries_.back().first == entry.first) entries_.pop_back();
    entries_.push_back(std::move(entry));
  }
}

}  // namespace ge::ir
