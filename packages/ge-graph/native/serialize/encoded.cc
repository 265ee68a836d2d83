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

constexpr size_t kAlignment = 8;
constexpr size_t kFillerBytes = 12;
constexpr uint32_t kFillerField = 15;

// An unknown field of so many bytes: none, or at least two.
std::string Filler(size_t bytes) {
  std::string filler;
  if (bytes == 0) return filler;
  PutHead(filler, kFillerField, bytes - 2);
  filler.resize(bytes);
  return filler;
}

// How much of the filler goes behind bytes that would begin at this place.
size_t FillerBehind(size_t place) {
  const size_t behind = place % kAlignment;
  return behind == 1 ? behind + kAlignment : behind;
}

size_t HeadSize(uint32_t field, size_t size) {
  return static_cast<size_t>(protozero::length_of_varint(uint64_t{field} << 3U) +
                             protozero::length_of_varint(size));
}

}  // namespace

std::string MessageHead(uint32_t field, size_t size) {
  std::string head;
  PutHead(head, field, size);
  return head;
}

void PutMessage(Encoded& out, uint32_t field, const Encoded& message) {
  PutHead(out.bytes, field, message.size());
  for (const Encoded::Insert& insert : message.inserts) {
    out.inserts.push_back({out.bytes.size() + insert.at, insert.head, insert.data});
  }
  out.inserted += message.inserted;
  out.bytes += message.bytes;
}

void PutBytes(Encoded& out, uint32_t field, std::string_view bytes) {
  PutHead(out.bytes, field, bytes.size());
  out.bytes += bytes;
}

void PutShared(Encoded& out, uint32_t field, std::shared_ptr<base::Buffer> data) {
  out.bytes += Filler(kFillerBytes);
  const size_t before = out.bytes.size();
  PutHead(out.bytes, field, data->size());
  out.inserted += data->size();
  out.inserts.push_back({out.bytes.size(), out.bytes.size() - before, std::move(data)});
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
  std::string behind;
  for (Encoded::Insert& insert : message.inserts) {
    const size_t filler_at = insert.at - insert.head - kFillerBytes;
    std::string before = std::move(behind) + message.bytes.substr(from, filler_at - from);
    const size_t moved = FillerBehind(segments.size() + before.size() + kFillerBytes + insert.head);
    before += Filler(kFillerBytes - moved);
    before.append(message.bytes, insert.at - insert.head, insert.head);
    segments.Add(std::move(before));
    segments.Add(std::move(insert.data));
    behind = Filler(moved);
    from = insert.at;
  }
  segments.Add(std::move(behind) + message.bytes.substr(from));
}

}  // namespace ge::serialize
