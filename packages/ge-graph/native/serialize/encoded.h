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
    size_t at;  // before this place of `bytes`
    std::shared_ptr<base::Buffer> data;
  };

  std::string bytes;
  std::vector<Insert> inserts;
  size_t inserted = 0;

  size_t size() const { return bytes.size() + inserted; }
  protozero::pbf_writer fields() { return protozero::pbf_writer(bytes); }
};

// Adds a field whose contents are `message`.
void PutMessage(Encoded& out, uint32_t field, const Encoded& message);
// Adds a bytes field without copying it.
void PutShared(Encoded& out, uint32_t field, std::shared_ptr<base::Buffer> data);
// Adds a map entry whose value is a message.
void PutEntry(Encoded& out, uint32_t field, std::string_view key, const Encoded& value);
void PutEntry(Encoded& out, uint32_t field, std::string_view key, std::string_view value);

// Cuts the message at its inserts.
void AddTo(Segments& segments, Encoded message);

}  // namespace ge::serialize
