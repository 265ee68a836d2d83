#include "base/name.h"

#include <deque>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace ge::base {
namespace {

// The texts live in a deque, which never moves them; the map's keys are views of them.
struct Table {
  std::shared_mutex mutex;
  std::deque<std::string> texts;
  std::unordered_map<std::string_view, const std::string*> found;
};

const std::string* Intern(std::string_view text) {
  static auto* const table = new Table;  // lives as long as the process: names are used by static objects
  {
    const std::shared_lock lock(table->mutex);
    const auto it = table->found.find(text);
    if (it != table->found.end()) return it->second;
  }
  const std::unique_lock lock(table->mutex);
  const auto it = table->found.find(text);
  if (it != table->found.end()) return it->second;
  const std::string& stored = table->texts.emplace_back(text);
  table->found.emplace(stored, &stored);
  return &stored;
}

const std::string* Empty() {
  static const std::string* const empty = Intern("");
  return empty;
}

}  // namespace

Name::Name() : text_(Empty()) {}
Name::Name(std::string_view text) : text_(Intern(text)) {}
Name::Name(const std::string& text) : text_(Intern(text)) {}
Name::Name(const char* text) : text_(Intern(text)) {}

}  // namespace ge::base
