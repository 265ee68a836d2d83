#include "om/om.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace ge::om {
namespace {

using serialize::Segments;

Segments Bytes(std::string bytes) {
  Segments segments;
  segments.Add(std::move(bytes));
  return segments;
}

std::vector<PartitionBytes> Parts(std::vector<std::pair<PartitionType, std::string>> parts) {
  std::vector<PartitionBytes> made;
  for (auto& [type, bytes] : parts) made.push_back({type, Bytes(std::move(bytes))});
  return made;
}

std::string Om(const Header& header, std::vector<std::pair<PartitionType, std::string>> parts) {
  std::vector<std::vector<PartitionBytes>> models;
  models.push_back(Parts(std::move(parts)));
  return WriteOm(header, std::move(models)).Join();
}

base::Result<OmFile> Read(std::string_view bytes) {
  return ReadOm(base::Buffer::CopyOf(bytes.data(), bytes.size()));
}

std::string Text(const std::shared_ptr<base::Buffer>& data) {
  return data == nullptr ? "(none)" : std::string(data->view());
}

std::string Hex(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    hex += {kDigits[static_cast<unsigned char>(c) >> 4], kDigits[static_cast<unsigned char>(c) & 15]};
  }
  return hex;
}

std::string Zeros(size_t count) { return std::string(count * 2, '0'); }

TEST(Om, TheHeaderIsWrittenByteForByte) {
  Header header;
  header.type = ModelType::kIr;
  header.name = "net";
  header.ops = 7;
  header.user_info = "me";
  header.om_ir_version = 2;
  header.platform_version = "1.82";
  header.platform_type = 3;
  header.needs_same_host = true;
  header.is_unknown_shape = true;

  const std::string om = Om(header, {{PartitionType::kModelDef, "abc"}});

  EXPECT_EQ(Hex(std::string_view(om).substr(0, 256)),
            "494d4f44"
            "00010000"
            "00000020" +
                Zeros(64) +
                "23000000"
                "00"
                "01"
                "00"
                "00"
                "6e6574" +
                Zeros(29) +
                "07000000"
                "6d65" +
                Zeros(30) +
                "02000000"
                "01000000"
                "312e3832" +
                Zeros(16) + "03" + Zeros(3) +
                "2300000000000000"
                "01"
                "01" +
                Zeros(62));
  EXPECT_EQ(Hex(std::string_view(om).substr(256)),
            "01000000"
            "00000000"
            "00000000"
            "00000000"
            "0000000000000000"
            "0300000000000000"
            "616263");
}

TEST(Om, WhatWasWrittenIsRead) {
  Header header;
  header.name = "net";
  header.user_info = std::string(32, 'u');
  header.platform_version = std::string(20, 'p');
  header.is_online = true;

  const auto file =
      Read(Om(header, {{PartitionType::kTaskInfo, "tasks"}, {PartitionType::kModelDef, "model"}}));

  ASSERT_TRUE(file.ok()) << file.status().ToString();
  EXPECT_EQ(file->header.name, "net");
  EXPECT_EQ(file->header.user_info, std::string(32, 'u'));
  EXPECT_EQ(file->header.platform_version, std::string(20, 'p'));
  EXPECT_TRUE(file->header.is_online);
  ASSERT_EQ(file->models.size(), 1U);
  EXPECT_EQ(Text(file->models[0].Find(PartitionType::kTaskInfo)), "tasks");
  EXPECT_EQ(Text(file->models[0].Find(PartitionType::kModelDef)), "model");
  EXPECT_EQ(file->models[0].Find(PartitionType::kWeightsData), nullptr);
}

