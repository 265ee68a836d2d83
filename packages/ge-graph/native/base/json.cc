#include "base/json.h"

namespace ge::base {

Result<Json> ParseJson(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    return Status("E13005", Text("not JSON: ", error.what()));
  }
}

const Json* FindIn(const Json& json, std::initializer_list<const char*> path) {
  const Json* at = &json;
  for (const char* name : path) {
    const auto found = at->find(name);  // an end, too, where `at` is no object
    if (found == at->end()) return nullptr;
    at = &*found;
  }
  return at;
}

const std::string* FindText(const Json& json, std::initializer_list<const char*> path) {
  const Json* found = FindIn(json, path);
  return found == nullptr ? nullptr : found->get_ptr<const std::string*>();
}

}  // namespace ge::base
