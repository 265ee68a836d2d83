#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/buffer.h"
#include "compute/parallel.h"
#include "compute/vector_math.h"
#include "kernels/attr.h"
#include "kernels/float_elements.h"
#include "kernels/packed_product.h"
#include "kernels/reduce.h"

namespace ge::cpu::kernels {

namespace {

enum Port : int32_t { kQuery, kKey, kValue, kShift, kDropMask, kPaddingMask, kMask, kFirstOther };
enum Result : int32_t { kLargest, kSum, kProbabilities, kAttention };

constexpr int64_t kGrain = 4096;
constexpr int64_t kScoresAtOnce = int64_t{1} << 22;  // elements: 16 MB, which caches still help with
constexpr int64_t kStatisticsWidth = 8;              // each row's largest score and sum stand there 8 times

struct Sizes {
  int64_t batch = 1;
  int64_t heads = 1;     // of query
  int64_t kv_heads = 1;  // of key and value; each serves `group()` heads of query
  int64_t queries = 1;
  int64_t keys = 1;
  int64_t depth = 1;        // of query and key
  int64_t value_depth = 1;  // of value and the result

  int64_t group() const { return heads / kv_heads; }
};

// Where batch and rows stand in a layout; the heads come before the rows, or are part of each row.
struct Layout {
  std::string_view name;
  size_t batch;
  size_t row;
  bool heads_first;
};
constexpr std::array<Layout, 4> kLayouts = {
    Layout{"BNSD", 0, 2, true}, {"BSND", 0, 1, false}, {"BSH", 0, 1, false}, {"SBH", 1, 0, false}};

base::Result<Layout> LayoutOf(const RunContext& c) {
  GE_ASSIGN_OR_RETURN(const std::string name, AttrOf<std::string>(c, "input_layout"));
  const auto* found = std::find_if(kLayouts.begin(), kLayouts.end(),
                                   [&](const Layout& layout) { return layout.name == name; });
  if (found != kLayouts.end()) return *found;
  return Refuse(c, "input_layout must be BNSD, BSND, BSH or SBH, given ", name);
}

base::Result<Sizes> SizesOf(RunContext& c, const Layout& layout) {
  Sizes sizes;
  const ir::Shape& statistics = c.Output(kLargest).desc.shape;
  sizes.batch = statistics[0];
  sizes.heads = statistics[1];
  sizes.queries = statistics[2];
  const ir::Shape& query = c.Input(kQuery).desc.shape;
  const ir::Shape& key = c.Input(kKey).desc.shape;
  const ir::Shape& value = c.Input(kValue).desc.shape;
  const int64_t query_rows = sizes.batch * sizes.heads * sizes.queries;
  sizes.keys = key.size() == query.size() ? key[layout.row] : 0;
  const auto shared = [](int64_t elements, int64_t rows) { return rows == 0 ? 0 : elements / rows; };
  sizes.depth = shared(query.Elements(), query_rows);
  sizes.kv_heads = shared(key.Elements(), sizes.batch * sizes.keys * sizes.depth);
  const int64_t key_rows = sizes.batch * sizes.kv_heads * sizes.keys;
  sizes.value_depth = shared(value.Elements(), key_rows);
  if (query_rows == 0) return sizes;
  if (key_rows * sizes.depth * sizes.value_depth == 0 || query.Elements() != query_rows * sizes.depth ||
      key.Elements() != key_rows * sizes.depth || value.Elements() != key_rows * sizes.value_depth ||
      sizes.heads % sizes.kv_heads != 0) {
    return Refuse(c,
                  "key and value must have as many rows as each other, and query a multiple of their "
                  "heads, of the same depth; query is ",
                  query, ", key is ", key, ", value is ", value, ", heads are ", sizes.heads,
                  ", the layout is ", layout.name);
  }
  return sizes;
}

// [batch, heads, rows, depth] in one of the layouts.
struct Heads {
  int64_t batch;
  int64_t heads;
  int64_t rows;
  int64_t depth;

