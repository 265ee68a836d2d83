"""The two forms of operator definitions: what they carry, and how a bad one is refused."""

from __future__ import annotations

import json
import pathlib

import pytest
from ge.es_gen import (
    DefinitionError,
    OpDef,
    PortKind,
    op_to_json,
    read_definitions,
    read_json,
    read_text,
    write_text,
)

ALL_KINDS = """\
package vendor

# what a reader may meet
op Everything experimental use Add
  type T1: float16 float
  type T2: NumberType
  type T3: promote T1 T2
  in x, y: T1
  in? bias: float16 bf16 hifloat8
  in* more: hetero
      NumberType bool
  in odd: raw "Int"
  out z: T3
  out* w: T2
  attr steps: Int
  attr strides: ListInt = [1, -1]
  attr rates: ListFloat = [0.5, 1e-05]
  attr epsilon: Float = 1e-06
  attr exact: Bool = false
  attr mode: String = "a \\"b\\", ü"
  attr names: ListString = ["a", "b"]
  attr to: DataType = float
  attr all: ListDataType = [float, bf16]
  attr pads: ListListInt = [[1, 2], []]
  attr flags: ListBool = [true, false]
  attr value: Tensor = empty
  graph body
  graph* branches

op Plain
  in x: float
"""


def parse(text: str) -> tuple[OpDef, ...]:
    return read_text(text, "ops.opdef", family="ops")


def test_text_carries_every_kind_of_thing() -> None:
    everything, plain = parse(ALL_KINDS)

    assert (everything.type, everything.package, everything.status, everything.use) == (
        "Everything",
        "vendor",
        "experimental",
        "Add",
    )
    ports = {port.name: port for port in everything.inputs}
    assert [port.name for port in everything.inputs] == ["x", "y", "bias", "more", "odd"]
    assert ports["x"].dtypes == ("float16", "float")
    assert ports["x"].symbol == "T1"
    assert ports["bias"].kind is PortKind.OPTIONAL
    assert ports["more"].hetero
    assert "bool" in ports["more"].dtypes
    assert ports["more"].dtype_set is None
    assert ports["odd"].raw == "Int"
    assert ports["odd"].mask == 0
    assert everything.outputs[0].promote == ("T1", "T2")
    assert everything.outputs[1].dtype_set == "NumberType"
    defaults = {attr.name: attr.default for attr in everything.attrs}
    assert defaults["mode"] == 'a "b", ü'
    assert defaults["all"] == ("float", "bf16")
    assert defaults["pads"] == ((1, 2), ())
    assert [(graph.name, graph.dynamic) for graph in everything.subgraphs] == [
        ("body", False),
        ("branches", True),
    ]
    assert plain.inputs[0].mask == 1


def test_writing_and_reading_text_changes_nothing() -> None:
    ops = parse(ALL_KINDS)

    text = write_text(ops, width=40)

    assert parse(text) == ops
    assert write_text(parse(text), width=40) == text


def test_json_carries_the_same_as_text() -> None:
    ops = parse(ALL_KINDS)

    text = json.dumps([op_to_json(op) for op in ops], indent=1)

    assert read_json(text, "ops.json") == ops
    assert read_json(json.dumps({"version": 1, "ops": json.loads(text)}), "ops.json") == ops


def test_every_definition_of_the_project_survives_both_forms(opdefs: list[pathlib.Path]) -> None:
    ops = read_definitions(opdefs)

    for path in opdefs:
        family = [op for op in ops if op.family == path.stem]
        family.sort(key=lambda op: op.line)
        assert write_text(family) == path.read_text(), path
    assert read_json(json.dumps([op_to_json(op) for op in ops]), "all.json") == ops
    assert len(ops) >= 2070


