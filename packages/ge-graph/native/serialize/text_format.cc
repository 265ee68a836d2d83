#include "serialize/text_format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "serialize/field_values.h"
#include "serialize/wire_reader.h"

namespace ge::serialize {
namespace {

bool IsDefault(const FieldValue& value) {
  return value.bytes.empty() && value.number == 0 && value.real == 0 && !std::signbit(value.real);
}

std::string_view KeyOf(const FieldValue& entry) {
  protozero::pbf_reader reader = Fields(entry.bytes);
  while (reader.next(1, protozero::pbf_wire_type::length_delimited)) return View(reader);
  return {};
}

// In the order in which they are printed.
std::vector<FieldValue> ValuesOf(std::string_view message, const MessageInfo& info) {
  std::vector<FieldValue> values = ReadFieldValues(message, info);
  std::stable_sort(values.begin(), values.end(), [](const FieldValue& a, const FieldValue& b) {
    if (a.field != b.field) return a.field->number < b.field->number;
    return a.field->message != nullptr && a.field->message->is_map_entry && KeyOf(a) < KeyOf(b);
  });
  // Of a field that is there once only, the last counts.
  std::vector<FieldValue> shown;
  for (const FieldValue& value : values) {
    if (!shown.empty() && shown.back().field == value.field && !value.field->repeated) shown.pop_back();
    if (value.field->shows_default || !IsDefault(value)) shown.push_back(value);
  }
  return shown;
}

std::string ScalarText(const FieldValue& value) {
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
  if (depth > kMaxMessageDepth)
    return {"E13005", base::Text("messages nest more than ", kMaxMessageDepth, " deep")};
  for (const FieldValue& value : ValuesOf(message, info)) {
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
