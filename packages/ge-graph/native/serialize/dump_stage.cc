#include "serialize/dump_stage.h"

#include <atomic>
#include <cstdlib>

#include "base/file.h"
#include "serialize/dump_file.h"
#include "serialize/onnx_dump.h"
#include "serialize/readable_dump.h"

namespace ge::serialize {
namespace {

int64_t NextNumber(DumpFormat format) {
  static std::atomic<int64_t> next[3];
  return next[static_cast<size_t>(format)]++;
}

const std::string& DumpFolder(int64_t device_id) {
  static const std::string folder = ChooseDumpFolder(device_id);
  return folder;
}

// Too large a text leaves no file, which is no error: the user set the limit.
base::Status Write(const ir::Graph& graph, DumpFormat format, int64_t number, const std::string& stage,
                   const std::string& text, const DumpContext& context) {
  if (context.max_file_bytes > 0 && text.size() > static_cast<size_t>(context.max_file_bytes)) return {};
  const std::string path = DumpFolder(context.device_id) + DumpFileName(graph, format, number, stage);
  return base::WriteFileAtomically(path, {text});
}

base::Result<std::string> StageText(const ir::Graph& graph, DumpFormat format, DumpLevel level,
                                    const DumpContext& context) {
  switch (format) {
    case DumpFormat::kOnnx:
      return OnnxDump(graph, level);
    case DumpFormat::kTxt:
      return TextDump(graph, level, &context.options);
    default:
      return ReadableDump(graph);
  }
}

}  // namespace

base::Status DumpStage(const ir::Graph& graph, const std::string& stage, const DumpContext& context) {
  std::optional<DumpLevel> level = ParseDumpLevel(std::getenv("DUMP_GE_GRAPH"));
  std::vector<DumpFormat> formats;
  if (level && IsStageDumped(stage, std::getenv("DUMP_GRAPH_LEVEL"))) {
    formats = ParseDumpFormats(std::getenv("DUMP_GRAPH_FORMAT"));
  } else if (context.dumps_op_data && stage == "Build") {
    // Whoever reads the data of operators needs the graph that they belong to.
    level = DumpLevel::kAll;
    formats = {DumpFormat::kTxt};
  }
  for (const DumpFormat format : formats) {
    const int64_t number = NextNumber(format);
    if (context.max_files > 0 && number > context.max_files) continue;
    GE_ASSIGN_OR_RETURN(const std::string text, StageText(graph, format, *level, context));
    GE_RETURN_IF_ERROR(Write(graph, format, number, stage, text, context));
  }
  return {};
}

base::Result<std::string> DumpText(const ir::Graph& graph, DumpFormat format) {
  switch (format) {
    case DumpFormat::kOnnx:
      return OnnxDump(graph);
    case DumpFormat::kTxt:
      return TextDump(graph);
    default:
      return ReadableDump(graph);
  }
}

base::Status DumpToFile(const ir::Graph& graph, DumpFormat format, const std::string& suffix,
                        const DumpContext& context) {
  const int64_t number = NextNumber(format);
  if (format != DumpFormat::kReadable && context.max_files > 0 && number > context.max_files) {
    return {"E13004",
            base::Text("dump number ", number, " of graph \"", graph.name(), "\" is above the limit of ",
                       context.max_files, " files (ge.maxDumpFileNum)")};
  }
  GE_ASSIGN_OR_RETURN(const std::string text, DumpText(graph, format));
  return Write(graph, format, number, suffix, text, context);
}

}  // namespace ge::serialize