BAD_TEXT = [
    ("op A\n", 1, "a line 'package NAME' must come before the first op"),
    ("package p\n  in x: float\n", 2, "an indented line must follow an op line"),
    ("package p\nopp A\n", 2, "expected 'op' or 'package' in the first column, found 'opp'"),
    ("package p\nop A, B\n", 2, "expected: op NAME"),
    ("package p\nop 1A\n", 2, "operator A: operator type"),
    ("package p\nop A\n  in x: flaot\n", 3, "'flaot' is not a data type"),
    ("package p\nop A\n  in x\n", 3, "expected: in NAME: MEANING"),
    ("package p\nop A\n  in x: float\n  in x: float\n", 4, "in 'x' is declared twice in A"),
    ("package p\nop A\n  out? y: float\n", 3, "'out?' does not exist"),
    ("package p\nop A\n  inn x: float\n", 3, "found 'inn'"),
    ("package p\nop A\n in x: float\n", 3, "indent by two blanks"),
    ("package p\nop A\n\tin x: float\n", 3, "a tab"),
    ("package p\nop A\n  in x: float float\n", 3, "a data type is listed twice"),
    ("package p\nop A\n  type T: promote U V\n", 3, "expected 'promote' and two or more types"),
    ("package p\nop A\n  type float: int8\n", 3, "has the name of a data type"),
    ("package p\nop A\n  in x: hetero float\n", 3, "is hetero, which only a dynamic port can be"),
    ("package p\nop A\n  attr a: Integer\n", 3, "attribute 'a' has the unknown kind 'Integer'"),
    ("package p\nop A\n  attr a: Int = 1.5\n", 3, "attribute 'a' of kind Int cannot have the default 1.5"),
    (
        "package p\nop A\n  attr a: Int = 9223372036854775808\n",
        3,
        "cannot have the default 9223372036854775808",
    ),
    ("package p\nop A\n  attr a: Bool = 1\n", 3, "cannot have the default 1"),
    ("package p\nop A\n  attr a: ListInt = [1, true]\n", 3, "cannot have the default (1, True)"),
    ("package p\nop A\n  attr a: DataType = flat\n", 3, "cannot have the default 'flat'"),
    ("package p\nop A\n  attr a: Tensor = 1\n", 3, "the only default of kind Tensor is 'empty'"),
    ('package p\nop A\n  attr a: String = "x\n', 3, "cannot read the value"),
    ("package p\nop A\n  graph g h\n", 3, "subgraph name 'g h' must be"),
    ("package p\nop class\n", 2, "is a Python keyword"),
]


@pytest.mark.parametrize(("text", "line", "reason"), BAD_TEXT, ids=[reason for _, _, reason in BAD_TEXT])
def test_a_bad_text_definition_is_refused_with_file_and_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        parse(text)

    assert str(caught.value).startswith(f"ops.opdef:{line}: ")
    assert reason.replace("operator A: ", "") in str(caught.value)


BAD_JSON = [
    ("[{]", 1, "not JSON"),
    ("3", 1, "expected a list of operators"),
    ('{"op": []}', 1, "expected a list of operators"),
    ("[\n3]", 2, "an operator must be an object, not 3"),
    ('[{"type": "A"},\n\n{"pkg": "x"}]', 3, "the operator needs a text under 'type'"),
    (
        '[\n{"type": "A", "inputs": [{"name": "x", "kind": "needed", "dtypes": ["float"]}]}]',
        2,
        "kind 'needed'",
    ),
    ('[{"type": "A", "inputs": [{"name": "x"}]}]', 1, "port 'x' has no data type"),
    ('[{"type": "A", "inputs": [{"name": "x", "set": "Numbers"}]}]', 1, "unknown set 'Numbers'"),
    ('[{"type": "A", "inputs": {}}]', 1, "'inputs' must be a list"),
    (
        '[{"type": "A", "attrs": [{"name": "a", "kind": "Int", "required": false}]}]',
        1,
        "is optional and so needs a default",
    ),
    (
        '[{"type": "A", "attrs": [{"name": "a", "kind": "Int", "required": true, "default": 1}]}]',
        1,
        "has no default",
    ),
    ('[{"type": "A", "subgraphs": [{"name": "g", "kind": "list"}]}]', 1, "must be static or dynamic"),
    (
        '[{"type": "A", "outputs": [{"name": "y", "kind": "optional", "dtypes": ["float"]}]}]',
        1,
        "cannot be optional",
    ),
    ('[{"type": "A", "status": "old"}]', 1, "must be experimental or deprecated"),
]


@pytest.mark.parametrize(("text", "line", "reason"), BAD_JSON, ids=[reason for _, _, reason in BAD_JSON])
def test_a_bad_json_definition_is_refused_with_file_and_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        read_json(text, "ops.json")

    assert str(caught.value).startswith(f"ops.json:{line}: ")
    assert reason in str(caught.value)


