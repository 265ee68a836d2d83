"""`ge-es-gen`: what it writes, what can be done with it, what it refuses."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest
from ge.es_gen.distribution import RESERVED

OPERATORS = """\
op ScaledAdd
  in x1, x2: float float16
  in? bias: float
  out y: float float16
  attr scale: Float = 1.5
  attr axis: Int
  attr to: DataType = bf16

op _Halves
  in x: float
  out* parts: float
  out count: int64
  attr value: Tensor = empty
  attr kinds: ListDataType = [float, int8]
  graph body

op Named
  in x: float
  out y: float
  attr options: NamedAttrs = empty
"""


def python(folder: pathlib.Path, *arguments: str, path: str = "") -> subprocess.CompletedProcess[str]:
    search = os.pathsep.join(filter(None, [path, *sys.path]))
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": search},
        capture_output=True,
        text=True,
        check=False,
    )


def generate(
    folder: pathlib.Path, text: str, *, name: str = "ops.opdef", module: str = "vendor", out: str = "dist"
) -> subprocess.CompletedProcess[str]:
    (folder / name).write_text(text, encoding="utf-8")
    return python(folder, "-m", "ge.es_gen", "--ops", name, "--module", module, "--out", out)


def run(folder: pathlib.Path, code: str, *, path: str = "dist") -> str:
    """What `code` prints with the generated folder on the path."""
    done = python(folder, "-c", code, path=str(folder / path))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_distribution_has_the_documented_files(tmp_path: pathlib.Path) -> None:
    done = generate(tmp_path, OPERATORS)

    files = sorted(path.relative_to(tmp_path / "dist") for path in (tmp_path / "dist").rglob("*") if path.is_file())
    assert done.returncode == 0, done.stderr
    assert [str(path) for path in files] == [
        "build_backend.py",
        "es_vendor/__init__.py",
        "es_vendor/_prototypes.py",
        "es_vendor/es_ScaledAdd.py",
        "es_vendor/es__Halves.py",
        "es_vendor/es_vendor_ops.py",
        "es_vendor/py.typed",
        "ge/es/vendor/__init__.py",
        "ge/es/vendor/py.typed",
        "pyproject.toml",
    ]
    assert 'vendor = "es_vendor:get_module"' in (tmp_path / "dist" / "pyproject.toml").read_text()


def test_an_operator_without_python_form_is_named_and_left_out(tmp_path: pathlib.Path) -> None:
    done = generate(tmp_path, OPERATORS)

    aggregate = (tmp_path / "dist" / "es_vendor" / "es_vendor_ops.py").read_text()
    assert "Named gets no function: an attribute's kind has no Python form: NamedAttrs" in done.stderr
    assert "Named: no function, an attribute's kind has no Python form: NamedAttrs." in aggregate


def test_the_folder_on_the_path_is_enough_to_import_the_module(tmp_path: pathlib.Path) -> None:
    generate(tmp_path, OPERATORS)

    names = run(tmp_path, "import ge.es.vendor as v; print(v.__all__)")
    starred = run(tmp_path, "from ge.es.vendor import *; print(ScaledAdd.__module__, _Halves.__name__)")

    assert names == "['ScaledAdd', '_Halves', '_HalvesOutput', 'get_module']\n"
    assert starred == "es_vendor.es_ScaledAdd _Halves\n"


def test_json_gives_what_text_gives(tmp_path: pathlib.Path) -> None:
    op = {
        "type": "ScaledAdd",
        "pkg": "elsewhere",
        "inputs": [
            {"name": "x1", "dtypes": ["float", "float16"]},
            {"name": "x2", "dtypes": ["float", "float16"]},
            {"name": "bias", "kind": "optional", "dtypes": ["float"]},
        ],
        "outputs": [{"name": "y", "dtypes": ["float", "float16"]}],
        "attrs": [
            {"name": "scale", "kind": "Float", "required": False, "default": 1.5},
            {"name": "axis", "kind": "Int", "required": True},
            {"name": "to", "kind": "DataType", "required": False, "default": "bf16"},
        ],
    }
    text = OPERATORS.split("\n\n", maxsplit=1)[0]

    for name, content in (
        ("ops.opdef", text),
        ("list.json", json.dumps([op])),
        ("object.json", json.dumps({"ops": [op]})),
    ):
        assert generate(tmp_path, content, name=name, out=name + ".d").returncode == 0

    source = [(tmp_path / f"{name}.d/es_vendor/es_ScaledAdd.py").read_text() for name in ("ops.opdef", "list.json")]
    assert source[0] == source[1]
    assert source[0] == (tmp_path / "object.json.d/es_vendor/es_ScaledAdd.py").read_text()


BUILD = """
from ge.es import GraphBuilder
from ge.es.vendor import ScaledAdd, _Halves
from ge.graph import DataType, Graph

