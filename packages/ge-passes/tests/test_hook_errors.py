"""An exception in any hook comes out as an error that carries the pass, the hook, the node and the user's traceback."""

from __future__ import annotations

import builtins

import ge.es.all as es
import pytest
from conftest import Compiler
from ge.es import GraphBuilder
from ge.graph import Graph
from ge.session import GeError

RAISE = "raise LookupError('lost ' + 'it')"  # the text as it is raised stands nowhere in the file


def relu() -> Graph:
    """y = Relu(x)."""
    builder = GraphBuilder("one")
    return builder.build_and_reset([es.Relu(builder.create_input(0, shape=[2]))])


def relu_name(graph: Graph) -> str:
    """The name of its Relu."""
    return next(node.name for node in graph.get_all_nodes() if node.type == "Relu")


def pattern_pass(**bodies: str) -> str:
    """A pattern pass whose hooks have these bodies."""
    methods = {
        "__init__(self)": "super().__init__()",
        "patterns(self)": "b = GraphBuilder('p'); return [b.build_and_reset([es.Relu(b.create_input(0))])]",
        "meet_requirements(self, match_result)": "return True",
        "replacement(self, inputs)": "return es.Tanh(inputs[0])",
    }
    methods.update({head: bodies[head.split("(")[0]] for head in methods if head.split("(")[0] in bodies})
    lines = [f"    def {head}:\n        {body}\n" for head, body in methods.items()]
    registered = '@register_fusion_pass(name="Broken", stage=PassStage.BEFORE_INFER_SHAPE)\n'
    return registered + "class Broken(PatternFusionPass):\n" + "".join(lines)


def decompose_pass(meet_requirements: str = "return True", replacement: str = "return None") -> str:
    """A decompose pass whose hooks have these bodies."""
    return f"""
@register_decompose_pass(name="Broken", stage=PassStage.BEFORE_INFER_SHAPE, op_types=["Relu"])
class Broken(DecomposePass):
    def meet_requirements(self, node):
        {meet_requirements}
    def replacement(self, node):
        {replacement}
"""


RUN = f"""
@register_fusion_pass(name="Broken", stage=PassStage.BEFORE_INFER_SHAPE)
class Broken(FusionBasePass):
    def run(self, graph, context):
        {RAISE}
"""


@pytest.mark.parametrize(
    ("text", "hook", "where"),
    [
        (pattern_pass(__init__=RAISE), "__init__", "the pass cannot be made"),
        (pattern_pass(__init__="pass"), "matcher_config", "its __init__ must call super().__init__()"),
        (pattern_pass(patterns=RAISE), "patterns", 'on graph "one": patterns: '),
        (
            pattern_pass(replacement=RAISE),
            "replacement",
            "replacement of match [PatternName:p][MatchNodesPair]{{Relu:ACT}",
        ),
        (decompose_pass(replacement=RAISE), "replacement", 'replacement of node "ACT" (Relu)'),
        (RUN, "run", 'on graph "one": run: '),
    ],
)
def test_the_compilation_fails_with_pass_hook_node_and_traceback(
    compiler: Compiler, text: str, hook: str, where: str
) -> None:
    path = compiler.use(text)
    graph = relu()
    name = relu_name(graph)

    with pytest.raises(GeError) as caught:
        compiler.compile(graph)

    error = str(caught.value)
    where = where.replace("ACT", name)
    assert "E13028" in error
    assert 'fusion pass "Broken" failed' in error
    assert where in error, error
    if hook != "matcher_config":
        assert "LookupError: lost it" in error
        assert f'File "{path}", line ' in error
        assert f"in {hook}" in error, error


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (
            pattern_pass(meet_requirements=RAISE),
            "meet_requirements of match [PatternName:p][MatchNodesPair]{{Relu:ACT}",
        ),
        (decompose_pass(meet_requirements=RAISE), 'meet_requirements of node "ACT" (Relu)'),
    ],
)
def test_a_check_that_raises_is_shown_and_counts_as_no(
    compiler: Compiler, capfd: pytest.CaptureFixture[str], text: str, where: str
) -> None:
    path = compiler.use(text)
    graph = relu()
    where = where.replace("ACT", relu_name(graph))

    compiler.compile(graph)

    assert [node.type for node in graph.get_all_nodes() if node.type not in ("Data", "NetOutput")] == ["Relu"]
    shown = capfd.readouterr().err
    assert 'pass "Broken"' in shown
    assert where in shown, shown
    assert "LookupError: lost it" in shown
    assert f'File "{path}", line ' in shown


@pytest.mark.parametrize(
    "exception", ["SystemExit(3)", "KeyboardInterrupt()", "RecursionError('deep')", "MemoryError()"]
)
def test_no_exception_ends_the_process(compiler: Compiler, exception: str) -> None:
    compiler.use(pattern_pass(replacement=f"raise {exception}"))

    with pytest.raises(GeError, match=exception.split("(", maxsplit=1)[0]):
        compiler.compile(relu())


MUTE = """
class Mute(Exception):
    def __str__(self):
        raise ValueError
"""


def test_an_exception_without_a_text_is_still_an_error(compiler: Compiler) -> None:
    compiler.use(MUTE + pattern_pass(replacement="raise Mute"))

    with pytest.raises(GeError, match='fusion pass "Broken" failed'):
        compiler.compile(relu())


def test_a_decomposed_node_without_outputs_is_refused(compiler: Compiler) -> None:
    compiler.use("""
        @register_decompose_pass(name="Broken", stage=PassStage.BEFORE_INFER_SHAPE, op_types=["NetOutput"])
        class Broken(DecomposePass):
            def replacement(self, node):
                b = GraphBuilder("r")
                return b.build_and_reset([es.Relu(b.create_input(0))])
    """)

    with pytest.raises(GeError, match=r"\(NetOutput\): the boundary has no output"):
        compiler.compile(relu())


KEEPING = """
import builtins
kept = builtins.kept_by_a_pass = []

@register_fusion_pass(name="Keeping", stage=PassStage.BEFORE_INFER_SHAPE)
class Keeping(PatternFusionPass):
    @pattern
    def relu(self, inputs):
        return es.Relu(inputs[0])

    def meet_requirements(self, match_result, context):
        kept.extend([match_result, context, match_result.get_matched_nodes()[0]])
        return True

    def replacement(self, inputs):
        return es.Tanh(inputs[0])
"""


def test_what_a_hook_keeps_can_be_used_later_or_says_that_it_cannot(compiler: Compiler) -> None:
    compiler.use(KEEPING)

    compiler.compile(relu())

    match_result, context, node = builtins.kept_by_a_pass  # type: ignore[attr-defined]  # the pass puts it there
    del builtins.kept_by_a_pass  # type: ignore[attr-defined]
    with pytest.raises(RuntimeError, match="expired"):
        match_result.get_matched_nodes()
    assert context.get_pass_name() == "Keeping"
    assert context.get_option_value("ge.socVersion") == "Ascend910B1"
    with pytest.raises(RuntimeError, match="gone"):
        _ = node.name
