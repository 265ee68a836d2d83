"""Which options a build takes, and what their values may be (spec: offline_compile, 2.1, 3.1, 3.3, 3.4)."""

from __future__ import annotations

from collections.abc import Mapping

from ge.ge_global._options import PRECISION_MODES, PRECISION_MODES_V2, OptionError

# Keys that `build_model` takes: for users, for the command line itself, for tuning.
BUILD_OPTIONS: frozenset[str] = frozenset(
    [
        "input_format",
        "input_shape",
        "input_shape_range",
        "op_name_map",
        "ge.dynamicBatchSize",
        "ge.dynamicImageSize",
        "ge.dynamicDims",
        "ge.insertOpFile",
        "ge.exec.op_precision_mode",
        "ge.exec.allow_hf32",
        "ge.exec.precision_mode",
        "ge.exec.precision_mode_v2",
        "ge.exec.tuneDeviceIds",
        "ge.exec.disableReuseMemory",
        "ge.autoTuneMode",
        "ge.outputDatatype",
        "ge.outputNodeName",
        "ge.INPUT_NODES_SET_FP16",
        "log",
        "ge.opDebugLevel",
        "op_debug_option",
        "ge.debugDir",
        "ge.op_compiler_cache_dir",
        "ge.op_compiler_cache_mode",
        "ge.mdl_bank_path",
        "ge.op_bank_path",
        "ge.op_bank_update",
        "ge.performance_mode",
        "ge.shape_generalized_build_mode",
        "ge.exec.modify_mixlist",
        "ge.customizeDtypes",
        "ge.build_inner_model",
        "op_debug_config",
        "ge.exec.exclude_engines",
        "ge.externalWeight",
        "ge.distributed_cluster_build",
        "ge.offline_model_relation",
        "ge.enableGraphParallel",
        "ac_parallel_enable",
        "ge.graphParallelOptionPath",
        "ge.quant_dumpable",
        "ge.tiling_schedule_optimize",
        "ge.graphMaxParallelModelNum",
        "ge.buildConfig",
        "ge.oo.level",
        "ge.oo.constantFolding",
        "ge.oo.deadCodeElimination",
        "ge.exportCompileStat",
        "ge.optimizationSwitch",
        "ge.passes.verify",
        "ge.inputHintShape",
        "ge.inputHintValue",
        "ge.exec.outputReuseInputMemIndexes",
        "ge.compile.h2dOverlappedWithCompute",
        "ge.offlineMode",
        "ge.exec.exec_device_config_path",
        "ge.evaluateGraphResourceMode",
        "ge.resourceConfigPath",
        "ge.recompute",
        "ge.topoSortingMode",
        "ge.graphSliceMode",
        "ge.buildMode",
        "ge.buildStep",
        "ge.tuningPath",
    ]
)

# Build options that would change what the model computes, and that are not there yet.
UNAVAILABLE: frozenset[str] = frozenset(
    [
        "input_shape_range",
        "ge.dynamicBatchSize",
        "ge.dynamicImageSize",
        "ge.dynamicDims",
        "ge.insertOpFile",
        "ge.outputDatatype",
        "ge.outputNodeName",
        "ge.INPUT_NODES_SET_FP16",
        "ge.customizeDtypes",
        "ge.externalWeight",
    ]
)

_BIT, _BOOL = ("", "0", "1"), ("", "true", "false")
_IMPLEMENTATIONS = (
    "high_precision high_performance high_precision_for_all high_performance_for_all enable_float_32_execution "
    "enable_hi_float_32_execution"
)

# Key -> what its value may be, and the code of the error when it is something else.
VALUES: dict[str, tuple[tuple[str, ...], str]] = {
    "ge.exec.disableReuseMemory": (_BIT, "E10006"),
    "ge.bufferOptimize": (
        ("", "l1_optimize", "l2_optimize", "off_optimize", "l1_and_l2_optimize"),
        "E10001",
    ),
    "ge.enableSingleStream": (_BOOL, "E10005"),
    "ge.externalWeight": (("", "0", "1", "2"), "E10006"),
    "ac_parallel_enable": (_BIT, "E10006"),
    "ge.tiling_schedule_optimize": (_BIT, "E10006"),
    "ge.quant_dumpable": (_BIT, "E10006"),
    "ge.enableCompressWeight": (_BOOL, "E10005"),
    "ge.enableSparseMatrixWeight": (("0", "1"), "E10006"),
    "ge.opSelectImplmode": (("", *_IMPLEMENTATIONS.split()), "E10001"),
    "ge.exec.allow_hf32": (_BOOL, "E10005"),
    "ge.exec.precision_mode": (("", *PRECISION_MODES), "E10001"),
    "ge.exec.precision_mode_v2": (("", *PRECISION_MODES_V2), "E10001"),
    "ge.deterministic": (("0", "1"), "E10001"),
    "ge.deterministicLevel": (("0", "1", "2", "3"), "E10001"),
    "ge.autoTuneMode": (("",), "E10055"),
    "ge.offlineMode": (("0",), "E10001"),
    "ge.oo.level": (("O1", "O3"), "E10001"),
    "ge.oo.constantFolding": (("true", "false"), "E10001"),
    "ge.oo.deadCodeElimination": (("true", "false"), "E10001"),
    "ge.topoSortingMode": (("", "0", "1", "2", "3"), "E10001"),
    "log": (("", "debug", "info", "warning", "error", "null", "default"), "E10010"),
    "ge.exportCompileStat": (("0", "1", "2"), "E10001"),
    "ge.passes.verify": (("", "off", "numeric"), "E10001"),
}


def copied(options: object, argument: str) -> dict[str, str]:
    """A copy of the options of a call; None means none.

    Raises:
        TypeError: They are no dictionary, or a key or value is no text.
    """
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise TypeError(f"{argument} must be a dictionary")
    if not all(isinstance(key, str) and isinstance(value, str) for key, value in options.items()):
        raise TypeError(f"{argument} must have only strings as keys and values")
    return dict(options)


def check_values(options: Mapping[str, str]) -> None:
    """Raises OptionError at the first value that its key does not take."""
    for key, value in options.items():
        values, code = VALUES.get(key, ((value,), ""))
        if value not in values:
            allowed = ", ".join(text or "nothing" for text in values)
            raise OptionError(code, f"option {key} is '{value}', expected one of: {allowed}")
    if options.get("ge.exec.precision_mode") and options.get("ge.exec.precision_mode_v2"):
        raise OptionError("E10056", "ge.exec.precision_mode and ge.exec.precision_mode_v2 cannot be given together")
    if options.get("ge.deterministicLevel", "0") != "0" and options.get("ge.deterministic", "0") == "0":
        raise OptionError("E10001", "ge.deterministicLevel above 0 needs ge.deterministic 1")


def check_build_options(options: Mapping[str, str]) -> None:
    """Raises OptionError for a key that `build_model` does not take, or that is not available, or a wrong value."""
    for key, value in options.items():
        if key not in BUILD_OPTIONS:
            raise OptionError("E10001", f"'{key}' is no option of build_model; global ones go to build_initialize")
        if key in UNAVAILABLE and value not in ("", "0"):
            raise OptionError("E10055", f"option {key} is '{value}', but the CPU engine does not offer it yet")
    check_values(options)