def network():
    inner = GraphBuilder("inner")
    body = inner.build_and_reset([inner.create_input(0)])
    builder = GraphBuilder("net")
    x = builder.create_input(0, shape=[2, 3])
    y = ScaledAdd(x, 1.0, axis=3, to=DataType.DT_FLOAT16)
    parts, count = _Halves(y, 1, body)
    return builder.build_and_reset([parts[0], count])

def node(graph, type):
    return next(node for node in graph.get_all_nodes() if node.type == type)
"""


def test_its_operators_are_built_saved_and_loaded(tmp_path: pathlib.Path) -> None:
    generate(tmp_path, OPERATORS)

    output = run(
        tmp_path,
        BUILD
        + """
network().save_to_air("net.air")
graph = Graph()
graph.load_from_air("net.air")
scaled, halves = node(graph, "ScaledAdd"), node(graph, "_Halves")
print(scaled.get_attr("axis"), scaled.get_attr("to").name, scaled.has_attr("scale"), scaled.get_inputs_size())
print(halves.get_outputs_size(), [sub.name for sub in graph.get_all_subgraphs()])
""",
    )

    assert output == "3 DT_FLOAT16 False 2\n2 ['inner']\n"


def test_inference_says_that_there_is_no_rule_for_them(tmp_path: pathlib.Path) -> None:
    generate(tmp_path, OPERATORS)

    output = run(
        tmp_path,
        BUILD
        + """
from ge.utils import GeUtils
try:
    GeUtils.infer_shape(network(), [[2, 3]])
except RuntimeError as error:
    print(error)
