#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/status.h"

namespace ge::base {

using Json = nlohmann::json;

// The value that a text holds. Fails (E13005) naming the place where the text stops being JSON.
Result<Json> ParseJson(std::string_view text);

// The value at the end of a path of names through objects; null when there is none.
const Json* FindIn(const Json& json, std::initializer_list<const char*> path);
// The same when it is a text, else null.
const std::string* FindText(const Json& json, std::initializer_list<const char*> path);

}  // namespace ge::base
