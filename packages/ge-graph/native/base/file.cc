#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/buffer.h"

namespace ge::base {
namespace {

Status MakeDirectories(const std::filesystem::path& directory) {
  if (directory.empty()) return {};
  std::filesystem::path made;
  for (const auto& part : directory) {
    made /= part;
    if (::mkdir(made.c_str(), 0777) == 0 || std::filesystem::is_directory(made)) continue;
    return {"E13000", Text("cannot make directory \"", made.string(), "\": ", std::strerror(errno))};
  }
  return {};
}

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// A new file in `directory`, open for writing; -1 and errno where none can be made. Made by open, not by
// mkstemp: only so the system applies the umask, which cannot be read without changing it for all threads.
// The name is one of its own: the final file's may be as long as names can be.
int OpenTemporary(const std::filesystem::path& directory, std::string* name) {
  static std::atomic<unsigned> next = 0;
  int file = -1;
  do {
    *name = (directory / Text(".ge_writing_", ::getpid(), "_", next++)).string();
    file = ::open(name->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (file < 0 && (errno == EEXIST || errno == EINTR));
  return file;
}

}  // namespace

Status WriteFileAtomically(const std::string& path, const std::vector<std::string_view>& pieces) {
  if (path.empty()) return {"E13000", "the path of the file to write is empty"};
  const std::filesystem::path directory = std::filesystem::path(path).parent_path();
  GE_RETURN_IF_ERROR(MakeDirectories(directory));

  std::string temporary;
  const int file = OpenTemporary(directory, &temporary);
  if (file < 0) return {"E13004", Text("cannot write \"", path, "\": ", std::strerror(errno))};
  bool written = true;
  for (size_t i = 0; written && i < pieces.size(); ++i) written = WriteAll(file, pieces[i]);
  int error = errno;
  if (::close(file) != 0 && written) {
    written = false;
    error = errno;
  }
  if (written && ::rename(temporary.c_str(), path.c_str()) != 0) {
    written = false;
    error = errno;
  }
  if (written) return {};
  ::unlink(temporary.c_str());
  return {"E13004", Text("cannot write \"", path, "\": ", std::strerror(error))};
}

Result<std::string> ReadWholeFile(const std::string& path) {
  GE_ASSIGN_OR_RETURN(const std::shared_ptr<Buffer> mapped, Buffer::MapFile(path));
  return std::string(mapped->view());
}

}  // namespace ge::base
