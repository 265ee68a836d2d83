#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/api.h"
#include "base/status.h"
#include "ir/schema.h"

// The operators of this process: those of the definition files, and those that users register. Safe to use
// from any thread. A prototype that was once given out stays as it is until the process ends.
namespace ge::ops {

// Null when no operator of this type is known.
GE_API std::shared_ptr<const ir::OpSchema> FindSchema(std::string_view type);

// Makes an operator known. Registering an equal prototype again changes nothing; fails (E10001) when the type
// is known with another prototype, or when the prototype is wrong in itself: no type, a name twice, an unset
// kind. `origin` says where the prototype stands, for the message of a conflict.
GE_API base::Status RegisterSchema(ir::OpSchema schema, std::string origin = "an unnamed place");

// All known types in byte order.
GE_API std::vector<std::string> RegisteredTypes();

}  // namespace ge::ops
