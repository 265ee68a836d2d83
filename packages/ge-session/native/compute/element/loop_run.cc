#include <algorithm>
#include <cstring>
#include <vector>

#include "compute/element/loop_plan.h"
#include "compute/parallel.h"
#include "compute/run_loop.h"

namespace ge::cpu::compute {

namespace {

constexpr int64_t kSlotBytes = 4096;

// This thread's slots. They stay with the thread.
char* Slots(int64_t count) {
  thread_local std::vector<char> memory;
  constexpr size_t kAlignment = 64;
  const auto needed = static_cast<size_t>(count * kSlotBytes) + kAlignment;
  if (memory.size() < needed) memory.resize(needed);
  const auto address = reinterpret_cast<uintptr_t>(memory.data());
  return memory.data() + (kAlignment - address % kAlignment) % kAlignment;
}

}  // namespace

ElementLoop::Tile ElementLoop::TileAt(int64_t i) const {
  Tile tile;
  tile.row = i / tiles_a_row_;
  tile.column = i % tiles_a_row_ * tile_count_;
  const int64_t row = flat_ ? space_.count() : space_.inner();
  tile.count = std::min(tile_count_, row - tile.column);
  return tile;
}

void ElementLoop::Gather(size_t operand, const Tile& tile, const void* from, void* to) const {
  const int64_t bytes = operands_[operand].bytes;
  const int64_t inner = space_.inner();
  const bool walks = operands_[operand].walks;
  const char* source = static_cast<const char*>(from);
  char* target = static_cast<char*>(to);
  for (int64_t at = tile.column, end = tile.column + tile.count; at < end;) {
    const int64_t row = at / inner;
    const int64_t column = at % inner;
    const int64_t run = std::min(inner - column, end - at);
    const char* first = source + (space_.Offset(operand, row) + (walks ? column : 0)) * bytes;
    if (walks) {
      std::memcpy(target, first, static_cast<size_t>(run * bytes));
    } else {
      for (int64_t i = 0; i < run; ++i) std::memcpy(target + i * bytes, first, static_cast<size_t>(bytes));
    }
    target += run * bytes;
    at += run;
  }
}

void ElementLoop::RunTile(const Tile& tile, char* slots, const void* const* operands,
                          void* const* results) const {
  const char* reads[kMostPorts];
  char* writes[kMostPorts];
  for (size_t k = 0; k < operands_.size(); ++k) {
    const Port& port = operands_[k];
    int64_t offset = 0;
    if (!port.scalar && !port.gathered) {
      offset = flat_ ? tile.column : space_.Offset(k, tile.row) + (port.walks ? tile.column : 0);
    }
    reads[k] = static_cast<const char*>(operands[k]) + offset * port.bytes;
  }
  for (size_t k = 0; k < result_bytes_.size(); ++k) {
    const int64_t row_start = flat_ ? 0 : tile.row * space_.inner();
    writes[k] = static_cast<char*>(results[k]) + (row_start + tile.column) * result_bytes_[k];
  }
  const auto at = [&](const Place& place) -> const void* {
    switch (place.kind) {
      case Place::Kind::kSlot:
        return slots + place.index * kSlotBytes;
      case Place::Kind::kOperand:
        return reads[place.index];
      case Place::Kind::kResult:
        return writes[place.index];
      case Place::Kind::kLiteral:
        return &literals_[static_cast<size_t>(place.index)];
      case Place::Kind::kNone:
        return nullptr;
    }
    return nullptr;
  };
  for (const Step& step : steps_) {
    void* const out = const_cast<void*>(at(step.out));
    if (step.block == nullptr) {
      Gather(static_cast<size_t>(step.x.index), tile, reads[step.x.index], out);
    } else {
      step.block({at(step.x), at(step.y), at(step.z), out, step.once ? 1 : tile.count, step.numbers});
    }
  }
}

void ElementLoop::RunTiles(int64_t begin, int64_t end, const void* const* operands,
                           void* const* results) const {
  char* const slots = Slots(slots_);
  for (int64_t i = begin; i < end; ++i) RunTile(TileAt(i), slots, operands, results);
}

void ElementLoop::RunRange(int64_t begin, int64_t end, const void* const* operands,
                           void* const* results) const {
  char* const slots = Slots(slots_);
  for (int64_t at = begin; at < end; at += tile_count_) {
    RunTile({0, at, std::min(tile_count_, end - at)}, slots, operands, results);
  }
}

void ElementLoop::Run(const void* const* operands, void* const* results) const {
  const int64_t work = tile_count_ * static_cast<int64_t>(std::max<size_t>(steps_.size(), 1));
  ParallelFor(tiles_, kElementGrain / work + 1,
              [&](int64_t begin, int64_t end) { RunTiles(begin, end, operands, results); });
}

}  // namespace ge::cpu::compute
