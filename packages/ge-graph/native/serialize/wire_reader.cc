#include "serialize/wire_reader.h"

namespace ge::serialize {
namespace {

// Bytes that follow a first byte; -1 when none begins with it.
int Following(unsigned char first) {
  if (first < 0x80) return 0;
  if (first >= 0xC2 && first <= 0xDF) return 1;
  if (first >= 0xE0 && first <= 0xEF) return 2;
  return first >= 0xF0 && first <= 0xF4 ? 3 : -1;
}

// The second byte is bounded more tightly: no overlong forms, no surrogates, nothing above U+10FFFF.
bool IsSecond(unsigned char first, unsigned char second) {
  if (first == 0xE0) return second >= 0xA0 && second <= 0xBF;
  if (first == 0xED) return second >= 0x80 && second <= 0x9F;
  if (first == 0xF0) return second >= 0x90 && second <= 0xBF;
  if (first == 0xF4) return second >= 0x80 && second <= 0x8F;
  return second >= 0x80 && second <= 0xBF;
}

}  // namespace

bool IsUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at++]);
    const int following = Following(first);
    if (following < 0 || text.size() - at < static_cast<size_t>(following)) return false;
    for (int i = 0; i < following; ++i) {
      const auto next = static_cast<unsigned char>(text[at++]);
      if (i == 0 ? !IsSecond(first, next) : (next < 0x80 || next > 0xBF)) return false;
    }
  }
  return true;
}

}  // namespace ge::serialize
