#include "serialize/text_format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "serialize/wire_reader.h"

namespace ge::serialize {
namespace {

constexpr int kMaxDepth = 200;

// One value of a field, as the wire has it.
struct Value {
  const FieldInfo* field;
  std::string_view bytes;
  int64_t number = 0;
  float real = 0;
};

bool IsDelimited(FieldKind kind) {
  return kind == FieldKind::kMessage || kind == FieldKind::kString || kind == FieldKind::kBytes;
}

void TakeField(protozero::pbf_reader& reader, const FieldInfo& field, std::vector<Value>& values) {
  const protozero::pbf_wire_type wire = reader.wire_type();
  const bool delimited = wire == protozero::pbf_wire_type::length_delimited;
  if (IsDelimited(field.kind)) {
    if (!delimited) return reader.skip();
    values.push_back({&field, View(reader)});
  } else if (field.kind == FieldKind::kFloat) {
    std::vector<float> numbers;
    if (wire == protozero::pbf_wire_type::fixed32) {
      numbers.push_back(reader.get_float());
    } else if (delimited) {
      AddPacked(reader, numbers);
    } else {
      reader.skip();
    }
    for (const float number : numbers) values.push_back({&field, {}, 0, number});
  } else {
    std::vector<int64_t> numbers;
    if (wire == protozero::pbf_wire_type::varint) {
      numbers.push_back(reader.get_int64());
    } else if (delimited) {
      AddPacked(reader, numbers);
    } else {
      reader.skip();
    }
    for (const int64_t number : numbers) values.push_back({&field, {}, number, 0});
  }
}

bool IsDefault(const Value& value) {
  return value.bytes.empty() && value.number == 0 && value.real == 0 && !std::signbit(value.real);
}

std::string_view KeyOf(const Value& entry) {
  protozero::pbf_reader reader = Fields(entry.bytes);
  while (reader.next(1, protozero::pbf_wire_type::length_delimited)) return View(reader);
  return {};
}

// In the order in which they are printed.
std::vector<Value> ValuesOf(std::string_view message, const MessageInfo& info) {
  std::vector<Value> values;
  protozero::pbf_reader reader = Fields(message);
  while (reader.next()) {
    const FieldInfo* field = info.Find(static_cast<uint32_t>(reader.tag()));
    if (field == nullptr) {
      reader.skip();
    } else {
      TakeField(reader, *field, values);
    }
  }
  std::stable_sort(values.begin(), values.end(), [](const Value& a, const Value& b) {
    if (a.field != b.field) return a.field->number < b.field->number;
    return a.field->message != nullptr && a.field->message->is_map_entry && KeyOf(a) < KeyOf(b);
  });
  // Of a field that is there once only, the last counts.
  std::vector<Value> shown;
  for (const Value& value : values) {
    if (!shown.empty() && shown.back().field == value.field && !value.field->repeated) shown.pop_back();
    if (value.field->shows_default || !IsDefault(value)) shown.push_back(value);
  }
  return shown;
}

std::string ScalarText(const Value& value) {
  switch (value.field->kind) {
    case FieldKind::kBool:
      return value.number != 0 ? "true" : "false";
    case FieldKind::kFloat:
      return FloatText(value.real);
    case FieldKind::kString:
    case FieldKind::kBytes:
      return "\"" + Escaped(value.bytes) + "\"";
    case FieldKind::kEnum: {
      const std::string_view name = value.field->enumeration->NameOf(value.number);
      return name.empty() ? std::to_string(value.number) : std::string(name);
    }
    case FieldKind::kUint32:
    case FieldKind::kUint64:
      return std::to_string(static_cast<uint64_t>(value.number));
    default:
      return std::to_string(value.number);
  }
}

base::Status Print(std::string_view message, const MessageInfo& info, int depth, std::string& out) {
  if (depth > kMaxDepth) return {"E13005", base::Text("messages nest more than ", kMaxDepth, " deep")};
  for (const Value& value : ValuesOf(message, info)) {
    out.append(static_cast<size_t>(depth) * 2, ' ').append(value.field->name);
    if (value.field->kind != FieldKind::kMessage) {
      out.append(": ").append(ScalarText(value)).push_back('\n');
      continue;
    }
    out.append(" {\n");
    GE_RETURN_IF_ERROR(Print(value.bytes, *value.field->message, depth + 1, out));
    out.append(static_cast<size_t>(depth) * 2, ' ').append("}\n");
  }
  return {};
}

}  // namespace

std::string FloatText(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char text[32];
  for (const int digits : {6, 9}) {
    std::snprintf(text, sizeof(text), "%.*g", digits, static_cast<double>(value));
    if (std::strtof(text, nullptr) == value) break;
  }
  return text;
}

std::string Escaped(std::string_view text) {
  static constexpr std::string_view kNamed = "\n\r\t\"'\\";
  static constexpr std::string_view kNames = "nrt\"'\\";
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const size_t named = kNamed.find(c);
    if (named != std::string_view::npos) {
      escaped.append(1, '\\').push_back(kNames[named]);
    } else if (byte < 0x20 || byte >= 0x7F) {
      escaped.push_back('\\');
      for (const int shift : {6, 3, 0}) escaped.push_back(static_cast<char>('0' + ((byte >> shift) & 7)));
    } else {
      escaped.push_back(c);
    }
  }
  return escaped;
}

base::Result<std::string> TextOf(std::string_view message, const MessageInfo& info) {
  std::string text;
  try {
    GE_RETURN_IF_ERROR(Print(message, info, 0, text));
  } catch (const protozero::exception& malformed) {
    return base::Status("E13005", base::Text("the bytes are no ", info.name, " message: ", malformed.what()));
  }
  return text;
}

}  // namespace ge::serialize
