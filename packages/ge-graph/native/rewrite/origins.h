#pragma once

#include <string>
#include <unordered_set>
#include <vector>

namespace ge::rewrite {

// Of which operators nodes come, by name and type, in the order in which they are added: each once, and no
// more than kMost, since passes that work on what they have made pass these lists on again and again.
class Origins {
 public:
  static constexpr size_t kMost = 256;

  void Add(const std::string& name, const std::string& type);
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& types() const { return types_; }

 private:
  bool Has(const std::string& name, const std::string& type);

  std::vector<std::string> names_;
  std::vector<std::string> types_;
  std::unordered_set<std::string> seen_;  // empty while there are few
};

// A name as it is, or when it is longer than 200 bytes its beginning and a hash of the whole, in 200 bytes:
// the same for the same name everywhere.
std::string BoundedName(std::string name);

}  // namespace ge::rewrite
