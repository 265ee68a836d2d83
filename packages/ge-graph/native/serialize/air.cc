#include "serialize/air.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <unordered_set>

#include "base/file.h"
#include "serialize/data_nodes.h"
#include "serialize/model_def.h"

namespace ge::serialize {
namespace {

constexpr size_t kSmallData = 4096;  // not worth a file

struct SideFile {
  std::string location;  // relative to the folder of the AIR file
  std::shared_ptr<base::Buffer> data;
};

std::filesystem::path Placed(const std::string& path) {
  const std::filesystem::path given(path);
  const char* work = std::getenv("ASCEND_WORK_PATH");
  if (given.has_parent_path() || work == nullptr || *work == '\0') return given;
  return std::filesystem::path(work) / given;
}

std::string FileNamePart(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '/' || c == '\\' || c == '.'; }, '_');
  return text;
}

// Gives each large constant a file of its own.
class SideFiles {
 public:
  explicit SideFiles(const ir::Graph& root)
      : folder_(root.model.name.empty() ? "air_weight/"
                                        : "air_weight/" + FileNamePart(root.model.name) + "/") {}

  std::optional<DataPlace> Place(const ir::Node* node, const ir::Tensor& tensor) {
    if (node == nullptr || !IsConstant(*node) || tensor.size_bytes() < kSmallData) return std::nullopt;
    const std::string tag =
        FileNamePart(base::Text(node->type(), "_", node->graph()->name(), "_", node->name()));
    std::string location = folder_ + tag + "_file";
    // Names that differ in the replaced characters only.
    for (int again = 2; !taken_.insert(location).second; ++again) {
      location = folder_ + tag + "_" + std::to_string(again) + "_file";
    }
    files_.push_back({location, tensor.data});
    return DataPlace{0, std::move(location)};
  }

  base::Status Write(const std::filesystem::path& directory) const {
    for (const SideFile& file : files_) {
      GE_RETURN_IF_ERROR(
          base::WriteFileAtomically((directory / file.location).string(), {file.data->view()}));
    }
    return {};
  }

 private:
  std::string folder_;
  std::unordered_set<std::string> taken_;
  std::vector<SideFile> files_;
};

}  // namespace

base::Status SaveAir(const ir::Graph& graph, const std::string& path, size_t max_bytes) {
  if (path.empty()) return {"E13000", "the path of the AIR file is empty"};
  const std::filesystem::path place = Placed(path);
  GE_ASSIGN_OR_RETURN(Segments whole, WriteModel(graph));
  if (whole.size() <= max_bytes) return base::WriteFileAtomically(place.string(), whole.pieces());

  SideFiles files(graph);
  WriteOptions options;
  options.place_data = [&files](const ir::Node* node, const ir::Tensor& tensor) {
    return files.Place(node, tensor);
  };
  GE_ASSIGN_OR_RETURN(const Segments model, WriteModel(graph, options));
  if (model.size() > max_bytes) {
    return {"E13023", base::Text("graph \"", graph.name(), "\" takes ", model.size(),
                                 " bytes without the weights of its ", "constants, more than the ", max_bytes,
                                 " bytes that an AIR file may have")};
  }
  GE_RETURN_IF_ERROR(files.Write(place.parent_path()));
  return base::WriteFileAtomically(place.string(), model.pieces());
}

base::Result<std::shared_ptr<ir::Graph>> LoadAir(const std::string& path) {
  if (path.empty()) return base::Status("E13000", "the path of the AIR file is empty");
  GE_ASSIGN_OR_RETURN(const std::shared_ptr<base::Buffer> bytes, base::Buffer::MapFile(path));
  if (bytes->size() == 0 || bytes->size() > kMaxMessageBytes) {
    return base::Status("E13015", base::Text("\"", path, "\" has ", bytes->size(),
                                             " bytes; an AIR file has 1 to ", kMaxMessageBytes));
  }
  ReadOptions options;
  const std::filesystem::path directory = std::filesystem::path(path).parent_path();
  options.directory = directory.empty() ? "." : directory.string();
  base::Result<std::shared_ptr<ir::Graph>> graph = ReadModel(bytes, options);
  return graph.ok() ? std::move(graph) : graph.status().In(base::Text("\"", path, "\""));
}

}  // namespace ge::serialize
