#include "rewrite/origins.h"

#include <cstdint>
#include <string_view>

namespace ge::rewrite {
namespace {

constexpr size_t kLongestName = 200;
constexpr size_t kHashDigits = 16;
constexpr size_t kFew = 8;  // so many are looked through faster than they are hashed

// FNV-1a: names must not depend on the machine.
uint64_t HashOf(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string HexOf(uint64_t value) {
  std::string text(kHashDigits, '0');
  for (size_t i = kHashDigits; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 0xF];
  return text;
}

std::string KeyOf(const std::string& name, const std::string& type) { return name + '\n' + type; }

// Whether a character of UTF-8 goes on with this byte.
bool IsInside(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

bool Origins::Has(const std::string& name, const std::string& type) {
  if (names_.size() > kFew) return seen_.count(KeyOf(name, type)) != 0;
  for (size_t i = 0; i < names_.size(); ++i) {
    if (names_[i] == name && types_[i] == type) return true;
  }
  return false;
}

void Origins::Add(const std::string& name, const std::string& type) {
  if (name.empty() || names_.size() >= kMost || Has(name, type)) return;
  names_.push_back(name);
  types_.push_back(type);
  if (names_.size() <= kFew) return;
  for (size_t i = seen_.size(); i < names_.size(); ++i) seen_.insert(KeyOf(names_[i], types_[i]));
}

std::string BoundedName(std::string name) {
  if (name.size() <= kLongestName) return name;
  const std::string hash = HexOf(HashOf(name));
  size_t end = kLongestName - kHashDigits - 1;
  while (end > 0 && IsInside(name[end])) --end;
  name.resize(end);
  return (name += '_') += hash;
}

}  // namespace ge::rewrite
