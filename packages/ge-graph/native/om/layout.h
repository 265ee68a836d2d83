#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// Places of the header's fields and sizes of the tables.
namespace ge::om {

namespace at {
inline constexpr size_t kMagic = 0;
inline constexpr size_t kHeaderSize = 4;
inline constexpr size_t kVersion = 8;
inline constexpr size_t kShortLength = 76;
inline constexpr size_t kIsEncrypt = 80;
inline constexpr size_t kIsChecksum = 81;
inline constexpr size_t kModelType = 82;
inline constexpr size_t kGenMode = 83;
inline constexpr size_t kName = 84;
inline constexpr size_t kOps = 116;
inline constexpr size_t kUserInfo = 120;
inline constexpr size_t kOmIrVersion = 152;
inline constexpr size_t kModelNum = 156;
inline constexpr size_t kPlatformVersion = 160;
inline constexpr size_t kPlatformType = 180;
inline constexpr size_t kModelLength = 184;
inline constexpr size_t kNeedCheckOsCpu = 192;
inline constexpr size_t kIsUnknownModel = 193;
}  // namespace at

inline constexpr size_t kNameBytes = 32;
inline constexpr size_t kUserInfoBytes = 32;
inline constexpr size_t kPlatformVersionBytes = 20;

inline constexpr size_t kTableHeadBytes = 8;
inline constexpr size_t kEntryBytes = 24;
inline constexpr size_t kTinyTableHeadBytes = 4;
inline constexpr size_t kTinyEntryBytes = 12;

template <typename T>
T GetNumber(std::string_view bytes, size_t place) {
  uint64_t value = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    value |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[place + i])) << (8 * i);
  }
  return static_cast<T>(value);
}

template <typename T>
void PutNumber(std::string& bytes, size_t place, T number) {
  const auto value = static_cast<uint64_t>(number);
  for (size_t i = 0; i < sizeof(T); ++i) bytes[place + i] = static_cast<char>((value >> (8 * i)) & 0xFFU);
}

}  // namespace ge::om
