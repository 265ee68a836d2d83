#include "base/error_codes.h"

#include <algorithm>
#include <iterator>

namespace ge::base {
namespace {

// Sorted by code.
constexpr ErrorInfo kErrors[] = {
    {"E10001", "Invalid_Argument", "value, parameter, reason"},
    {"E10002", "Invalid_Argument_Tensor_Input_Shape", "shape, reason, sample"},
    {"E10003", "Invalid_Argument", "value, parameter, reason"},
    {"E10004", "Invalid_Argument", "parameter"},
    {"E10005", "Invalid_Argument", "value, parameter"},
    {"E10006", "Invalid_Argument", "value, parameter"},
    {"E10007", "Invalid_Argument", "parameter, support"},
    {"E10008", "Invalid_Argument", ""},
    {"E10009", "Invalid_Argument_Tensor_Dynamic_Shape", ""},
    {"E10010", "Invalid_Argument", "loglevel"},
    {"E10011", "Invalid_Argument_Tensor_Input_Shape", "shape, result"},
    {"E10012", "Invalid_Argument_Tensor_Input_Shape", ""},
    {"E10013", "Invalid_Argument", "value, parameter"},
    {"E10014", "Invalid_Argument", "value, parameter"},
    {"E10016", "Invalid_Argument_Operator_Name", "opname, parameter"},
    {"E10017", "Invalid_Argument", "opname, parameter"},
    {"E10018", "Invalid_Argument_Tensor_Dynamic_Shape", "shape, index"},
    {"E10019", "Invalid_Argument_Tensor_Input_Shape", ""},
    {"E10020", "Invalid_Argument", "dynamic_image_size"},
    {"E10021", "Invalid_Argument", "parameter, size"},
    {"E10022", "Invalid_Argument", "filename, parameter"},
    {"E10023", "Invalid_Argument", "value"},
    {"E10024", "Invalid_Argument", "value"},
    {"E10025", "Invalid_Argument", "realpath, errmsg"},
    {"E10026", "Invalid_Argument", ""},
    {"E10027", "Invalid_Argument", "attr, input_output, index, op_name"},
    {"E10029", "Invalid_Argument", "op_name"},
    {"E10030", "Invalid_Argument", "attrname, op_name"},
    {"E10031", "Invalid_Argument_Tensor_Input_Shape", ""},
    {"E10032", "File_Operation_Error_Parse", "file_name, reason"},
    {"E10034", "Invalid_Argument", "opname"},
    {"E10035", "Invalid_Argument_Tensor_Dynamic_Shape", "shapesize, minshapesize"},
    {"E10036", "Invalid_Argument_Tensor_Dynamic_Shape", "shapesize, maxshapesize"},
    {"E10037", "Invalid_Argument_Tensor_Dynamic_Shape", "shapesize1, shapesize2"},
    {"E10038", "Invalid_Argument_Tensor_Dynamic_Shape", "dim"},
    {"E10039", "Invalid_Argument_Tensor_Dynamic_Shape", ""},
    {"E10040", "Invalid_Argument_Tensor_Input_Shape", ""},
    {"E10041", "Invalid_Argument_Model", "parameter"},
    {"E10045", "Invalid_Argument_Tensor_Dynamic_Shape", "name, shape"},
    {"E10046", "Invalid_Argument_Tensor_Dynamic_Shape", "name, shape"},
    {"E10047", "Invalid_Argument", "parameter0, parameter1"},
    {"E10048", "Invalid_Argument", "shape_range, reason, sample"},
    {"E10049", "Invalid_Argument_Tensor_Input_Shape", "shape_range_size, cur_dim_size"},
    {"E10050", "Invalid_Argument_Tensor_Input_Shape_Range", "cur_dim, shape_range_left, shape_range_right"},
    {"E10051", "Invalid_Argument", "id, length"},
    {"E10052", "Invalid_Argument", "reason"},
    {"E10054", "Invalid_Argument", "parameter"},
    {"E10055", "Not_Supported", "reason"},
    {"E10056", "Invalid_Argument", "parameter1, parameter2"},
    {"E10057", "Invalid_Argument", "parameter0, parameter1"},
    {"E10058", "Invalid_Argument", "parameter"},
    {"E10059", "Invalid_Argument", "stage, reason"},
    {"E10060", "Invalid_Argument", "reason"},
    {"E10061", "Invalid_Argument", "value, parameter, expected_value"},
    {"E10062", "Invalid_Argument_API_Call_Sequence", "interface, reason"},
    {"E10063", "Environment_Error", "interface, reason"},
    {"E10401", "Invalid_Argument_Operator_Input_Count", "expect_num, input_num"},
    {"E10402", "Invalid_Argument_Operator_Input_Buffer", "index, expect_size, input_size"},
    {"E10403", "Invalid_Argument_Operator_Output_Count", "expect_num, input_num"},
    {"E10404", "Invalid_Argument_Operator_Output_Buffer", "index, expect_size, input_size"},
    {"E10405", "Invalid_Argument", "input_num, input_desc_num"},
    {"E10406", "Invalid_Argument", "out_num, out_desc_num"},
    {"E10410", "File_Operation_Error_File_Not_Exist", "cfgpath"},
    {"E10501", "Not_Supported_Operator", "opname, optype"},
    {"E11001", "Invalid_Argument_Caffe_Model_Data", ""},
    {"E11003", "Invalid_Argument_Caffe_Model_Data", "input_dim_size, input_size"},
    {"E11004", "Invalid_Argument_Caffe_Model_Data", "input_shape_size, input_size"},
    {"E11005", "Invalid_Argument_Tensor_Input_Shape", "input"},
    {"E11008", "Invalid_Argument_Caffe_Model_Data", ""},
    {"E11009", "Not_Supported_Operator", "opname, optype"},
    {"E11012", "Invalid_Argument_Caffe_Model_Data", "bottom_blob, layer, bottom_index"},
    {"E11014", "Invalid_Argument_Caffe_Model_Data", "opname"},
    {"E11015", "Invalid_Argument_Caffe_Model_Data", "opname"},
    {"E11016", "Invalid_Argument", "opname, outputindex, totlaloutputindex, inputindex, totlalinputindex"},
    {"E11017", "Invalid_Argument", "opname"},
    {"E11018", "Invalid_Argument_Caffe_Model_Data", "opname"},
    {"E11021", "Invalid_Argument_Caffe_Model_Data", "realpath"},
    {"E11022", "Invalid_Argument_Caffe_Model_Data", ""},
    {"E11023", "Invalid_Argument_Caffe_Model_Data", ""},
    {"E11024", "Invalid_Argument_Caffe_Model_Data", ""},
    {"E11027", "Invalid_Argument_Caffe_Model_Data", "layername, layertype"},
    {"E11029", "Invalid_Argument_Caffe_Model_Data", "opname"},
    {"E11032", "Invalid_Argument_Caffe_Model_Data", "message_type, name, reason"},
    {"E11033", "Invalid_Argument_Caffe_Model_Weight", "opname, blobsize, reason"},
    {"E11035", "Invalid_Argument_Caffe_Model_Data", "opname, size"},
    {"E11036", "Invalid_Argument_Caffe_Model_Data", "topname"},
    {"E11037", "Invalid_Argument_Caffe_Model_Data", "opname"},
    {"E12004", "Invalid_Argument_Operator_Input_Index", "opname, inputIdx, inputsize"},
    {"E12009", "Invalid_Argument_TensorFlow_Model_Data", "opname, inputopname"},
    {"E12013", "Invalid_Argument_TensorFlow_Model_Data", "functionname"},
    {"E12029", "Invalid_Argument_TensorFlow_Model_Data", ""},
    {"E13000", "File_Operation_Error_Invalid_Path", "path, errmsg"},
    {"E13001", "File_Operation_Error_Open", "file, errmsg"},
    {"E13002", "Directory_Operation_Error_Name_Too_Long", "filepath, size"},
    {"E13003", "File_Operation_Error_Read", "file, errmsg"},
    {"E13004", "File_Operation_Error_Write", "file, errmsg"},
    {"E13005", "File_Operation_Error_Parse", "file"},
    {"E13006", "File_Operation_Error_Parse", "file, current_type, expect_type"},
    {"E13009", "Invalid_Argument_Operator_Name", "opname"},
    {"E13010", "Not_Supported_Operator", "opname, optype"},
    {"E13014", "Invalid_Argument", "value, parameter, opname, reason"},
    {"E13015", "File_Operation_Error_Invalid_File_Size", "file, size, maxsize"},
    {"E13018", "File_Operation_Error_Parse", "protofile"},
    {"E13023", "Invalid_Argument_OM_Model_Size", "item, size, maxsize"},
    {"E13024", "Config_Error_Invalid_Environment_Variable", "value, env, situation"},
    {"E13025", "Invalid_Argument", "reason"},
    {"E13026", "File_Operation_Error_Invalid_Path", "pathname, reason"},
    {"E13027", "Invalid_Argument_Network_Connection", "address"},
    {"E13028", "Compilation_Error_Execute_Custom_Fusion_Pass", "passname, retcode, reason"},
    {"E13029", "Compilation_Error_Load_Custom_Fusion_Pass", "passlibname, reason"},
    {"E13030", "Initialization_Error_Register_Custom_Fusion_Pass", "passname, reason"},
    {"E13031", "Invalid_Argument", "reason"},
    {"E14001", "Invalid_Argument_Operator_Compilation_Parameter", "value, opname, optype, reason"},
    {"E14002", "Invalid_Argument_Tensor_Attribute", "attribute, reason"},
    {"E16001", "Invalid_Argument_ONNX_Model_Data", "value"},
    {"E16002", "Invalid_Argument_ONNX_Model_Data", "optype"},
    {"E16004", "Invalid_Argument_ONNX_Model_Data", ""},
    {"E16005", "Invalid_Argument_ONNX_Model_Data", "domain_version_size"},
    {"E19999", "Inner_Error", ""},
    {"W11001", "Performance_Not_Optimal_Operator", "opname"},
    {"W11002", "Config_Error_Weight_Configuration", "filename, opnames"},
    {"W11003", "Config_Error_Operator_Missing_Implementation", "optype, func"},
};

constexpr bool IsSorted() {
  for (size_t i = 1; i < std::size(kErrors); ++i) {
    if (kErrors[i - 1].code >= kErrors[i].code) return false;
  }
  return true;
}
static_assert(IsSorted());

}  // namespace

const ErrorInfo* FindError(std::string_view code) {
  const auto* found =
      std::lower_bound(std::begin(kErrors), std::end(kErrors), code,
                       [](const ErrorInfo& info, std::string_view wanted) { return info.code < wanted; });
  return found == std::end(kErrors) || found->code != code ? nullptr : found;
}

std::vector<std::string_view> ErrorInfo::ParameterNames() const {
  std::vector<std::string_view> names;
  for (std::string_view rest = parameters; !rest.empty();) {
    const size_t comma = rest.find(", ");
    names.push_back(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 2);
  }
  return names;
}

const std::vector<std::string_view>& ErrorCodes() {
  static const auto* const codes = [] {
    auto* all = new std::vector<std::string_view>;
    for (const ErrorInfo& info : kErrors) all->push_back(info.code);
    return all;
  }();
  return *codes;
}

}  // namespace ge::base
