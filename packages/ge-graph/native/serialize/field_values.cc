#include "serialize/field_values.h"

#include "serialize/wire_reader.h"

namespace ge::serialize {
namespace {

bool IsDelimited(FieldKind kind) {
  return kind == FieldKind::kMessage || kind == FieldKind::kString || kind == FieldKind::kBytes;
}

void TakeFloats(protozero::pbf_reader& reader, const FieldInfo& field, std::vector<FieldValue>& values) {
  std::vector<float> numbers;
  if (reader.wire_type() == protozero::pbf_wire_type::fixed32) {
    numbers.push_back(reader.get_float());
  } else if (reader.wire_type() == protozero::pbf_wire_type::length_delimited) {
    AddPacked(reader, numbers);
  } else {
    reader.skip();
  }
  for (const float number : numbers) values.push_back({&field, {}, 0, number});
}

void TakeNumbers(protozero::pbf_reader& reader, const FieldInfo& field, std::vector<FieldValue>& values) {
  std::vector<int64_t> numbers;
  if (reader.wire_type() == protozero::pbf_wire_type::varint) {
    numbers.push_back(reader.get_int64());
  } else if (reader.wire_type() == protozero::pbf_wire_type::length_delimited) {
    AddPacked(reader, numbers);
  } else {
    reader.skip();
  }
  for (const int64_t number : numbers) values.push_back({&field, {}, number, 0});
}

void TakeBytes(protozero::pbf_reader& reader, const FieldInfo& field, std::vector<FieldValue>& values) {
  if (reader.wire_type() != protozero::pbf_wire_type::length_delimited) return reader.skip();
  values.push_back({&field, View(reader)});
}

}  // namespace

std::vector<FieldValue> ReadFieldValues(std::string_view message, const MessageInfo& info) {
  std::vector<FieldValue> values;
  protozero::pbf_reader reader = Fields(message);
  while (reader.next()) {
    const FieldInfo* field = info.Find(static_cast<uint32_t>(reader.tag()));
    if (field == nullptr) {
      reader.skip();
    } else if (IsDelimited(field->kind)) {
      TakeBytes(reader, *field, values);
    } else if (field->kind == FieldKind::kFloat) {
      TakeFloats(reader, *field, values);
    } else {
      TakeNumbers(reader, *field, values);
    }
  }
  return values;
}

}  // namespace ge::serialize
