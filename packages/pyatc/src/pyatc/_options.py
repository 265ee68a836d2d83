"""Every `pyatc` option: its values, its default, the compile option it stands for (spec: offline_compile, 7 and 9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a value is."""

    TEXT = "text"
    INTEGER = "integer"
    BOOLEAN = "boolean"


class Effect(Enum):
    """What an option does on the CPU engine."""

    USED = "used"
    NONE = "steers the device only: accepted, no effect on the CPU engine"
    REFUSED = "not available: a value other than the default is refused"


@dataclass(frozen=True)
class Option:
    """One option.

    Attributes:
        name: Without dashes.
        group: Heading in the help text.
        help: One line.
        kind: What its value is.
        default: As text.
        values: Allowed texts; empty: anything.
        key: The compile option it sets; empty: none.
        effect: What it does here.
        code: Error code for a value outside `values`.
        hidden: Not in the help text.
    """

    name: str
    group: str
    help: str
    kind: Kind = Kind.TEXT
    default: str = ""
    values: tuple[str, ...] = ()
    key: str = ""
    effect: Effect = Effect.NONE
    code: str = "E10001"
    hidden: bool = False


_GENERAL, _INPUT, _OUTPUT, _TARGET = "General", "Input", "Output", "Target"
_FEATURE, _MODEL_TUNING, _OPERATOR_TUNING, _DEBUG = "Feature", "Model Tuning", "Operator Tuning", "Debug"
_BOOL = ("true", "false")
_BIT = ("0", "1")
_USED, _REFUSED = Effect.USED, Effect.REFUSED
_INT = Kind.INTEGER