TEST(Om, PartitionsStandInTheOrderOfTheFormat) {
  const auto file = Read(Om({}, {{PartitionType::kTaskInfo, "t"},
                                 {PartitionType::kWeightsData, "w"},
                                 {PartitionType::kModelInoutInfo, "i"},
                                 {PartitionType::kSoBins, "s"},
                                 {PartitionType::kModelDef, "m"}}));

  ASSERT_TRUE(file.ok());
  std::vector<PartitionType> types;
  for (const Partition& partition : file->models[0].partitions) types.push_back(partition.type);
  EXPECT_EQ(types, (std::vector<PartitionType>{PartitionType::kSoBins, PartitionType::kModelInoutInfo,
                                               PartitionType::kModelDef, PartitionType::kWeightsData,
                                               PartitionType::kTaskInfo}));
}

TEST(Om, WeightsAreAlignedWhateverTheModelsSize) {
  for (size_t size = 0; size < 2 * kWeightsAlignment; ++size) {
    const std::string om = Om(
        {}, {{PartitionType::kModelDef, std::string(size, 'm')}, {PartitionType::kWeightsData, "weights"}});

    const auto file = Read(om);

    ASSERT_TRUE(file.ok());
    EXPECT_EQ(om.find("weights") % kWeightsAlignment, 0U) << size;
    EXPECT_EQ(Text(file->models[0].Find(PartitionType::kWeightsData)), "weights");
    EXPECT_EQ(Text(file->models[0].Find(PartitionType::kModelDef)).substr(0, size), std::string(size, 'm'));
  }
}

TEST(Om, AFileMayHoldATableForEachGraph) {
  std::vector<std::vector<PartitionBytes>> models;
  models.push_back(Parts({{PartitionType::kModelDef, "first"}, {PartitionType::kTaskInfo, "1"}}));
  models.push_back(Parts({{PartitionType::kModelDef, "second"}}));

  const auto file = Read(WriteOm({}, std::move(models)).Join());

  ASSERT_TRUE(file.ok()) << file.status().ToString();
  ASSERT_EQ(file->models.size(), 2U);
  EXPECT_EQ(Text(file->models[0].Find(PartitionType::kModelDef)), "first");
  EXPECT_EQ(Text(file->models[1].Find(PartitionType::kModelDef)), "second");
}

TEST(Om, ALongNameIsCutBetweenCharacters) {
  Header header;
  header.name = std::string(30, 'n') + "\xC3\xA4";

  EXPECT_EQ(Read(Om(header, {{PartitionType::kModelDef, "m"}}))->header.name, std::string(30, 'n'));
}

TEST(Om, ATinyTableIsRead) {
  std::string om = Om({}, {{PartitionType::kModelDef, ""}}).substr(0, kHeaderBytes);
  const std::string table(
      "\x01\0\0\0"
      "\0\0\0\0"
      "\0\0\0\0"
      "\x02\0\0\0"
      "ab",
      18);
  om.replace(184, 8, std::string(8, '\0'));
  om[76] = static_cast<char>(table.size());

  const auto file = Read(om + table);

  ASSERT_TRUE(file.ok()) << file.status().ToString();
  EXPECT_EQ(Text(file->models[0].Find(PartitionType::kModelDef)), "ab");
}

TEST(Om, ABundleHasATypeAndNoMagic) {
  std::vector<Segments> files;
  Header header;
  header.name = "one";
  files.push_back(Bytes(Om(header, {{PartitionType::kModelDef, "m1"}})));
  header.name = "two";
  files.push_back(Bytes(Om(header, {{PartitionType::kModelDef, "m2"}})));
  const std::string bundle = WriteBundle(4096, std::move(files)).Join();

  const auto file = Read(bundle);

  ASSERT_TRUE(file.ok()) << file.status().ToString();
  EXPECT_EQ(Hex(bundle.substr(0, 4)), "00000000");
  EXPECT_EQ(file->header.type, ModelType::kBundle);
  EXPECT_EQ(file->variable_bytes, 4096U);
  ASSERT_EQ(file->bundled.size(), 2U);
  EXPECT_EQ(file->bundled[1].header.name, "two");
  EXPECT_EQ(Text(file->bundled[1].models[0].Find(PartitionType::kModelDef)), "m2");
}

