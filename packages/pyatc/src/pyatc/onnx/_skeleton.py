"""Takes a model's bytes apart: a message without the larger tensors, and where these are.

Nothing is decoded but the frames of the messages on the way to a tensor; the field numbers are those of ONNX's
`onnx.proto`, which do not change.
"""

from __future__ import annotations

from pyatc.onnx._weights import StoredWeights

# Raw data of fewer bytes stays in the message, where ONNX's shape inference can read it.
_LEAST = 1024
# As deep as protobuf itself reads.
_DEEPEST = 100

# By message: the fields that lead to tensors, and to what.
_WAYS: dict[str, dict[int, str]] = {
    "model": {7: "graph", 25: "function"},
    "graph": {1: "node", 5: "tensor"},
    "function": {7: "node"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 6: "graph", 10: "tensor", 11: "graph"},
    "tensor": {},
}
_RAW_DATA = 9
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


def without_weights(model: memoryview, weights: StoredWeights) -> bytes:
    """A model's message with a reference in the place of each larger tensor's raw data.

    Args:
        model: The message; kept for as long as `weights`.
        weights: Is given the raw data.

    Raises:
        ValueError: The bytes are no message, or are cut short.
    """
    return _lean("model", model, weights, 0)


def _lean(kind: str, data: memoryview, weights: StoredWeights, depth: int) -> bytes:
    if depth > _DEEPEST:
        raise ValueError(f"messages are nested more than {_DEEPEST} deep")
    parts: list[bytes | memoryview] = []
    kept = position = 0
    while position < len(data):
        start = position
        tag, position = _varint(data, position)
        body, position = _body(data, position, tag & 7)
        if position - body < _LEAST or tag & 7 != _BYTES:
            continue
        way = _WAYS[kind].get(tag >> 3)
        if way is not None:
            message = _lean(way, data[body:position], weights, depth + 1)
            new = _encoded(tag) + _encoded(len(message)) + message
        elif kind == "tensor" and tag >> 3 == _RAW_DATA:
            new = weights.keep(data[body:position])
        else:
            continue
        parts += [data[kept:start], new]
        kept = position
    return b"".join([*parts, data[kept:]])


def _body(data: memoryview, position: int, wire_type: int) -> tuple[int, int]:
    """Begin and end of a field's contents."""
    if wire_type == _VARINT:
        return position, _varint(data, position)[1]
    if wire_type == _BYTES:
        size, position = _varint(data, position)
    elif wire_type in (_FIXED32, _FIXED64):
        size = 4 if wire_type == _FIXED32 else 8
    else:
        raise ValueError(f"there is no wire type {wire_type} at byte {position}")
    if position + size > len(data):
        raise ValueError(f"a field of {size} bytes goes over the end")
    return position, position + size


def _varint(data: memoryview, position: int) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    value = 0
    for shift in range(0, 70, 7):
        if position >= len(data):
            raise ValueError("the last number is cut short")
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
    raise ValueError(f"a number has more than 64 bits at byte {position}")


def _encoded(value: int) -> bytes:
    parts = []
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])
