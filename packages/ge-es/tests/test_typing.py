"""What type checkers, and so editors, know of the operator functions."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

# A line of a script, and what mypy says to it; nothing when it must be content.
LINES = [
    ("reveal_type(Conv2D(x, x, strides=[1, 1], pads=(0, 0)))", "ge.es.tensor_holder.TensorHolder"),
    ("reveal_type(es.Conv2D(x, [1.5], strides=[1], pads=[0], data_format='NCHW'))", "ge.es.tensor_holder.TensorHolder"),
    ("reveal_type(es.TopKV2(x, 2).indices)", "ge.es.tensor_holder.TensorHolder"),
    ("reveal_type(es.TopKV2(x, 2))", "ge.es.math.TopKV2Output"),
    ("reveal_type(es.Split(0, x, 2, num_split=2))", "list[ge.es.tensor_holder.TensorHolder]"),
    ("reveal_type(ge.es.nn.Relu(x))", "ge.es.tensor_holder.TensorHolder"),
    ("ge.es.nn.Relu(y=x)", 'Unexpected keyword argument "y" for "Relu"'),
    ("reveal_type(x + 1.0)", "ge.es.tensor_holder.TensorHolder"),
    ("reveal_type(x @ array - 1 // x ** np.float32(2))", "ge.es.tensor_holder.TensorHolder"),
    ("reveal_type(-abs(x)[..., 0, None, ::2, array] % 2)", "ge.es.tensor_holder.TensorHolder"),
    ("reveal_type(~(x > 1) & (0 <= x) | (x < x))", "ge.es.tensor_holder.TensorHolder"),
    ("reveal_type(x[x][[1, 2]].reshape(2, -1).reshape((2, 3)).transpose())", "ge.es.tensor_holder.TensorHolder"),
    ("reveal_type(x.sum().mean(axis=(0, 1), keepdims=True).cast(np.float16))", "ge.es.tensor_holder.TensorHolder"),
    ("reveal_type(x.split(2, axis=-1))", "list[ge.es.tensor_holder.TensorHolder]"),
    ("reveal_type(builder.constant(array, name='w'))", "ge.es.tensor_holder.TensorHolder"),
    ("builder.create_input(0, data_type=np.dtype('int8'), shape=(1, 2)).set_shape(np.array([1]))", ""),
    ("es.Add(x, (1, 2.5)), es.Add(x, Tensor([1.0])), es.Add(np.float32(1), x)", ""),
    ("builder.create_const_int64((1, np.int8(2))), builder.create_const_float(array, [2])", ""),
    ("x + 'a'", 'has incompatible type "str"'),
    ("x.sum('a')", 'Argument 1 to "sum" of "Methods" has incompatible type "str"'),
    ("es.Cast(x, dst_type=1)", ""),
    ("If(x, [x, 1], 1, graph, graph)", ""),
    ("es.Conv2D(x, x, strides=[1], pads=[0], stride=[1])", 'Unexpected keyword argument "stride" for "Conv2D"'),
    ("Conv2D(x, x, pads=[0])", 'Missing named argument "strides" for "Conv2D"'),
    ("es.Conv2D(x, x, None, None, [1], [0])", 'Too many positional arguments for "Conv2D"'),
    ("es.Cast(x, dst_type='float')", 'Argument "dst_type" to "Cast" has incompatible type "str"; expected "int"'),
    ("es.Relu(1)", 'Argument 1 to "Relu" has incompatible type "int"; expected "TensorHolder"'),
    ("If_ = _If(x, [x], 1, graph, graph)", ""),
    ("reveal_type(es.Relu(x, name='act'))", "ge.es.tensor_holder.TensorHolder"),
    ("es.Relu(x, name=1)", 'Argument "name" to "Relu" has incompatible type "int"'),
    ("es.Softsign(x, y='act')", 'Unexpected keyword argument "y" for "Softsign"'),
    ("with ge.es.name('block'): pass", ""),
    ("reveal_type(x.shape)", "ge.graph.tensor_desc.Shape"),
    ("reveal_type(x.dtype)", "ge.graph.types.DataType"),
    ("reveal_type(x.rank)", "int | None"),
    ("x.shape = [1]", 'Property "shape" defined in "TensorHolder" is read-only'),
    ("GraphBuilder('g', check=True, lines=True).build_and_reset({'y': x})", ""),
    ("GraphBuilder('g', True)", "Too many positional arguments"),
    ("reveal_type(graph.clone('other'))", "ge.graph.graph.Graph"),
    ("reveal_type(copy.deepcopy(graph))", "ge.graph.graph.Graph"),
    ("graph.find_node_by_name('x').name = 'y'", ""),
    ("hash(x._handle), x._builder.name, graph._owner, graph._handle", ""),
    ("graph._handle = None", 'Property "_handle" defined in "GraphBase" is read-only'),
    ("Tensor([[1.0, 2.0], [3.0, 4.0]])", ""),
    ("es.Conv9D(x)", 'Module has no attribute "Conv9D"'),
]

HEAD = """\
import copy
import ge.es
import ge.es.all as es
from ge.es import GraphBuilder
from ge.es.all import *
from ge.es.nn import Conv2D
from ge.graph import Tensor

from ge.graph import Tensor
import numpy as np

array = np.ones(2, np.float32)
builder = GraphBuilder()
x = builder.create_input(0)
graph = GraphBuilder().build_and_reset()
"""


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What mypy, strict, says to each of the lines."""
    folder = tmp_path_factory.mktemp("typing")
    (folder / "script.py").write_text(HEAD + "".join(line + "\n" for line, _ in LINES), encoding="utf-8")
    search = os.pathsep.join(path for path in sys.path if os.path.isdir(os.path.join(path, "ge")))
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--no-error-summary",
            "--no-pretty",
            "--cache-dir",
            "cache",
            "script.py",
        ],
        cwd=folder,
        env={**os.environ, "MYPYPATH": search, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    said: dict[str, str] = {line: "" for line, _ in LINES}
    for number, text in re.findall(r"script\.py:(\d+): (.*)", done.stdout):
        at = int(number) - HEAD.count("\n") - 1
        assert at >= 0, done.stdout
        said[LINES[at][0]] += text
    return said


@pytest.mark.parametrize(("line", "expected"), LINES, ids=[line for line, _ in LINES])
def test_a_call_is_typed(messages: dict[str, str], line: str, expected: str) -> None:
    said = messages[line]

    assert (said == "") == (expected == ""), said
    assert expected in said
