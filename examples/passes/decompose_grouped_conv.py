"""Cut a grouped convolution into one for each group.

    before  y = Conv2D(x, filter, bias, groups=2)
    after   y = ConcatD(Conv2D(x1, filter1, bias1), Conv2D(x2, filter2, bias2)), the parts by Split
    unless  each channel is a group by itself, the images have channels last, or one tensor feeds two inputs

For devices without kernels for groups.

Run with `ASCEND_GE_PY_PASS_PATH=examples/passes/decompose_grouped_conv.py pyatc ...`.
"""

from __future__ import annotations

from ge.es import GraphBuilder
from ge.es import all as es
from ge.graph import Graph, Node
from ge.passes import DecomposePass, PassStage, infer_shape, register_decompose_pass

# Channels of an image, and filters: dimension 1 of x and the result, dimension 0 of filter and bias.
CHANNELS, FILTERS = 1, 0


@register_decompose_pass(name="DecomposeGroupedConv", stage=PassStage.AFTER_INFER_SHAPE, op_types=["Conv2D"])
class DecomposeGroupedConv(DecomposePass):
    """Asked about each Conv2D that is there when the pass begins; those of a replacement are not visited."""

    def meet_requirements(self, node: Node) -> bool:
        """Whether there are groups of several channels."""
        if not (node.has_attr("data_format") and node.get_attr("data_format") == "NCHW"):
            return False
        channels = node.get_input_desc(0).shape[CHANNELS]
        return 1 < _groups(node) < channels and _distinct_inputs(node) == node.get_inputs_size()

    def replacement(self, node: Node) -> Graph:
        """A graph with one input for each tensor that the node reads, and all its outputs."""
        groups = _groups(node)
        builder = GraphBuilder("convs_of_groups")
        x, *weights_and_bias = builder.create_inputs(node.get_inputs_size())
        images = es.Split(CHANNELS, x, groups, num_split=groups)
        weights = [es.Split(FILTERS, tensor, groups, num_split=groups) for tensor in weights_and_bias]
        results = []
        for image, *parts in zip(images, *weights):
            result = es.Conv2D(
                image,
                *parts,
                strides=node.get_attr("strides"),
                pads=node.get_attr("pads"),
                dilations=node.get_attr("dilations") if node.has_attr("dilations") else [1, 1, 1, 1],
                data_format="NCHW",
            )
            if node.has_attr("auto_pad"):  # ONNX's, which stands beside the operator's own attributes
                builder.set_node_attr_string(result, "auto_pad", node.get_attr("auto_pad"))
            results.append(result)
        graph = builder.build_and_reset([es.ConcatD(results, concat_dim=CHANNELS, N=groups)])
        infer_shape(graph, node)
        return graph


def _groups(node: Node) -> int:
    return int(node.get_attr("groups")) if node.has_attr("groups") else 1


def _distinct_inputs(node: Node) -> int:
    """Ports that one tensor feeds are one input of the replacement."""
    sources = [node.get_in_data_nodes_and_port_indexes(port) for port in range(node.get_inputs_size())]
    return len({(source.name, port) for source, port in sources})