""",
    )

    assert 'no shape rule for operator type ScaledAdd (node "ScaledAdd_1")' in output


def test_two_packages_may_share_a_prototype_but_not_a_name(tmp_path: pathlib.Path) -> None:
    generate(tmp_path, "op Mine\n  in x: float\n  out y: float\n", module="a", name="a.opdef", out="a")
    generate(tmp_path, "op Mine\n  in x: float\n  out y: float\n", module="b", name="b.opdef", out="b")
    generate(tmp_path, "\nop Mine\n  in x: float16\n  out y: float\n", module="c", name="c.opdef", out="c")

    output = run(
        tmp_path,
        f"import sys; sys.path[:0] = [{str(tmp_path / 'b')!r}, {str(tmp_path / 'c')!r}]\n"
        "import es_a, es_b\n"
        "try: import es_c\n"
        "except ValueError as error: print(error)",
        path="a",
    )

    assert 'operator Mine is already known with another prototype: input 0 ("x") is not the same' in output
    assert "known from es_a (a.opdef:1), given by es_c (c.opdef:2)" in output


REFUSED = [
    ("op Bad\n  in x: flaot\n", "ops.opdef:2: 'flaot' is not a data type"),
    ("op Bad\n  in x: float\n  in x: float\n", "ops.opdef:3: in 'x' is declared twice in Bad"),
    (
        "op Good\n  in x: float\nop Good\n  in x: float\n",
        "ops.opdef:3: operator Good is already defined in ops.opdef:1",
    ),
    ("op Bad\n  in x: float\n  attr a: Float = 1e39\n", "attribute 'a' of kind Float cannot have the default 1e+39"),
    ("op Bad\n  in x: float\n  attr a: Float = NaN\n", "attribute 'a' of kind Float cannot have the default nan"),
    ("op Bad\n  in y_num: float\n  out* y: float\n", "ops.opdef:1: operator Bad: two parameters would have the name"),
    ("op get_module\n  in x: float\n", "ops.opdef:1: operator get_module: the name 'get_module' is taken"),
    ("\nop Add\n  in x: float\n", "known from the definitions of ge-graph, given by es_vendor (ops.opdef:2)"),
    ("op __all__\n  in x: float\n", "ops.opdef:1: operator __all__: operator type '__all__' must not begin with two"),
    ("op Bad\n  in x: float\n  out self, y: float\n", "ops.opdef:1: operator Bad: an output is named 'self'"),
    ('op Bad\n  in x: float\n  attr a: String = "\\ud800"\n', "attribute 'a' of kind String cannot have the default"),
    (f"op Bad\n  in x: float\n  attr a: ListInt = {'[' * 100000}\n", "ops.opdef:3: cannot read the value"),
    (f"op Bad\n  in x: float\n  attr a: Int = {'1' * 5000}\n", "ops.opdef:3: "),
    ("# nothing\n", "ops.opdef: no operator is defined"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[f"{i} {reason}" for i, (_, reason) in enumerate(REFUSED)])
def test_a_bad_definition_is_refused_and_nothing_is_written(tmp_path: pathlib.Path, text: str, reason: str) -> None:
    done = generate(tmp_path, text)

    assert done.returncode == 1
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "dist").exists()


def test_a_bad_json_definition_names_its_line(tmp_path: pathlib.Path) -> None:
    done = generate(tmp_path, '{"ops": [\n {"type": "A"},\n {"type": "B", "inputs": 3}\n]}', name="ops.json")

    assert done.returncode == 1
    assert "ops.json:3: operator B: 'inputs' must be a list" in done.stderr


@pytest.mark.parametrize("text", ["[" * 100000, '[{"type": ' + "1" * 5000 + "}]", "[1]", '{"ops": 5}', "", "{", "null"])
def test_what_is_no_json_of_operators_is_refused_with_its_file(tmp_path: pathlib.Path, text: str) -> None:
    done = generate(tmp_path, text, name="ops.json")

    assert done.returncode == 1
    assert done.stderr.startswith("ge-es-gen: ops.json:1: "), done.stderr
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize("module", ["math", "all", "graph_builder", "_private", "class", "a-b", ""])
def test_a_module_name_that_cannot_be_is_refused(tmp_path: pathlib.Path, module: str) -> None:
    done = generate(tmp_path, OPERATORS, module=module)

    assert done.returncode == 1
    assert f"module name {module!r}" in done.stderr
    assert not (tmp_path / "dist").exists()


def test_every_name_that_ge_es_has_is_reserved() -> None:
    import ge.es

    modules = {path.stem for path in pathlib.Path(ge.es.__path__[0]).glob("*.py")}
    taken = {name for name in modules | set(ge.es.__all__) if not name.startswith("_")}
    assert taken == RESERVED


def test_a_folder_with_other_things_is_left_alone(tmp_path: pathlib.Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "pyproject.toml").write_text("[project]\n")

    done = generate(tmp_path, OPERATORS)

    assert done.returncode == 1
    assert "dist is neither empty nor from an earlier run for this module" in done.stderr
    assert (tmp_path / "dist" / "pyproject.toml").read_text() == "[project]\n"


def test_a_later_run_replaces_an_earlier_one_and_keeps_what_is_not_its_own(tmp_path: pathlib.Path) -> None:
    generate(tmp_path, OPERATORS)
    (tmp_path / "dist" / "README.md").write_text("Ours.\n")

    done = generate(tmp_path, "op Other\n  in x: float\n  out y: float\n")

    assert done.returncode == 0, done.stderr
    left = sorted(path.name for path in (tmp_path / "dist").iterdir())
    assert left == ["README.md", "build_backend.py", "es_vendor", "ge", "pyproject.toml"]
    assert not (tmp_path / "dist" / "es_vendor" / "es_ScaledAdd.py").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("")

    done = generate(tmp_path, OPERATORS, out="file/dist")

    assert done.returncode == 1
    assert "file" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_file_of_definitions_is_named(tmp_path: pathlib.Path) -> None:
    done = python(tmp_path, "-m", "ge.es_gen", "--ops", "none.opdef", "--module", "vendor", "--out", "dist")

    assert (done.returncode, done.stderr) == (1, "ge-es-gen: none.opdef: No such file or directory\n")


def test_the_definitions_of_ge_graph_agree_with_the_engine_that_has_them(
    tmp_path: pathlib.Path, opdefs: list[pathlib.Path]
) -> None:
    files = [str(path) for path in opdefs]
    done = python(tmp_path, "-m", "ge.es_gen", "--ops", *files, "--module", "again", "--out", "dist")

    assert done.returncode == 0, done.stderr
    assert "ge.es.again: 2066 operators in dist" in done.stdout
    assert run(tmp_path, "from ge.es.again import Conv2D, _If; print(Conv2D.__module__)") == "es_again.es_Conv2D\n"
