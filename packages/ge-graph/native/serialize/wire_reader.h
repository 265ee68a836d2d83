#pragma once

#include <cstdint>
#include <protozero/pbf_reader.hpp>
#include <string>
#include <string_view>
#include <vector>

// Reading fields with the wire type that the description gives them: a field of another wire type is skipped,
// as an unknown one is. Malformed bytes end in a protozero::exception, which the functions that read whole
// files turn into a Status.
namespace ge::serialize {

constexpr uint32_t Varint(uint32_t field) {
  return protozero::tag_and_type(static_cast<protozero::pbf_tag_type>(field),
                                 protozero::pbf_wire_type::varint);
}
constexpr uint32_t Delimited(uint32_t field) {
  return protozero::tag_and_type(static_cast<protozero::pbf_tag_type>(field),
                                 protozero::pbf_wire_type::length_delimited);
}
constexpr uint32_t Fixed32(uint32_t field) {
  return protozero::tag_and_type(static_cast<protozero::pbf_tag_type>(field),
                                 protozero::pbf_wire_type::fixed32);
}

inline protozero::pbf_reader Fields(std::string_view message) { return {message.data(), message.size()}; }

inline std::string_view View(protozero::pbf_reader& reader) {
  const protozero::data_view view = reader.get_view();
  return {view.data(), view.size()};
}

// Repeated numbers come packed in one field or one a field.
template <typename T>
void AddPacked(protozero::pbf_reader& reader, std::vector<T>& out) {
  for (const int64_t number : reader.get_packed_int64()) out.push_back(static_cast<T>(number));
}
inline void AddPacked(protozero::pbf_reader& reader, std::vector<float>& out) {
  for (const float number : reader.get_packed_float()) out.push_back(number);
}
inline void AddPacked(protozero::pbf_reader& reader, std::vector<bool>& out) {
  for (const bool flag : reader.get_packed_bool()) out.push_back(flag);
}

// The texts of `string` fields are UTF-8.
bool IsUtf8(std::string_view text);

}  // namespace ge::serialize
