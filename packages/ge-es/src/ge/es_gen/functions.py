"""The source text of a module of `ge.es`: one typed, documented function for each operator.

A function only hands its arguments on, in the order of the prototype, to the operator object of its type:

    _op_Concat = tensor_operator("Concat")

    def Concat(concat_dim, x, *, N=1, name=None):
        return _op_Concat(concat_dim, x, None, N, name)

that is: inputs (a list for a dynamic one), the builder or None, the number of tensors of each dynamic output,
the subgraphs, the attributes, the node's name. What happens with them stands in `ge.es._operator`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from .model import OpDef
from .signature import Parameter, Result, Signature, signature
from .support import Support, support_sentence

_HEADER = '''\
"""{doc}

Generated from the operator definitions. See `ge.es` for how graphs are written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import List, Optional, Union

from ge.es._operator import OperatorOutputs, list_operator, outputs_operator, tensor_operator
from ge.es.graph_builder import GraphBuilder
from ge.es.tensor_holder import TensorHolder
from ge.es.tensor_like import NodeName, TensorLike
from ge.graph import DataType, Graph, Tensor

__all__ = [
{names}
]
'''


def functions_module(ops: Sequence[OpDef], doc: str, support: Support | None = None) -> str:
    """A module of the functions of `ops`.

    Args:
        ops: The operators.
        doc: The first line of the module's docstring.
        support: What the CPU engine computes, for the functions to say; None: they say nothing of it.
    """
    names = [name for op in ops for name in exported_names(op)]
    header = _HEADER.format(doc=doc, names="\n".join(f'    "{name}",' for name in names))
    return "\n\n".join([header, *("\n".join(_operator_lines(op, support)) + "\n" for op in ops)])


def exported_names(op: OpDef) -> list[str]:
    """What an operator adds to its module: the function, and for several outputs the class of its result."""
    return [op.type, f"{op.type}Output"] if len(op.outputs) > 1 else [op.type]


def _operator_lines(op: OpDef, support: Support | None) -> Iterator[str]:
    sig = signature(op)
    if len(sig.results) > 1:
        yield from _output_class(op.type, sig.results)
        yield ""
        yield ""
    yield f"_op_{op.type} = {_factory(op.type, sig.results)}"
    yield ""
    yield ""
    yield from _definition_lines(op.type, sig)
    yield from _docstring(op, sig, support)
    arguments = [*sig.inputs, sig.builder or "None", *sig.counts, *sig.graphs, *sig.attrs, sig.name]
    yield from _call(f"    return _op_{op.type}(", arguments)


def _factory(op_type: str, results: Sequence[Result]) -> str:
    if len(results) > 1:
        return f'outputs_operator("{op_type}", {op_type}Output)'
    return f'list_operator("{op_type}")' if results and results[0].dynamic else f'tensor_operator("{op_type}")'


def _result_type(op_type: str, results: Sequence[Result]) -> str:
    if len(results) > 1:
        return f"{op_type}Output"
    return "List[TensorHolder]" if results and results[0].dynamic else "TensorHolder"


def _output_class(op_type: str, results: Sequence[Result]) -> Iterator[str]:
    yield f"class {op_type}Output(OperatorOutputs):"
    yield f'    """The outputs of {op_type}."""'
    yield ""
    slots = ", ".join(f'"{result.name}"' for result in results)
    yield from _wrapped(f"    __slots__ = ({slots})", "        ")
    yield ""
    typed = [f"{result.name}: {'List[TensorHolder]' if result.dynamic else 'TensorHolder'}" for result in results]
    yield from _call("    def __init__(", ["self", *typed], " -> None:")
    for result in results:
        yield f"        self.{result.name} = {result.name}"


def _definition_lines(op_type: str, sig: Signature) -> Iterator[str]:
    parameters = [_declared(parameter) for parameter in sig.positional]
    # Keyword-only parameters cost a tenth of a call: the name alone is not worth it.
    parameters += ["*"] if sig.keyword_only else []
    parameters += [_declared(parameter) for parameter in _keywords(sig)]
    yield from _call(f"def {op_type}(", parameters, f" -> {_result_type(op_type, sig.results)}:")


def _keywords(sig: Signature) -> tuple[Parameter, ...]:
    doc = "str (optional), the node's name; by default its type and a number"
    annotation = "Optional[str]" if sig.keyword_only else "NodeName"
    return (*sig.keyword_only, Parameter(sig.name, annotation, doc, "None"))


def _declared(parameter: Parameter) -> str:
    default = "" if parameter.default is None else f" = {parameter.default}"
    return f"{parameter.name}: {parameter.annotation}{default}"


def _call(start: str, arguments: Sequence[str], end: str = "") -> Iterator[str]:
    """On one line when it fits, else one argument a line."""
    line = f"{start}{', '.join(arguments)}){end}"
    if len(line) <= 110:
        yield line
        return
    indent = " " * (len(start) - len(start.lstrip()))
    yield start
    yield from (f"{indent}    {argument}," for argument in arguments)
    yield f"{indent}){end}"


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, 110, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _docstring(op: OpDef, sig: Signature, support: Support | None) -> Iterator[str]:
    yield f'    """Add a node of type {op.type}, as the C function Es{op.type} does.'
    if op.status:
        yield ""
        yield f"    {op.status.capitalize()}" + (f": use {op.use}." if op.use else ".")
    if support is not None:
        yield ""
        yield from _wrapped(f"    {support_sentence(op.type, sig, support)}", "    ")
    yield ""
    yield "    Args:"
    for parameter in (*sig.positional, *_keywords(sig)):
        yield from _wrapped(f"        {parameter.name}: {_doc_text(parameter.doc)}", "            ")
    yield ""
    yield "    Returns:"
    yield from _returns(op.type, sig.results)
    if sig.tensor_like:
        yield ""
        builder = f", or {sig.builder} must be given" if sig.builder else ""
        yield from _wrapped(f"    At least one of {', '.join(sig.inputs)} must be a TensorHolder{builder}.", "    ")
    yield '    """'


def _doc_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def _returns(op_type: str, results: Sequence[Result]) -> Iterator[str]:
    if not results:
        yield "        TensorHolder that stands for the node: it has no output."
    elif len(results) == 1:
        kind = "list of TensorHolder" if results[0].dynamic else "TensorHolder"
        yield from _wrapped(f"        {results[0].name}: {kind}: {results[0].doc}", "            ")
    else:
        yield f"        {op_type}Output:"
        for result in results:
            kind = "list of TensorHolder" if result.dynamic else "TensorHolder"
            yield from _wrapped(f"            {result.name}: {kind}: {result.doc}", "                ")