  int64_t Elements() const { return batch * heads * rows * depth; }
  bool IsPlain(const Layout& layout) const { return layout.heads_first || (heads == 1 && layout.batch == 0); }
  // Elements before row 0 of a head, and from one of its rows to the next.
  int64_t Start(const Layout& layout, int64_t b, int64_t head) const {
    if (layout.heads_first) return (b * heads + head) * rows * depth;
    return ((layout.batch == 0 ? b * rows : b) * heads + head) * depth;
  }
  int64_t Step(const Layout& layout) const {
    return layout.heads_first ? depth : heads * depth * (layout.batch == 0 ? 1 : batch);
  }
};

// Calls `copy(at, in_layout, step)` for each head: where it starts with heads first, and in the layout.
template <typename Copy>
void ForEachHead(const Heads& shape, const Layout& layout, const Copy& copy) {
  ParallelFor(shape.batch * shape.heads, kGrain / std::max<int64_t>(shape.rows * shape.depth, 1) + 1,
              [&](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; ++i) {
                  copy(i * shape.rows * shape.depth, shape.Start(layout, i / shape.heads, i % shape.heads),
                       shape.Step(layout));
                }
              });
}

// The elements with heads first: as they are, or moved to `buffer`, which then ends behind them.
const float* HeadsFirst(const Heads& shape, const Layout& layout, const float* x, float*& buffer) {
  if (shape.IsPlain(layout)) return x;
  float* moved = buffer;
  buffer += shape.Elements();
  ForEachHead(shape, layout, [&](int64_t at, int64_t from, int64_t step) {
    for (int64_t row = 0; row < shape.rows; ++row)
      std::copy_n(x + from + row * step, shape.depth, moved + at + row * shape.depth);
  });
  return moved;
}

// A tensor that stretches to [batch, heads, queries, keys]; without elements, when there is none.
template <typename T>
struct Stretched {
  const T* data = nullptr;
  std::array<int64_t, 4> strides{};

  const T* Row(int64_t batch, int64_t head, int64_t query) const {
    return data == nullptr ? nullptr : data + batch * strides[0] + head * strides[1] + query * strides[2];
  }
};

template <typename T>
base::Status Stretch(const RunContext& c, int32_t input, const Sizes& sizes, const T* data,
                     Stretched<T>& out) {
  const ir::Shape& shape = c.Input(input).desc.shape;
  const std::array<int64_t, 4> full = {sizes.batch, sizes.heads, sizes.queries, sizes.keys};
  int64_t stride = 1;
  for (size_t i = 0; i < shape.size() && i < 4; ++i) {
    const int64_t size = shape[shape.size() - 1 - i];
    if (size != 1 && size != full[3 - i]) stride = 0;
    out.strides[3 - i] = size == 1 ? 0 : stride;
    stride *= size;
  }
  if (stride == 0 || shape.size() > 4) {
    return Refuse(c, c.node().InputName(input), " must stretch to [", sizes.batch, ", ", sizes.heads, ", ",
                  sizes.queries, ", ", sizes.keys, "], given ", shape);
  }
  out.data = data;
  return {};
}

// How a row of scores becomes probabilities.
struct Weighing {
  float scale = 1;        // of the products
  float shift_scale = 1;  // of the shift
  Stretched<float> shift;
  Stretched<uint8_t> mask;  // a key whose byte is not 0 is not looked at
};

// The row's largest score, and what its exponentials add up to. A row without any key becomes zeros.
inline void WeighRow(const Weighing& w, const float* shift, const uint8_t* mask, int64_t keys, float* row,
                     float& largest, float& sum) {
  const int64_t shift_step = w.shift.strides[3];
  const int64_t mask_step = w.mask.strides[3];
  for (int64_t j = 0; j < keys; ++j) row[j] *= w.scale;
  if (shift != nullptr) {
    for (int64_t j = 0; j < keys; ++j) row[j] += w.shift_scale * shift[j * shift_step];
  }
  if (mask != nullptr) {
    for (int64_t j = 0; j < keys; ++j) {
      if (mask[j * mask_step] != 0) row[j] = -INFINITY;
    }
  }
  largest = std::max(ReduceRow(row, keys, MaxOf()), std::numeric_limits<float>::lowest());
  for (int64_t j = 0; j < keys; ++j) row[j] = row[j] == -INFINITY ? 0.0F : Exp(row[j] - largest);
  sum = ReduceRow(row, keys, SumOf());
  const float factor = sum == 0 ? 0.0F : 1.0F / sum;
  for (int64_t j = 0; j < keys; ++j) row[j] *= factor;
}

struct Statistics {
  float* largest;
  float* sum;
};

// Rows of scores from row `first` of [batch, heads, queries] on.
void Weigh(const Weighing& w, const Sizes& sizes, int64_t first, int64_t count, float* scores,
           const Statistics& statistics) {
  ParallelFor(count, kGrain / sizes.keys + 1, [&](int64_t begin, int64_t end) {
    Vectorised([&, begin, end] {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t at = first + i;
        const int64_t head = at / sizes.queries;
        const int64_t query = at % sizes.queries;
        float largest = 0;
        float sum = 0;
        WeighRow(w, w.shift.Row(head / sizes.heads, head % sizes.heads, query),
                 w.mask.Row(head / sizes.heads, head % sizes.heads, query), sizes.keys,
                 scores + i * sizes.keys, largest, sum);
        std::fill_n(statistics.largest + at * kStatisticsWidth, kStatisticsWidth, largest);
        std::fill_n(statistics.sum + at * kStatisticsWidth, kStatisticsWidth, sum);
      }
    });
  });
}