struct BadFile {
  const char* what;
  void (*spoil)(std::string& om);
  const char* code;
  const char* message;
};

class BadOm : public testing::TestWithParam<BadFile> {};

TEST_P(BadOm, IsRefused) {
  std::string om = Om({}, {{PartitionType::kModelDef, "model"}});
  GetParam().spoil(om);

  const auto file = Read(om);

  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.status().code(), GetParam().code);
  EXPECT_NE(file.status().message().find(GetParam().message), std::string::npos) << file.status().ToString();
}

INSTANTIATE_TEST_SUITE_P(
    Files, BadOm,
    testing::Values(
        BadFile{"empty", [](std::string& om) { om.clear(); }, "E13015", "empty"},
        BadFile{"header", [](std::string& om) { om.resize(255); }, "E10041",
                "it has 255 bytes, the header alone has 256"},
        BadFile{"magic", [](std::string& om) { om[0] = 'X'; }, "E10041", "IMOD"},
        BadFile{"cut", [](std::string& om) { om.pop_back(); }, "E10041",
                "tells 37 bytes after the header, there are 36"},
        BadFile{"long", [](std::string& om) { om += "x"; }, "E10041",
                "tells 37 bytes after the header, there are 38"},
        BadFile{"no entries", [](std::string& om) { om[256] = 0; }, "E10041", "has 0 entries"},
        BadFile{"many entries", [](std::string& om) { om[257] = 127; }, "E10041", "32513 entries"},
        BadFile{"table", [](std::string& om) { om[256] = 2; }, "E10041", "within the partition table"},
        BadFile{"offset", [](std::string& om) { om[279] = 127; }, "E10041", "outside the file"},
        BadFile{"size", [](std::string& om) { om[280] = 6; }, "E10041", "outside the file"},
        BadFile{"models", [](std::string& om) { om[156] = 2; }, "E10041", "within the partition table"},
        BadFile{"bundle", [](std::string& om) { om[82] = 5; }, "E10041", "in all"}),
    [](const auto& info) {
      std::string name = info.param.what;
      for (char& c : name) {
        if (c == ' ') c = '_';
      }
      return name;
    });

TEST(Om, APathThatCannotBeReadIsAnError) {
  EXPECT_EQ(ReadOmFile("").status().code(), "E13000");
  EXPECT_EQ(ReadOmFile("no/such/file.om").status().code(), "E13001");
}

// Replay one: GE_FUZZ_SEED=<seed>; look for longer: GE_FUZZ_ROUNDS=<count>.
TEST(Om, ChangedBytesEndInAFileOrAnError) {
  const char* rounds_text = std::getenv("GE_FUZZ_ROUNDS");
  const char* seed_text = std::getenv("GE_FUZZ_SEED");
  const uint64_t first = seed_text == nullptr ? 1 : std::strtoull(seed_text, nullptr, 10);
  const uint64_t rounds = seed_text != nullptr     ? 1
                          : rounds_text == nullptr ? 3000
                                                   : std::strtoull(rounds_text, nullptr, 10);
  std::vector<Segments> files;
  files.push_back(Bytes(Om({}, {{PartitionType::kModelDef, "m1"}, {PartitionType::kWeightsData, "w"}})));
  const std::string good[] = {files[0].Join(), WriteBundle(1, std::move(files)).Join()};
  for (uint64_t seed = first; seed < first + rounds; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string om = good[seed % 2];
    for (int changes = static_cast<int>(random() % 4); changes >= 0; --changes) {
      om[random() % om.size()] = static_cast<char>(random() % 3 == 0 ? 0 : random());
    }
    if (random() % 4 == 0) om.resize(random() % om.size());

    const auto file = Read(om);

    EXPECT_EQ(file.ok(), file.status().code().empty());
  }
}

}  // namespace
}  // namespace ge::om
