#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/api.h"
#include "base/name.h"
#include "base/status.h"

// Operators that are said in simpler operators. Safe to use from any thread, while bodies are taken and given
// back too.
namespace ge::bodies {

class Body;

// Says one operator: reads the inputs and attributes of the node at hand, adds operators, sets outputs.
using BodyRule = std::function<void(Body&)>;

// Fails (E10001) when the type has a body already.
GE_API base::Status RegisterBody(base::Name type, BodyRule rule);
// Gives it back; who is at work with it goes on. Fails (E10001) when the type has no body.
GE_API base::Status UnregisterBody(base::Name type);
// Null when there is none.
GE_API std::shared_ptr<const BodyRule> FindBody(base::Name type);
GE_API std::vector<base::Name> TypesWithBody();

// What went wrong while libraries were loaded, and bodies were registered with them; one sentence each.
GE_API std::vector<std::string> LoadErrors();

// Registers when it is built. A type's second body is not taken: LoadErrors has it, and the log.
class GE_API BodyRegistration {
 public:
  BodyRegistration(const char* type, void (*rule)(Body&));
};

}  // namespace ge::bodies
