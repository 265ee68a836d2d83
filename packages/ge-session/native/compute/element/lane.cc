#include "compute/element/lane.h"

namespace ge::cpu::compute {

std::optional<Lane> LaneOf(base::DataType type) {
  std::optional<Lane> lane;
  Visit(PlainTypes(), type,
        [&](auto element) { lane = kLaneOf<WideLane<typename decltype(element)::type>>; });
  return lane;
}

bool IsLaneType(base::DataType type) {
  return Visit(LaneTypes(), type, [](auto) {});
}

}  // namespace ge::cpu::compute