base::Status CheckSupported(const RunContext& c) {
  for (int32_t i = 0; i < c.node().input_count(); ++i) {
    if ((i < kFirstOther && i != kDropMask && i != kPaddingMask) || !c.HasInput(i)) continue;
    return Refuse(c, c.node().InputName(i), " must not be connected: it is not supported");
  }
  GE_ASSIGN_OR_RETURN(const float keep, AttrOf<float>(c, "keep_prob"));
  if (keep != 1.0F) return Refuse(c, "keep_prob must be 1, given ", keep);
  GE_ASSIGN_OR_RETURN(const int64_t sparse, AttrOf<int64_t>(c, "sparse_mode"));
  if (sparse != 0 && sparse != 1) return Refuse(c, "sparse_mode must be 0 or 1, given ", sparse);
  return {};
}

// With sparse_mode 0 a mask says of keys far off nothing; only bands that leave nothing out are supported.
base::Status CheckBand(const RunContext& c, const Sizes& sizes) {
  GE_ASSIGN_OR_RETURN(const int64_t sparse, AttrOf<int64_t>(c, "sparse_mode"));
  GE_ASSIGN_OR_RETURN(const int64_t before, AttrOf<int64_t>(c, "pre_tockens"));
  GE_ASSIGN_OR_RETURN(const int64_t after, AttrOf<int64_t>(c, "next_tockens"));
  if (sparse == 1 || !c.HasInput(kMask) || (before >= sizes.queries && after >= sizes.keys)) return {};
  return Refuse(c, "pre_tockens and next_tockens must leave no key out, given ", before, " and ", after,
                " for ", sizes.queries, " queries and ", sizes.keys, " keys");
}

base::Result<Weighing> WeighingOf(const RunContext& c, const Sizes& sizes, const FloatElements* shift) {
  Weighing w;
  GE_ASSIGN_OR_RETURN(w.scale, AttrOf<float>(c, "scale_value"));
  GE_ASSIGN_OR_RETURN(const int64_t kind, AttrOf<int64_t>(c, "pse_type"));
  if (shift != nullptr) {
    if (kind != 0 && kind != 1) return Refuse(c, "pse_type must be 0 or 1, given ", kind);
    w.shift_scale = kind == 1 ? w.scale : 1.0F;
    GE_RETURN_IF_ERROR(Stretch(c, kShift, sizes, shift->data(), w.shift));
  }
  if (c.HasInput(kMask)) {
    const base::DataType type = c.Input(kMask).desc.type;
    if (type != base::DataType::kBool && type != base::DataType::kUint8) return RefuseType(c, kMask);
    GE_RETURN_IF_ERROR(Stretch(c, kMask, sizes, c.Input(kMask).elements<uint8_t>(), w.mask));
  }
  return w;
}

onednn::MatmulShape ProductOfHeads(int64_t count, int64_t rows, int64_t inner, int64_t columns,
                                   bool transpose_b) {
  onednn::MatmulShape shape;
  shape.a_batch = shape.b_batch = shape.y_batch = {count};
  shape.rows = rows;
  shape.inner = inner;
  shape.columns = columns;
  shape.transpose_b = transpose_b;
  return shape;
}

