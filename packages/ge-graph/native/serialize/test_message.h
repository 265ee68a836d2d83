#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>

#include "serialize/ge_ir_fields.h"
#include "serialize/message_info.h"

namespace ge::serialize {

// Makes the bytes of a message from its protobuf text, so that tests can show files that nobody would write.
// Texts are in single or double quotes, with `\x` escapes.
class MessageParser {
 public:
  explicit MessageParser(std::string_view text) : rest_(text) {}

  std::string Parse(const MessageInfo& info) {
    std::string message;
    while (!Skip().empty() && rest_.front() != '}') Field(info, message);
    return message;
  }

 private:
  std::string_view Skip() {
    while (!rest_.empty() &&
           (std::isspace(static_cast<unsigned char>(rest_.front())) != 0 || rest_.front() == ';')) {
      rest_.remove_prefix(1);
    }
    return rest_;
  }

  std::string Word() {
    Skip();
    size_t end = 0;
    while (end < rest_.size() && std::string_view(" \n:{};").find(rest_[end]) == std::string_view::npos)
      ++end;
    const std::string word(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return word;
  }

  std::string Quoted() {
    const char quote = rest_.front();
    std::string text;
    size_t at = 1;
    for (; at < rest_.size() && rest_[at] != quote; ++at) {
      if (rest_[at] == '\\' && rest_[at + 1] == 'x') {
        text += static_cast<char>(std::strtol(std::string(rest_.substr(at + 2, 2)).c_str(), nullptr, 16));
        at += 3;
      } else {
        text += rest_[at];
      }
    }
    rest_.remove_prefix(at + 1);
    return text;
  }

  void Field(const MessageInfo& info, std::string& message) {
    const std::string name = Word();
    const FieldInfo* field = nullptr;
    for (size_t i = 0; i < info.count; ++i) {
      if (info.fields[i].name == name) field = &info.fields[i];
    }
    ASSERT_NE(field, nullptr) << info.name << " has no field \"" << name
                              << "\", before: " << rest_.substr(0, 40);
    protozero::pbf_writer fields(message);
    if (Skip().front() == ':') rest_.remove_prefix(1);
    if (field->kind == FieldKind::kMessage) {
      Skip();
      rest_.remove_prefix(1);
      fields.add_message(field->number, Parse(*field->message));
      Skip();
      rest_.remove_prefix(1);
    } else if (field->kind == FieldKind::kString || field->kind == FieldKind::kBytes) {
      Skip();
      fields.add_bytes(field->number, Quoted());
    } else if (field->kind == FieldKind::kFloat) {
      fields.add_float(field->number, std::strtof(Word().c_str(), nullptr));
    } else {
      fields.add_int64(field->number, Number(*field, Word()));
    }
  }

  static int64_t Number(const FieldInfo& field, const std::string& word) {
    if (word == "true") return 1;
    for (size_t i = 0; field.enumeration != nullptr && i < field.enumeration->count; ++i) {
      if (field.enumeration->values[i].name == word) return field.enumeration->values[i].number;
    }
    return std::strtoll(word.c_str(), nullptr, 10);
  }

  std::string_view rest_;
};

inline std::string MessageOf(std::string_view text, const MessageInfo& info = ge_ir::kModelDef) {
  return MessageParser(text).Parse(info);
}

}  // namespace ge::serialize
