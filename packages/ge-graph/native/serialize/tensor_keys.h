#pragma once

#include <string_view>

// Attributes of a descriptor that tell what is no attribute for us.
namespace ge::serialize::keys {

inline constexpr std::string_view kFormatNumber = "format_for_int";
inline constexpr std::string_view kLength = "length";
inline constexpr std::string_view kLocation = "location";
inline constexpr std::string_view kOriginType = "origin_data_type";
inline constexpr std::string_view kOriginFormat = "origin_format";
inline constexpr std::string_view kOriginFormatNumber = "origin_format_for_int";
inline constexpr std::string_view kOriginFormatIsSet = "origin_format_is_set";
inline constexpr std::string_view kOriginShape = "origin_shape";
inline constexpr std::string_view kOriginShapeInitialized = "origin_shape_initialized";
inline constexpr std::string_view kPlacement = "placement";
inline constexpr std::string_view kShapeRange = "shape_range";
inline constexpr std::string_view kTypeNumber = "__tensor_desc_data_type__";

}  // namespace ge::serialize::keys
