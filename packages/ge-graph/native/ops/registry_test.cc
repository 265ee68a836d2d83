#include "ops/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace ge::ops {
namespace {

ir::OpSchema Custom(const char* type) {
  ir::OpSchema schema;
  schema.type = type;
  schema.inputs.push_back({"x", ir::InputKind::kRequired, ir::Holding(base::DataType::kFloat), "T"});
  schema.outputs.push_back({"y", ir::OutputKind::kRequired, ir::Holding(base::DataType::kFloat), "T"});
  schema.attrs.push_back({"scale", ir::AttrKind::kFloat, false, 1.5F});
  return schema;
}

TEST(Registry, AnOperatorOfTheDefinitionsHasItsWholePrototype) {
  const auto conv = FindSchema("Conv2D");

  ASSERT_NE(conv, nullptr);
  EXPECT_EQ(conv->type, "Conv2D");
  ASSERT_EQ(conv->inputs.size(), 4U);
  EXPECT_EQ(conv->inputs[1].name, "filter");
  EXPECT_EQ(conv->inputs[1].kind, ir::InputKind::kRequired);
  EXPECT_EQ(conv->inputs[2].kind, ir::InputKind::kOptional);
  EXPECT_NE(conv->inputs[0].types & ir::Holding(base::DataType::kFloat16), 0U);
  EXPECT_EQ(conv->inputs[0].types & ir::Holding(base::DataType::kInt64), 0U);
  ASSERT_EQ(conv->outputs.size(), 1U);
  ASSERT_EQ(conv->attrs.size(), 6U);
  EXPECT_TRUE(conv->attrs[0].required);
  EXPECT_EQ(std::get<std::vector<int64_t>>(conv->attrs[2].fallback), (std::vector<int64_t>{1, 1, 1, 1}));
  EXPECT_EQ(std::get<int64_t>(conv->attrs[3].fallback), 1);
  EXPECT_EQ(std::get<std::string>(conv->attrs[4].fallback), "NHWC");
}

TEST(Registry, DynamicPortsSubgraphsAndSymbolsAreCarried) {
  const auto if_op = FindSchema("If");
  const auto mul = FindSchema("Mul");

  EXPECT_EQ(if_op->inputs[1].kind, ir::InputKind::kDynamic);
  EXPECT_EQ(if_op->outputs[0].kind, ir::OutputKind::kDynamic);
  ASSERT_EQ(if_op->subgraphs.size(), 2U);
  EXPECT_EQ(if_op->subgraphs[0].name, "then_branch");
  EXPECT_EQ(FindSchema("Case")->subgraphs[0].kind, ir::SubgraphKind::kDynamic);
  EXPECT_EQ(mul->inputs[0].symbol, "T1");
  EXPECT_EQ(mul->outputs[0].symbol, "T3");
}

TEST(Registry, EveryDefinitionIsFoundAndFoundAgain) {
  const auto types = RegisteredTypes();

  EXPECT_GE(types.size(), 2070U);
  EXPECT_TRUE(std::is_sorted(types.begin(), types.end()));
  for (const std::string& type : types) {
    const auto schema = FindSchema(type);
    ASSERT_NE(schema, nullptr) << type;
    EXPECT_EQ(schema->type, type);
    EXPECT_EQ(schema, FindSchema(type));
    for (const ir::AttrSpec& attr : schema->attrs) {
      EXPECT_EQ(attr.required, std::holds_alternative<std::monostate>(attr.fallback))
          << type << ' ' << attr.name;
    }
  }
}

TEST(Registry, AnUnknownTypeIsNotFound) {
  EXPECT_EQ(FindSchema("NoSuchOperator"), nullptr);
  EXPECT_EQ(FindSchema(""), nullptr);
}

TEST(Registry, ARegisteredOperatorIsFoundAndListed) {
  ASSERT_TRUE(RegisterSchema(Custom("RegistryTestScale")).ok());

  const auto types = RegisteredTypes();
  EXPECT_NE(FindSchema("RegistryTestScale"), nullptr);
  EXPECT_NE(std::find(types.begin(), types.end(), "RegistryTestScale"), types.end());
}

TEST(Registry, RegisteringAnEqualPrototypeAgainChangesNothing) {
  ASSERT_TRUE(RegisterSchema(Custom("RegistryTestTwice")).ok());
  const auto first = FindSchema("RegistryTestTwice");

  EXPECT_TRUE(RegisterSchema(Custom("RegistryTestTwice")).ok());
  EXPECT_TRUE(RegisterSchema(*FindSchema("Conv2D")).ok());
  EXPECT_EQ(FindSchema("RegistryTestTwice"), first);
}

TEST(Registry, AnotherPrototypeForAKnownTypeIsRefused) {
  ASSERT_TRUE(RegisterSchema(Custom("RegistryTestConflict")).ok());
  ir::OpSchema other = Custom("RegistryTestConflict");
  other.attrs[0].fallback = 2.0F;

  const base::Status status = RegisterSchema(other);
  const base::Status builtin = RegisterSchema(Custom("Conv2D"));

  EXPECT_EQ(status.code(), "E10001");
  EXPECT_NE(status.message().find(
                "RegistryTestConflict is already known with another prototype: attribute 0 (\"scale\")"),
            std::string::npos)
      << status.message();
  EXPECT_NE(builtin.message().find("input 0 (\"x\") is not the same"), std::string::npos)
      << builtin.message();
}

TEST(Registry, AConflictNamesBothPlaces) {
  ASSERT_TRUE(RegisterSchema(Custom("RegistryTestPlaces"), "es_a (a.opdef:3)").ok());
  ir::OpSchema other = Custom("RegistryTestPlaces");
  other.outputs.clear();

  const base::Status status = RegisterSchema(other, "es_b (b.opdef:7)");
  const base::Status builtin = RegisterSchema(Custom("Conv2D"), "es_b (b.opdef:9)");

  EXPECT_NE(status.message().find(
                "it has 1 outputs, here 0; known from es_a (a.opdef:3), given by es_b (b.opdef:7)"),
            std::string::npos)
      << status.message();
  EXPECT_NE(builtin.message().find("known from the definitions of ge-graph, given by es_b (b.opdef:9)"),
            std::string::npos)
      << builtin.message();
}

TEST(Registry, APrototypeThatIsWrongInItselfIsRefused) {
  ir::OpSchema twice = Custom("RegistryTestWrong");
  twice.inputs.push_back(twice.inputs[0]);
  ir::OpSchema kindless = Custom("RegistryTestWrong");
  kindless.attrs[0].kind = ir::AttrKind::kUnknown;

  EXPECT_NE(RegisterSchema(twice).message().find("input \"x\" stands twice"), std::string::npos);
  EXPECT_NE(RegisterSchema(kindless).message().find("attribute \"scale\" has no kind"), std::string::npos);
  EXPECT_NE(RegisterSchema({}).message().find("an operator needs a type"), std::string::npos);
  EXPECT_EQ(FindSchema("RegistryTestWrong"), nullptr);
}

TEST(Registry, ManyThreadsSeeOnePrototype) {
  std::vector<std::thread> threads;
  std::vector<std::shared_ptr<const ir::OpSchema>> seen(8);

  for (size_t i = 0; i < seen.size(); ++i) {
    threads.emplace_back([i, &seen] {
      EXPECT_TRUE(RegisterSchema(Custom("RegistryTestThreads")).ok());
      seen[i] = FindSchema("RegistryTestThreads");
    });
  }
  for (std::thread& thread : threads) thread.join();

  for (const auto& schema : seen) EXPECT_EQ(schema, seen[0]);
}

}  // namespace
}  // namespace ge::ops