# One value a line: the line at fault is the one that ends in `<--`.
BAD_JSON_VALUES = [
    ("unknown data type 'flaot'", '[{"type": "A",\n"inputs": [{"name": "x",\n"dtypes": ["float",\n"flaot" <--\n]}]}]'),
    ("kind 'needed'", '[{"type": "A",\n"inputs": [{"name": "x",\n"dtypes": ["float"],\n"kind":\n"needed" <--\n}]}]'),
    ("lists a data type twice", '[{"type": "A", "outputs": [{"name": "x",\n"dtypes": ["int8",\n"int8" <--\n]}]}]'),
    ("needs a text under 'name'", '[{"type": "A",\n"attrs": [{"name": "a", "kind": "Int"},\n{"kind": "Int" <--\n}]}]'),
    ("unknown kind 'Whole'", '[{"type": "A", "attrs": [\n{"name": "a",\n"kind": "Whole" <--\n}]}]'),
    ("cannot have the default", '[{"type": "A", "attrs": [{"name": "a", "kind": "Int",\n"default": 1.5 <--\n}]}]'),
    ("attribute 'a' is declared", '[{"type": "A", "attrs": [{"name": "a", "kind": "Int"},'
     '{"kind": "Int",\n"name": "a" <--\n}]}]'),
    ("'dtypes' must be a list of texts", '[{"type": "A", "inputs": [{"name": "x", "dtypes": ["int8",\n3 <--\n]}]}]'),
    ("unknown set 'Many'", '[{"type": "A", "inputs": [{"name": "x",\n"set": "Many" <--\n}]}]'),
    ("share the type 'T'", '[{"type": "A", "inputs": [{"name": "x", "dtypes": ["int8"], "sym": "T"}],\n'
     '"outputs": [{"name": "y", "dtypes": ["bool"],\n"sym": "T" <--\n}]}]'),
    ("promotes 'U'", '[{"type": "A", "inputs": [{"name": "x", "dtypes": ["int8"], "sym": "T",'
     '\n"promote": ["T",\n"U" <--\n]}]}]'),
    ("'old' must be experimental", '{"status": {},\n"ops": [{"type": "B"}, {"status": "old",'
     '\n"type": "A", "status": "old" <--\n}]}'),
    ("operator type '1' must be", '[\n{\n"inputs": [],\n"type": "1" <--\n}]'),
    ("must be static or dynamic", '[{"type": "A", "subgraphs": [{"name": "f"}, {"name": "g",'
     '\n"kind": "list" <--\n}]}]'),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "text"), BAD_JSON_VALUES, ids=[reason for reason, _ in BAD_JSON_VALUES])
def test_the_line_of_a_bad_json_value_is_named(reason: str, text: str) -> None:
    line = text[: text.index("<--")].count("\n") + 1

    with pytest.raises(DefinitionError) as caught:
        read_json(text.replace("<--", ""), "ops.json")

    assert str(caught.value).startswith(f"ops.json:{line}: ")
    assert reason in str(caught.value)


def test_ports_that_share_a_symbol_share_its_types() -> None:
    ports = [{"name": name, "dtypes": [dtype], "sym": "T"} for name, dtype in (("x", "float"), ("y", "int8"))]

    with pytest.raises(DefinitionError, match="share the type 'T' but not its meaning"):
        read_json(json.dumps([{"type": "A", "inputs": ports}]), "ops.json")


def test_one_operator_in_two_files_is_refused(tmp_path: pathlib.Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.opdef").write_text("package p\nop A\n")

    with pytest.raises(DefinitionError, match=r"two\.opdef:2: operator A is already defined in .*one\.opdef:2"):
        read_definitions([tmp_path / "one.opdef", tmp_path / "two.opdef"])


def test_a_default_just_beyond_64_bits_means_no_limit() -> None:
    attr = {"name": "tokens", "kind": "Int", "required": False, "default": 2**63}
    (op,) = read_json(json.dumps([{"type": "Mine", "attrs": [attr]}]), "ops.json")

    assert op.attrs[0].default == 2**63 - 1
    with pytest.raises(DefinitionError, match="cannot have the default 9223372036854775809"):
        read_json(json.dumps([{"type": "Mine", "attrs": [{**attr, "default": 2**63 + 1}]}]), "ops.json")
