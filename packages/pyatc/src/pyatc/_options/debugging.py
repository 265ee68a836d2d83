"""What helps to find a fault."""

from __future__ import annotations

from pyatc._options.option import Effect, Option

_DEBUG = "Debug"
_BOOL = ("true", "false")
_BIT = ("0", "1")
_USED = Effect.USED
_REFUSED = Effect.REFUSED

DEBUGGING: tuple[Option, ...] = (
    Option("op_debug_config", _DEBUG, "Debug switches of the kernels.", key="op_debug_config"),
    Option("debug_dir", _DEBUG, "Where kernel files go.", default="./kernel_meta", key="ge.debugDir"),
    Option(
        "op_compiler_cache_mode",
        _DEBUG,
        "Kernel cache.",
        default="disable",
        values=("enable", "force", "disable"),
        key="ge.op_compiler_cache_mode",
    ),
    Option("op_compiler_cache_dir", _DEBUG, "Place of the kernel cache.", key="ge.op_compiler_cache_dir"),
    Option(
        "deterministic",
        _DEBUG,
        "1: deterministic kernels (the CPU engine's always are).",
        default="0",
        values=_BIT,
        key="ge.deterministic",
        code="E10006",
    ),
    Option(
        "deterministic_level",
        _DEBUG,
        "How deterministic.",
        default="0",
        values=("0", "1", "2", "3"),
        key="ge.deterministicLevel",
    ),
    Option(
        "atomic_clean_policy",
        _DEBUG,
        "When memory is cleaned.",
        default="0",
        values=_BIT,
        key="ge.exec.atomicCleanPolicy",
        code="E10006",
    ),
    Option(
        "status_check",
        _DEBUG,
        "Detect overflow in kernels.",
        default="0",
        values=_BIT,
        key="ge.status_check",
        code="E10006",
    ),
    Option(
        "log",
        _DEBUG,
        "Messages on standard error: this level and above, null for none. Without it ASCEND_GLOBAL_LOG_LEVEL counts, "
        "0 (debug) to 4 (none), else 3 (error). ASCEND_SLOG_PRINT_TO_STDOUT=1 writes to standard output.",
        values=("debug", "info", "warning", "error", "null"),
        key="log",
        effect=_USED,
        code="E10010",
    ),
    Option(
        "passes_verify",
        _DEBUG,
        "numeric: compare what the model computes before and after each pass in Python, and fail where it differs.",
        default="off",
        values=("off", "numeric"),
        key="ge.passes.verify",
        effect=_USED,
    ),
    Option(
        "passes_plugins",
        _DEBUG,
        "on: also run the passes of installed distributions.",
        default="off",
        values=("off", "on"),
        key="ge.passes.plugins",
        effect=_USED,
    ),
    Option(
        "dump_mode",
        _DEBUG,
        "1: JSON with inferred shapes.",
        default="0",
        values=_BIT,
        key="dump_mode",
        effect=_REFUSED,
        code="E10006",
    ),
    Option(
        "display_model_info",
        _DEBUG,
        "1: print what the model needs.",
        default="0",
        values=_BIT,
        key="ge.display_model_info",
        effect=_REFUSED,
        code="E10006",
    ),
    Option(
        "export_compile_stat",
        _DEBUG,
        "Fusion statistics: 0 never, 1 at exit, 2 after compile.",
        default="1",
        values=("0", "1", "2"),
        key="ge.exportCompileStat",
        effect=_USED,
    ),
    Option(
        "save_original_model",
        _DEBUG,
        "true: also write the model before optimisation.",
        values=_BOOL,
        key="ge.saveOriginalModel",
        effect=_REFUSED,
        code="E10005",
    ),
    Option(
        "shape_generalized_build_mode",
        _DEBUG,
        "Not used any more.",
        default="shape_precise",
        values=("shape_precise", "shape_generalized"),
        key="ge.shape_generalized_build_mode",
    ),
)