// Some heads of key and value at a time, so that not all scores stand in memory at once. The heads of query
// that one head of key serves follow each other: they are more rows of the same product.
class FlashAttention final : public Kernel {
 public:
  base::Status Run(RunContext& c) override {
    GE_RETURN_IF_ERROR(CheckSupported(c));
    GE_ASSIGN_OR_RETURN(const Layout layout, LayoutOf(c));
    GE_ASSIGN_OR_RETURN(const Sizes sizes, SizesOf(c, layout));
    if (sizes.batch * sizes.heads * sizes.queries == 0) return {};
    GE_RETURN_IF_ERROR(CheckBand(c, sizes));
    GE_ASSIGN_OR_RETURN(const FloatElements q, FloatElements::Of(c, kQuery));
    GE_ASSIGN_OR_RETURN(const FloatElements k, FloatElements::Of(c, kKey));
    GE_ASSIGN_OR_RETURN(const FloatElements v, FloatElements::Of(c, kValue));
    FloatElements shift;
    if (c.HasInput(kShift)) {
      GE_ASSIGN_OR_RETURN(shift, FloatElements::Of(c, kShift));
    }
    GE_ASSIGN_OR_RETURN(const Weighing weighing, WeighingOf(c, sizes, c.HasInput(kShift) ? &shift : nullptr));
    FloatResult result(c.Output(kAttention));
    GE_RETURN_IF_ERROR(Attend(c, layout, sizes, weighing, {q.data(), k.data(), v.data(), result.data()}));
    result.Finish();
    return {};
  }

 private:
  struct Tensors {
    const float* q;
    const float* k;
    const float* v;
    float* y;
  };

  base::Status Attend(RunContext& c, const Layout& layout, const Sizes& s, const Weighing& weighing,
                      const Tensors& t) {
    const int64_t rows = s.group() * s.queries;  // of one head of key
    const int64_t pairs = s.batch * s.kv_heads;
    const int64_t at_once = std::clamp<int64_t>(kScoresAtOnce / (rows * s.keys), 1, pairs);
    const Heads query = {s.batch, s.heads, s.queries, s.depth};
    const Heads key = {s.batch, s.kv_heads, s.keys, s.depth};
    const Heads value = {s.batch, s.kv_heads, s.keys, s.value_depth};
    const Heads attention = {s.batch, s.heads, s.queries, s.value_depth};
    const auto moved = [&](const Heads& heads) { return heads.IsPlain(layout) ? 0 : heads.Elements(); };
    const int64_t elements =
        at_once * rows * s.keys + moved(query) + moved(key) + moved(value) + moved(attention);
    const auto buffer = base::Buffer::AllocateForWriting(static_cast<size_t>(elements) * sizeof(float));
    auto* scores = static_cast<float*>(buffer->mutable_data());
    float* rest = scores + at_once * rows * s.keys;
    const float* q = HeadsFirst(query, layout, t.q, rest);
    const float* k = HeadsFirst(key, layout, t.k, rest);
    const float* v = HeadsFirst(value, layout, t.v, rest);
    float* y = attention.IsPlain(layout) ? t.y : rest;
    const Statistics statistics = {MutableElements<float>(c.Output(kLargest)),
                                   MutableElements<float>(c.Output(kSum))};
    for (int64_t first = 0; first < pairs; first += at_once) {
      const int64_t count = std::min(at_once, pairs - first);
      GE_RETURN_IF_ERROR(Multiply(c, scores_, ProductOfHeads(count, rows, s.depth, s.keys, true),
                                  q + first * rows * s.depth, k + first * s.keys * s.depth, scores));
      Weigh(weighing, s, first * rows, count * rows, scores, statistics);
      GE_RETURN_IF_ERROR(Multiply(c, sums_, ProductOfHeads(count, rows, s.keys, s.value_depth, false), scores,
                                  v + first * s.keys * s.value_depth, y + first * rows * s.value_depth));
    }
    if (y != t.y) {
      ForEachHead(attention, layout, [&](int64_t at, int64_t to, int64_t step) {
        for (int64_t row = 0; row < attention.rows; ++row)
          std::copy_n(y + at + row * attention.depth, attention.depth, t.y + to + row * step);
      });
    }
    return {};
  }

  static base::Status Multiply(RunContext& c, PackedProduct& product, const onednn::MatmulShape& shape,
                               const float* a, const float* b, float* y) {
    GE_ASSIGN_OR_RETURN(const PackedProduct::Shared ready, product.For(shape, b));
    return ready->Run(a, b, nullptr, y, c.Workspace(ready->matmul->workspace_bytes()));
  }

  PackedProduct scores_{false};
  PackedProduct sums_{false};
};

}  // namespace

GE_PREPARED_KERNEL(FlashAttentionScore, kFloatsUpTo32) {
  return std::unique_ptr<Kernel>(std::make_unique<FlashAttention>());
}

}  // namespace ge::cpu::kernels
