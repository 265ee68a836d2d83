"""What the functions of ge.es say of the CPU engine is what it does."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable

import ge.es.all as es
import ge.session  # loads the engine
import pytest
from ge.es import GraphBuilder
from ge.es.tensor_holder import TensorHolder
from ge.graph import DataType
from ge.utils import GeUtils

assert ge.session

_SAID = re.compile(r"The CPU engine (?:computes it for (?:all data types|(\w+) of ([\w, ]+))|does not compute it)\.")
FUNCTIONS = sorted(name for name in dir(es) if name[:2] != "__" and inspect.isfunction(getattr(es, name)))

# Operators whose prototypes leave float out on purpose, though the engine would take it.
_WITHOUT_FLOAT = {"DepthwiseConv2D", "LogicalAnd"}


def _text(name: str) -> str:
    return " ".join((getattr(es, name).__doc__ or "").split())


def _types(text: str) -> set[str]:
    return set(re.split(r", | or ", text))


def test_every_function_says_whether_the_engine_computes_it() -> None:
    assert len(FUNCTIONS) > 2000
    assert [name for name in FUNCTIONS if len(_SAID.findall(_text(name))) != 1] == []


@pytest.mark.parametrize(
    "build",
    [
        lambda x: es.Relu(x),
        lambda x: es.Add(x, x),
        lambda x: es.Concat(x, [x, x]),
        lambda x: es.Reshape(x, [2]),
        lambda x: es.StridedSliceV2(x, [0], [1]),
        lambda x: es.Celu(x),
    ],
)
def test_what_is_said_is_what_the_engine_answers(build: Callable[[TensorHolder], TensorHolder]) -> None:
    builder = GraphBuilder()
    build(builder.create_input(0, shape=[2]))
    graph = builder.build_and_reset()
    node = next(node for node in graph.get_all_nodes() if node.type not in ("Data", "Const"))
    said = _SAID.search(_text(node.type))
    assert said
    taken = set()
    for kind in DataType:
        if kind.name in ("DT_UNDEFINED", "DT_MAX"):
            continue
        node.update_input_desc(0, node.get_input_desc(0).set_data_type(kind))
        if GeUtils.check_node_support_on_aicore(node)[0]:
            taken.add(kind.name[3:].lower())

    if "all data types" in said.group():
        assert len(taken) > 30
    else:
        assert taken == (_types(said[2]) if said[2] else set())


def test_prototypes_name_what_the_engine_computes() -> None:
    # Definitions had lost the named set beside the types added to it: StridedSliceV2 of bool and 8-bit floats only.
    lost = []
    for name in FUNCTIONS:
        said = _SAID.search(_text(name))
        if said and said[1] and "float" in _types(said[2]):
            about = _text(name).partition(f" {said[1]}: ")[2].partition(": ")[2]
            if "float" not in about.partition(" Returns:")[0].split(": ")[0].replace(",", "").split():
                lost.append(name)

    assert set(lost) == _WITHOUT_FLOAT


@pytest.mark.parametrize(
    "name", ["StridedSliceV2", "Slice", "Concat", "BatchToSpaceND", "Erf", "Softplus", "ZerosLike"]
)
def test_an_operator_of_many_types_names_float(name: str) -> None:
    assert re.search(r"\bfloat\b(?=[^:]*\bfloat16\b)", _text(name))
