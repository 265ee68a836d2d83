#pragma once

#include <cstdint>
#include <memory>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "serialize/segments.h"

namespace ge::serialize {

// A message being written: its bytes, and buffers that stand between them without being copied.
struct Encoded {
  struct Insert {
    size_t at;    // before this place of `bytes`
    size_t head;  // bytes of the field's head, which end there; the filler stands before them
    std::shared_ptr<base::Buffer> data;
  };

  std::string bytes;
  std::vector<Insert> inserts;
  size_t inserted = 0;

  size_t size() const { return bytes.size() + inserted; }
  protozero::pbf_writer fields() { return protozero::pbf_writer(bytes); }
};

// What stands before the contents of a message, a text or bytes.
std::string MessageHead(uint32_t field, size_t size);
// Adds a field whose contents are `message`.
void PutMessage(Encoded& out, uint32_t field, const Encoded& message);
void PutBytes(Encoded& out, uint32_t field, std::string_view bytes);
// Adds a bytes field without copying it, and a filler: an unknown field, which readers skip. Of the filler
// `AddTo` puts as much behind the bytes as lets them begin at a multiple of 8: so they can be used where the
// file is mapped.
void PutShared(Encoded& out, uint32_t field, std::shared_ptr<base::Buffer> data);
// Adds a map entry whose value is a message.
void PutEntry(Encoded& out, uint32_t field, std::string_view key, const Encoded& value);
void PutEntry(Encoded& out, uint32_t field, std::string_view key, std::string_view value);

// Cuts the message at its inserts; `segments` holds what stands before it in the file.
void AddTo(Segments& segments, Encoded message);

}  // namespace ge::serialize
