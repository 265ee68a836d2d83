"""What is converted, for what, to what."""

from __future__ import annotations

from pyatc._options.option import Effect, Kind, Option

_GENERAL = "General"
_INPUT = "Input"
_OUTPUT = "Output"
_TARGET = "Target"
_FEATURE = "Feature"
_BIT = ("0", "1")
_INT = Kind.INTEGER
_USED = Effect.USED
_REFUSED = Effect.REFUSED

CONVERSION: tuple[Option, ...] = (
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
)
