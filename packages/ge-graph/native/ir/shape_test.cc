#include "ir/shape.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

namespace ge::ir {
namespace {

std::string TextOf(const Shape& shape) {
  std::ostringstream out;
  out << shape;
  return out.str();
}

TEST(Shape, OfManyDimensionsCopiesAndMovesLikeAnyValue) {
  const Shape six{1, 2, 3, 4, 5, 6};
  Shape other{7};

  other = six;
  const Shape moved = std::move(other);
  other = Shape{8, 9};

  EXPECT_EQ(moved, six);
  EXPECT_EQ(TextOf(moved), "[1, 2, 3, 4, 5, 6]");
  EXPECT_EQ(TextOf(other), "[8, 9]");
  EXPECT_NE(Shape({1, 2}), Shape({1, 2, 3}));
}

TEST(Shape, AnUnknownRankAnywhereIsAllThatIsKnown) {
  EXPECT_EQ(Shape({3, -2, 5}), Shape::UnknownRank());
  EXPECT_TRUE(Shape({3, -2, 5}).IsUnknownRank());

  Shape changed{1, 2, 3, 4, 5};
  changed.Set(2, kUnknownRank);
  EXPECT_EQ(TextOf(changed), "[-2]");
}

struct ShapeElements {
  Shape shape;
  int64_t elements;
  bool known;
};

TEST(Shape, ElementsAreCountedWhereTheyCanBe) {
  const int64_t large = int64_t{1} << 40;
  const ShapeElements cases[] = {
      {{}, 1, true},     {{0, 5}, 0, true},          {{2, 3}, 6, true},           {{2, -1}, -1, false},
      {{-2}, -1, false}, {{large, large}, -1, true}, {{large, large, 0}, 0, true}};
  for (const ShapeElements& each : cases) {
    EXPECT_EQ(each.shape.Elements(), each.elements) << each.shape;
    EXPECT_EQ(each.shape.IsKnown(), each.known) << each.shape;
  }
}

}  // namespace
}  // namespace ge::ir
