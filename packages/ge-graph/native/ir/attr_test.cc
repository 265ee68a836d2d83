#include "ir/attr.h"

#include <gtest/gtest.h>

#include "ir/graph.h"

namespace ge::ir {
namespace {

std::string Keys(const AttrMap& attrs) {
  std::string keys;
  for (const auto& [name, value] : attrs) keys += name.text() + " ";
  return keys;
}

TEST(AttrMap, IsSortedByNameWhateverTheOrderOfSetting) {
  AttrMap attrs;
  attrs.Set("c", int64_t{3});
  attrs.Set("a", int64_t{1});
  attrs.Set("b", int64_t{2});
  attrs.Set("a", int64_t{4});

  EXPECT_EQ(Keys(attrs), "a b c ");
  EXPECT_EQ(attrs.GetOr<int64_t>("a", 0), 4);
}

TEST(AttrMap, AValueOfAnotherKindIsNotGiven) {
  AttrMap attrs;
  attrs.Set("axis", int64_t{1});

  EXPECT_EQ(attrs.Get<float>("axis"), nullptr);
  EXPECT_EQ(attrs.Get<int64_t>("none"), nullptr);
  EXPECT_EQ(attrs.GetOr<std::string>("axis", "otherwise"), "otherwise");
  EXPECT_EQ(AttrKindName(*attrs.Find("axis")), "int");
}

TEST(AttrMap, OfManyWithOneNameTheLastCounts) {
  AttrMap attrs;
  attrs.Set("old", true);

  attrs.Assign({{"b", int64_t{1}}, {"a", int64_t{2}}, {"b", int64_t{3}}});

  EXPECT_EQ(Keys(attrs), "a b ");
  EXPECT_EQ(attrs.GetOr<int64_t>("b", 0), 3);
}

TEST(AttrMap, WhatIsRemovedIsGone) {
  AttrMap attrs;
  attrs.Set("a", true);

  EXPECT_TRUE(attrs.Remove("a"));
  EXPECT_FALSE(attrs.Remove("a"));
  EXPECT_TRUE(attrs.empty());
}

TEST(AttrValue, CopiesOfWhatHoldsAttributesStandApart) {
  NamedAttrs inner;
  inner.name = "f";
  inner.attrs.Set("k", int64_t{1});
  AttrValue value = Box<NamedAttrs>(inner);
  const AttrValue copy = value;

  std::get<Box<NamedAttrs>>(value)->attrs.Set("k", int64_t{2});

  EXPECT_EQ(std::get<Box<NamedAttrs>>(copy)->attrs.GetOr<int64_t>("k", 0), 1);
  EXPECT_EQ(AttrKindName(copy), "named_attrs");
}

TEST(TensorDesc, IsItsOwnOriginUntilAnOriginIsSet) {
  TensorDesc desc({2, 3}, base::DataType::kFloat16, base::Format::kNchw);
  EXPECT_FALSE(desc.has_origin_shape());
  EXPECT_EQ(desc.origin_format(), base::Format::kND);

  desc.MakeOwnOrigin();
  desc.shape = Shape{4};
  EXPECT_EQ(desc.origin_shape(), Shape{4});
  EXPECT_EQ(desc.origin_format(), base::Format::kNchw);
  EXPECT_FALSE(desc.has_details());

  desc.SetOriginFormat(base::Format::kNhwc);
  desc.shape = Shape{5};
  EXPECT_EQ(desc.origin_shape(), Shape{4});
  EXPECT_EQ(desc.origin_format(), base::Format::kNhwc);
}

TEST(Tensor, MustHoldWhatItsShapeAsksFor) {
  const Tensor fits(TensorDesc({2}, base::DataType::kFloat), base::Buffer::Allocate(8));
  const Tensor lacks(TensorDesc({3}, base::DataType::kFloat), base::Buffer::Allocate(8));

  EXPECT_TRUE(fits.Check().ok());
  EXPECT_EQ(lacks.Check().ToString(), "E13025: a DT_FLOAT tensor of shape [3] takes 12 bytes, but has 8");
}

}  // namespace
}  // namespace ge::ir