OPTIONS: tuple[Option, ...] = (
    Option("help", _GENERAL, "Show this text and end.", Kind.BOOLEAN, "false", effect=_USED),
    Option(
        "mode",
        _GENERAL,
        "0 model to .om (the one mode that is there).",
        _INT,
        "0",
        ("0", "1", "3", "5", "6", "7", "30"),
        effect=_USED,
    ),
    Option("raw_ge_options", _GENERAL, "JSON file with compile options.", effect=_REFUSED),
    Option(
        "raw_ge_options_ignore_unsupported",
        _GENERAL,
        "Skip unknown keys of raw_ge_options.",
        Kind.BOOLEAN,
        "false",
    ),
    Option("model", _INPUT, "The model file to convert.", effect=_USED),
    Option("weight", _INPUT, "Weights of a Caffe model.", effect=_REFUSED),
    Option("om", _INPUT, "An .om to read, for modes 1, 5 and 6.", effect=_REFUSED),
    Option(
        "framework",
        _INPUT,
        "0 Caffe, 1 AIR, 3 TensorFlow, 5 ONNX (here: 1 and 5).",
        _INT,
        "-1",
        ("0", "1", "3", "5"),
        "ge.frameworkType",
        _USED,
        "E10007",
    ),
    Option(
        "input_format",
        _INPUT,
        "Layout of all inputs: NCHW, ND or NCDHW for ONNX.",
        key="input_format",
        effect=_USED,
    ),
    Option("input_shape", _INPUT, 'Shapes by input: "x:1,3,224,224;y:1~8,-1".', key="input_shape", effect=_USED),
    Option("input_hint_shape", _INPUT, "Typical shapes by index.", key="ge.inputHintShape"),
    Option(
        "input_shape_range",
        _INPUT,
        "Older form of ranges: use input_shape.",
        key="input_shape_range",
        effect=_REFUSED,
    ),
    Option("dynamic_batch_size", _INPUT, "Batch gears.", key="ge.dynamicBatchSize", effect=_REFUSED),
    Option("dynamic_image_size", _INPUT, "Height and width gears.", key="ge.dynamicImageSize", effect=_REFUSED),
    Option("dynamic_dims", _INPUT, "Gears in any dimension.", key="ge.dynamicDims", effect=_REFUSED),
    Option("singleop", _INPUT, "JSON file with single operators.", effect=_REFUSED),
    Option("output", _OUTPUT, "The result, without suffix.", effect=_USED),
    Option("output_type", _OUTPUT, "Data type of the outputs.", key="ge.outputDatatype", effect=_REFUSED),
    Option(
        "check_report",
        _OUTPUT,
        "Where the precheck report goes.",
        default="check_result.json",
        key="check_report",
    ),
    Option("json", _OUTPUT, "The JSON result of modes 1 and 5.", effect=_REFUSED),
    Option(
        "host_env_os",
        _OUTPUT,
        "Operating system that runs the model.",
        values=("linux", "minios"),
        key="ge.host_env_os",
    ),
    Option(
        "host_env_cpu",
        _OUTPUT,
        "Processor that runs the model.",
        values=("x86_64", "aarch64", "arm64", "arm"),
        key="ge.host_env_cpu",
    ),
    Option("soc_version", _TARGET, "The chip, for example Ascend910B1.", key="ge.socVersion", effect=_USED),
    Option(
        "virtual_type",
        _TARGET,
        "1: the model may run on virtual devices.",
        _INT,
        "0",
        _BIT,
        "ge.virtual_type",
    ),
    Option(
        "core_type",
        _TARGET,
        "AiCore or VectorCore.",
        default="AiCore",
        values=("AiCore", "VectorCore"),
        key="ge.engineType",
    ),
    Option("aicore_num", _TARGET, "Cores used at compile time.", key="ge.aicoreNum"),
    Option("target", _TARGET, "Not used any more.", key="target", hidden=True),
    Option(
        "out_nodes",
        _FEATURE,
        'Outputs of the model: "conv1:0;conv2:1".',
        key="ge.outputNodeName",
        effect=_REFUSED,
    ),
    Option(
        "input_fp16_nodes",
        _FEATURE,
        "Inputs that become float16.",
        key="ge.INPUT_NODES_SET_FP16",
        effect=_REFUSED,
    ),
    Option(
        "is_input_adjust_hw_layout",
        _FEATURE,
        "NC1HWC0 for the float16 inputs.",
        key="is_input_adjust_hw_layout",
    ),
    Option(
        "is_output_adjust_hw_layout",
        _FEATURE,
        "NC1HWC0 and float16 for the out nodes.",
        key="is_output_adjust_hw_layout",
    ),
    Option("insert_op_conf", _FEATURE, "Preprocessing of images (AIPP).", key="ge.insertOpFile", effect=_REFUSED),
    Option("op_name_map", _FEATURE, "Operator types for Caffe layers.", key="op_name_map"),
    Option(
        "external_weight",
        _FEATURE,
        "Where weights are kept: 0 in the .om, 1 and 2 outside.",
        default="0",
        values=("0", "1", "2"),
        key="ge.externalWeight",
        effect=_REFUSED,
        code="E10006",
    ),
    Option("cal_conf", _FEATURE, "Calibration.", key="ge.calibrationConfFile", effect=_REFUSED, hidden=True),
    Option(
        "disable_reuse_memory",
        _MODEL_TUNING,
        "1: no memory is used twice.",
        _INT,
        "0",
        _BIT,
        "ge.exec.disableReuseMemory",
        code="E10006",
    ),
    Option(
        "fusion_switch_file",
        _MODEL_TUNING,
        "File that turns fusion passes on and off.",
        key="ge.fusionSwitchFile",
        effect=_USED,
    ),
    Option(
        "enable_scope_fusion_passes",
        _MODEL_TUNING,
        "Scope fusion rules, for TensorFlow.",
        key="enable_scope_fusion_passes",
    ),
    Option(
        "enable_single_stream",
        _MODEL_TUNING,
        "One stream.",
        values=_BOOL,
        key="ge.enableSingleStream",
        code="E10005",
    ),
    Option(
        "ac_parallel_enable",
        _MODEL_TUNING,
        "CPU operators beside the others.",
        default="0",
        values=_BIT,
        key="ac_parallel_enable",
        code="E10006",
    ),
    Option(
        "tiling_schedule_optimize",
        _MODEL_TUNING,
        "Tiling on the device.",
        default="0",
        values=_BIT,
        key="ge.tiling_schedule_optimize",
        code="E10006",
    ),
    Option(
        "quant_dumpable",
        _MODEL_TUNING,
        "Keep what quantisation needs for dumps.",
        values=_BIT,
        key="ge.quant_dumpable",
        code="E10006",
    ),
    Option("cluster_config", _MODEL_TUNING, "Rank table.", key="ge.cluster_config"),
    Option("hccl_sub_comm_config", _MODEL_TUNING, "Sub groups of ranks.", key="ge.hccl_sub_comm_config"),
    Option(
        "enable_small_channel",
        _MODEL_TUNING,
        "Fast path for few channels.",
        default="0",
        values=_BIT,
        key="ge.enableSmallChannel",
    ),
    Option(
        "enable_compress_weight",
        _MODEL_TUNING,
        "Compress weights.",
        default="false",
        values=_BOOL,
        key="ge.enableCompressWeight",
        code="E10005",
    ),
    Option("compress_weight_conf", _MODEL_TUNING, "Which nodes to compress.", key="compress_weight_conf"),
    Option(
        "compression_optimize_conf",
        _MODEL_TUNING,
        "Quantisation.",
        key="ge.compressionOptimizeConf",
        effect=_REFUSED,
    ),
    Option(
        "enable_attr_compression",
        _MODEL_TUNING,
        "Compress attributes in the .om.",
        default="true",
        values=_BOOL,
        key="ge.enableAttrCompression",
        code="E10005",
    ),
    Option(
        "sparsity",
        _MODEL_TUNING,
        "4:2 structured sparsity.",
        _INT,
        "0",
        _BIT,
        "ge.enableSparseMatrixWeight",
        code="E10006",
    ),
    Option(
        "buffer_optimize",
        _MODEL_TUNING,
        "Data cache.",
        default="l2_optimize",
        values=("l1_optimize", "l2_optimize", "off_optimize"),
        key="ge.bufferOptimize",
    ),
    Option("mdl_bank_path", _MODEL_TUNING, "Model tuning bank.", key="ge.mdl_bank_path"),
    Option(
        "oo_level",
        _MODEL_TUNING,
        "Optimisation level.",
        default="O3",
        values=("O1", "O3"),
        key="ge.oo.level",
        effect=_USED,
    ),
    Option(
        "oo_constant_folding",
        _MODEL_TUNING,
        "Fold constants.",
        default="true",
        values=_BOOL,
        key="ge.oo.constantFolding",
        effect=_USED,
    ),
    Option(
        "oo_dead_code_elimination",
        _MODEL_TUNING,
        "Remove what is never used.",
        default="true",
        values=_BOOL,
        key="ge.oo.deadCodeElimination",
        effect=_USED,
    ),
    Option(
        "topo_sorting_mode",
        _MODEL_TUNING,
        "Order of the nodes: 0 BFS, 1 DFS, 2 RDFS, 3 StableRDFS.",
        values=("0", "1", "2", "3"),
        key="ge.topoSortingMode",
    ),
    Option("multi_stream_parallel_mode", _MODEL_TUNING, "Streams.", key="ge.autoMultistreamParallelMode"),
    Option(
        "h2d_overlapped_with_compute",
        _MODEL_TUNING,
        "Overlap input copies.",
        key="ge.compile.h2dOverlappedWithCompute",
    ),
    Option(
        "static_model_ops_lower_limit",
        _MODEL_TUNING,
        "Partition threshold.",
        key="ge.exec.static_model_ops_lower_limit",
    ),
    Option(
        "jit_compile",
        _MODEL_TUNING,
        "Kernel source.",
        default="1",
        values=("0", "1", "2"),
        key="ge.jit_compile",
    ),
    Option(
        "optimization_switch",
        _MODEL_TUNING,
        'Passes by name: "A:on;B:off".',
        key="ge.optimizationSwitch",
        effect=_USED,
    ),
    Option("build_config", _MODEL_TUNING, "Make command.", key="ge.buildConfig"),
    Option(
        "is_weight_clip",
        _MODEL_TUNING,
        "Clip weights before they get a smaller type.",
        default="1",
        values=_BIT,
        key="ge.is_weight_clip",
        code="E10006",
    ),
    Option(
        "auto_tune_mode",
        _MODEL_TUNING,
        "Not used any more.",
        key="ge.autoTuneMode",
        effect=_REFUSED,
        hidden=True,
    ),
    Option("device_id", _MODEL_TUNING, "Tuning device.", default="0", key="ge.exec.tuneDeviceIds", hidden=True),
    Option(
        "precision_mode",
        _OPERATOR_TUNING,
        "Network precision; here every type is kept.",
        values=(
            "force_fp16",
            "force_fp32",
            "cube_fp16in_fp32out",
            "allow_mix_precision",
            "allow_mix_precision_fp16",
            "allow_mix_precision_bf16",
            "allow_fp32_to_fp16",
            "allow_fp32_to_bf16",
            "must_keep_origin_dtype",
        ),
        key="ge.exec.precision_mode",
    ),
    Option(
        "precision_mode_v2",
        _OPERATOR_TUNING,
        "Network precision; here every type is kept.",
        values=(
            "fp16",
            "origin",
            "cube_fp16in_fp32out",
            "mixed_float16",
            "mixed_bfloat16",
            "mixed_hif8",
            "cube_hif8",
        ),
        key="ge.exec.precision_mode_v2",
    ),
    Option("modify_mixlist", _OPERATOR_TUNING, "Lists of mixed precision.", key="ge.exec.modify_mixlist"),
    Option("keep_dtype", _OPERATOR_TUNING, "Operators that keep their type.", key="keep_dtype"),
    Option(
        "customize_dtypes",
        _OPERATOR_TUNING,
        "Data types by operator.",
        key="ge.customizeDtypes",
        effect=_REFUSED,
    ),
    Option("op_precision_mode", _OPERATOR_TUNING, "Precision by operator.", key="ge.exec.op_precision_mode"),
    Option(
        "allow_hf32",
        _OPERATOR_TUNING,
        "HF32 for float32.",
        values=_BOOL,
        key="ge.exec.allow_hf32",
        code="E10005",
    ),
    Option(
        "op_select_implmode",
        _OPERATOR_TUNING,
        "Choice of implementation.",
        values=("high_precision", "high_performance", "high_precision_for_all", "high_performance_for_all"),
        key="ge.opSelectImplmode",
    ),
    Option(
        "optypelist_for_implmode",
        _OPERATOR_TUNING,
        "Operators of op_select_implmode.",
        key="ge.optypelistForImplmode",
    ),
    Option("op_bank_path", _OPERATOR_TUNING, "Operator tuning bank.", key="ge.op_bank_path"),
    Option(
        "op_debug_level",
        _OPERATOR_TUNING,
        "Kept kernel files.",
        _INT,
        "0",
        ("0", "1", "2", "3", "4"),
        "ge.opDebugLevel",
    ),
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
        "Log level.",
        default="null",
        values=("debug", "info", "warning", "error", "null"),
        key="log",
        code="E10010",
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

BY_NAME: dict[str, Option] = {option.name: option for option in OPTIONS}
