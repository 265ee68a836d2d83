#include "serialize/encoded.h"

#include <protozero/varint.hpp>

namespace ge::serialize {
namespace {

constexpr uint32_t kKey = 1;
constexpr uint32_t kValue = 2;

void PutHead(std::string& bytes, uint32_t field, size_t size) {
  const auto tag = protozero::tag_and_type(static_cast<protozero::pbf_tag_type>(field),
                                           protozero::pbf_wire_type::length_delimited);
  protozero::add_varint_to_buffer(&bytes, tag);
  protozero::add_varint_to_buffer(&bytes, size);
}

size_t HeadSize(uint32_t field, size_t size) {
  return static_cast<size_t>(protozero::length_of_varint(uint64_t{field} << 3U) +
                             protozero::length_of_varint(size));
}

}  // namespace

void PutMessage(Encoded& out, uint32_t field, const Encoded& message) {
  PutHead(out.bytes, field, message.size());
  for (const Encoded::Insert& insert : message.inserts) {
    out.inserts.push_back({out.bytes.size() + insert.at, insert.data});
  }
  out.inserted += message.inserted;
  out.bytes += message.bytes;
}

void PutShared(Encoded& out, uint32_t field, std::shared_ptr<base::Buffer> data) {
  PutHead(out.bytes, field, data->size());
  out.inserted += data->size();
  out.inserts.push_back({out.bytes.size(), std::move(data)});
}

void PutEntry(Encoded& out, uint32_t field, std::string_view key, const Encoded& value) {
  const size_t size = HeadSize(kKey, key.size()) + key.size() + HeadSize(kValue, value.size()) + value.size();
  PutHead(out.bytes, field, size);
  PutHead(out.bytes, kKey, key.size());
  out.bytes += key;
  PutMessage(out, kValue, value);
}

void PutEntry(Encoded& out, uint32_t field, std::string_view key, std::string_view value) {
  PutHead(out.bytes, field,
          HeadSize(kKey, key.size()) + key.size() + HeadSize(kValue, value.size()) + value.size());
  PutHead(out.bytes, kKey, key.size());
  out.bytes += key;
  PutHead(out.bytes, kValue, value.size());
  out.bytes += value;
}

void AddTo(Segments& segments, Encoded message) {
  if (message.inserts.empty()) return segments.Add(std::move(message.bytes));
  size_t from = 0;
  for (Encoded::Insert& insert : message.inserts) {
    segments.Add(message.bytes.substr(from, insert.at - from));
    segments.Add(std::move(insert.data));
    from = insert.at;
  }
  segments.Add(message.bytes.substr(from));
}

}  // namespace ge::serialize
