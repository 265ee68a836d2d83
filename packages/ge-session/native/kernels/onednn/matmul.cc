#include "kernels/onednn/matmul.h"

#include <optional>

#include "kernels/onednn/primitive.h"

namespace ge::cpu::kernels::onednn {

using dnnl::memory;

struct Matmul::State {
  memory::desc a, b, bias, y;
  memory::desc used_b;
  memory::desc scratchpad;
  dnnl::matmul primitive;
  std::optional<Reorder> pack;
};

namespace {

memory::desc MatrixDesc(const std::vector<int64_t>& batch, int64_t rows, int64_t columns, bool transposed) {
  memory::dims dims = batch;
  dims.push_back(transposed ? columns : rows);
  dims.push_back(transposed ? rows : columns);
  memory::dims strides = RowMajor(dims);
  if (transposed) {
    std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
    std::swap(strides[dims.size() - 1], strides[dims.size() - 2]);
  }
  return Describe(dims, strides);
}

memory::desc AnyLayout(const memory::desc& desc) {
#if DNNL_VERSION_MAJOR >= 3
  return Describe(desc.get_dims(), memory::format_tag::any);
#else
  return Describe(desc.dims(), memory::format_tag::any);
#endif
}

}  // namespace

Matmul::Matmul(std::unique_ptr<State> state) : state_(std::move(state)) {}
Matmul::~Matmul() = default;

base::Result<std::unique_ptr<Matmul>> Matmul::Make(const MatmulShape& shape, bool packs_b) {
  auto state = std::make_unique<State>();
  State& s = *state;
  GE_RETURN_IF_ERROR(Guarded([&] {
    s.a = MatrixDesc(shape.a_batch, shape.rows, shape.inner, shape.transpose_a);
    s.b = MatrixDesc(shape.b_batch, shape.inner, shape.columns, shape.transpose_b);
    s.y = MatrixDesc(shape.y_batch, shape.rows, shape.columns, false);
    if (shape.has_bias) {
      memory::dims dims(shape.y_batch.size() + 2, 1);
      dims.back() = shape.columns;
      s.bias = Describe(dims, RowMajor(dims));
    }
    s.primitive = dnnl::matmul(MatmulFor(s.a, packs_b ? AnyLayout(s.b) : s.b, s.bias, s.y, Attr()));
    const auto description = DescriptionOf(s.primitive);
    s.used_b = packs_b ? description.weights_desc() : s.b;
    s.scratchpad = description.scratchpad_desc();
    s.pack.emplace(s.b, s.used_b);
  }));
  return std::unique_ptr<Matmul>(new Matmul(std::move(state)));
}

size_t Matmul::packed_bytes() const { return state_->used_b.get_size(); }

void Matmul::Pack(const float* b, void* packed) const { state_->pack->Run(b, packed); }

bool Matmul::PacksLike(const Matmul& other) const { return state_->used_b == other.state_->used_b; }

size_t Matmul::workspace_bytes() const { return state_->scratchpad.get_size(); }

base::Status Matmul::Run(const float* a, const void* b, const float* bias, float* y, void* workspace) const {
  const State& s = *state_;
  return Guarded([&] {
    std::unordered_map<int, memory> arguments = {{DNNL_ARG_SRC, Wrap(s.a, a)},
                                                 {DNNL_ARG_WEIGHTS, Wrap(s.used_b, b)},
                                                 {DNNL_ARG_DST, Wrap(s.y, y)},
                                                 {DNNL_ARG_SCRATCHPAD, Wrap(s.scratchpad, workspace)}};
    if (bias != nullptr) arguments.emplace(DNNL_ARG_BIAS, Wrap(s.bias, bias));
    s.primitive.execute(Stream(), arguments);
  });
}

}  // namespace ge::cpu::kernels::onednn
