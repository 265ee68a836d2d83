"""Let convolutions of images with channels first run with channels last.

    before  y = Conv2D(x, filter, bias), data_format NCHW
    after   y = Transpose(Conv2D(Transpose(x), Transpose(filter), bias), data_format NHWC)
    unless  x is not an image of rank 4

For devices or kernels that want channels last. Between convolutions that follow each other the compiler takes pairs of
Transposes out that undo each other.

Run with `ASCEND_GE_PY_PASS_PATH=examples/passes/conv_data_format.py pyatc ...`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ge.es import GraphBuilder
from ge.es import all as es
from ge.graph import Graph, Node
from ge.passes import (
    FusionBasePass,
    PassContext,
    PassStage,
    SubgraphBoundary,
    SubgraphInput,
    SubgraphOutput,
    SubgraphRewriter,
    register_fusion_pass,
)

NCHW_TO_NHWC = [0, 2, 3, 1]
NHWC_TO_NCHW = [0, 3, 1, 2]
NCHW_TO_HWCN = [2, 3, 1, 0]  # what filters have beside images in NHWC


@register_fusion_pass(name="ConvChannelsLast", stage=PassStage.AFTER_INFER_SHAPE)
class ConvChannelsLast(FusionBasePass):
    """Walks the graph: what to write depends on how many inputs are connected and on attributes."""

    def run(self, graph: Graph, context: PassContext) -> None:
        """Rewrite each convolution. Those that are added have another format, and would not be rewritten again."""
        for conv in graph.get_direct_nodes():
            if conv.type == "Conv2D" and _has_channels_first(conv):
                SubgraphRewriter.replace(_boundary(conv), _channels_last(conv), context=context)


def _has_channels_first(conv: Node) -> bool:
    ranks = [len(conv.get_input_desc(port).shape) for port in (0, 1)]
    return conv.has_attr("data_format") and conv.get_attr("data_format") == "NCHW" and ranks == [4, 4]


def _boundary(conv: Node) -> SubgraphBoundary:
    boundary = SubgraphBoundary()
    for port in range(conv.get_inputs_size()):
        boundary.add_input(port, SubgraphInput([(conv, port)]))
    boundary.add_output(0, SubgraphOutput(conv, 0))
    return boundary


def _channels_last(conv: Node) -> Graph:
    builder = GraphBuilder("conv_channels_last")
    x, weights, *bias = builder.create_inputs(conv.get_inputs_size())
    result = es.Conv2D(
        es.Transpose(x, NCHW_TO_NHWC),
        es.Transpose(weights, NCHW_TO_HWCN),
        *bias,
        strides=_moved(conv.get_attr("strides")),
        pads=conv.get_attr("pads"),
        dilations=_moved(conv.get_attr("dilations")) if conv.has_attr("dilations") else [1, 1, 1, 1],
        groups=conv.get_attr("groups") if conv.has_attr("groups") else 1,
        data_format="NHWC",
    )
    if conv.has_attr("auto_pad"):  # ONNX's, which stands beside the operator's own attributes
        builder.set_node_attr_string(result, "auto_pad", conv.get_attr("auto_pad"))
    return builder.build_and_reset([es.Transpose(result, NHWC_TO_NCHW)])


def _moved(entries: Sequence[int]) -> list[int]:
    """One entry for each dimension, in the new order."""
    return [entries[axis] for axis in NCHW_TO_NHWC]
