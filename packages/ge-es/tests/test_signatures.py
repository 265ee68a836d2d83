"""How the generator turns a prototype into a Python signature."""

from __future__ import annotations

import pytest
from ge.es_gen import AttrKind, read_text
from ge.es_gen.functions import functions_module
from ge.es_gen.signature import Signature, default_text, signature

# prototype -> signature, as the documentation of ge.es gives them
SIGNATURES = [
    ("in x: float", "f(x)"),
    ("attr a: Int = 1", "f(owner_graph_builder, *, a=1)"),
    (
        "in x: float\n  in? dx: float\n  attr flag: Bool\n  attr dt: DataType = float",
        "f(x, dx=None, *, flag, dt=DataType.DT_FLOAT)",
    ),
    ("in? x1: float\n  in? x2: float\n  in? x3: float", "f(x1=None, x2=None, x3=None, owner_builder=None)"),
    ("in? x1: float\n  in? x2: float\n  in x3: float", "f(x1, x2, x3)"),
    (
        "in x: float\n  out* dy: float\n  attr index: ListInt = [10, 10, 10]",
        "f(x, dy_num, *, index=[10, 10, 10]) -> list",
    ),
    ("in? x: float\n  out* y: float", "f(x, owner_builder, y_num) -> list"),
    (
        "in split_dim: int32\n  in x: float\n  out* y: float\n  attr num_split: Int",
        "f(split_dim, x, y_num, *, num_split) -> list",
    ),
    ("in* x: float\n  in concat_dim: int32\n  attr N: Int = 1", "f(x, concat_dim, *, N=1)"),
    ("in x: float\n  attr b: Int = 1\n  attr a: Int", "f(x, *, a, b=1)"),
    # what cannot be left out before something that must be given is a parameter like any other
    ("in x: float\n  in? y: float\n  graph g", "f(x, y, g)"),
    # names
    ("in for: float\n  in x: float", "f(in_for, x)"),
    ("in var: float\n  out var: float\n  out z: float", "f(var) -> ref_var, z"),
    ("in x: float\n  out break: float\n  out z: float", "f(x) -> out_break, z"),
    ("in x: float\n  out* if: float", "f(x, out_if_num) -> list"),
    ("in x: float\n  attr x: Int = 1\n  attr not: Int = 2", "f(x, *, attr_x=1, attr_not=2)"),
    ("in x: float\n  graph or\n  graph* branches", "f(x, subgraph_or, branches)"),
]


def shown(sig: Signature) -> str:
    """`f(x, y=None, *, a=1) -> y`."""
    groups = [sig.positional, sig.keyword_only]
    texts = [[p.name if p.default is None else f"{p.name}={p.default}" for p in group] for group in groups]
    arguments = [*texts[0], *(["*", *texts[1]] if texts[1] else [])]
    results = "list" if [r.dynamic for r in sig.results] == [True] else ", ".join(r.name for r in sig.results)
    return f"f({', '.join(arguments)})" + (f" -> {results}" if results == "list" or len(sig.results) > 1 else "")


def prototype(lines: str) -> Signature:
    return signature(read_text(f"package p\nop Op\n  {lines}\n", "t", family="t")[0])


@pytest.mark.parametrize(("lines", "expected"), SIGNATURES, ids=[expected for _, expected in SIGNATURES])
def test_a_prototype_has_this_signature(lines: str, expected: str) -> None:
    assert shown(prototype(lines)) == expected


def test_a_single_input_takes_no_plain_values_and_several_do() -> None:
    assert prototype("in x: float").positional[0].annotation == "TensorHolder"
    assert prototype("in* x: float").positional[0].annotation == "Sequence[TensorHolder]"
    assert prototype("in x: float\n  in y: float").positional[0].annotation == "Union[TensorHolder, TensorLike]"
    assert prototype("in? x: float").positional[0].annotation == "Optional[Union[TensorHolder, TensorLike]]"


def test_two_parameters_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two parameters would have the name 'y_num'"):
        prototype("in y_num: float\n  in x: float\n  out* y: float")


def test_an_attribute_without_python_form_is_refused() -> None:
    with pytest.raises(ValueError, match="attribute 'a' has the kind NamedAttrs, which has no Python form"):
        prototype("in x: float\n  attr a: NamedAttrs")


DEFAULTS = [
    (AttrKind.FLOAT, 1e-12, "1e-12"),
    (AttrKind.FLOAT, 1, "1.0"),
    (AttrKind.STRING, 'a"\\\n', r'"a\"\\\n"'),
    (AttrKind.DATA_TYPE, "bf16", "DataType.DT_BF16"),
    (AttrKind.DATA_TYPE, "float8_e4m3fn", "DataType.DT_FLOAT8_E4M3FN"),
    (AttrKind.BOOL, (True, False), "[True, False]"),
    (AttrKind.INT, ((1,), ()), "[[1], []]"),
    (AttrKind.STRING, (), "[]"),
]


@pytest.mark.parametrize(("kind", "value", "expected"), DEFAULTS, ids=[text for _, _, text in DEFAULTS])
def test_a_default_is_written_as_python_reads_it(kind: AttrKind, value: object, expected: str) -> None:
    assert default_text(kind, value) == expected  # type: ignore[arg-type]  # each row fits its kind


def test_a_module_of_functions_is_python_that_reads_well() -> None:
    text = (
        'package p\nop Old deprecated use New\n  in x: float\n  attr s: String = "\\"\\"\\"\\\\"\n'
        "op Two\n  in x: float\n  out a, b: float\n"
    )

    module = functions_module(read_text(text, "t", family="t"), "Doc.")

    compile(module, "module", "exec")
    assert max(map(len, module.splitlines())) <= 110
    assert "Deprecated: use New." in module
    assert "class TwoOutput(OperatorOutputs):" in module
    assert '"Two",\n    "TwoOutput",' in module
