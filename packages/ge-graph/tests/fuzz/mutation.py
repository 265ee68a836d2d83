"""Files that are nearly right: mutations of sound ones, each told by its seed.

Half of the changes keep the form (the lengths of protobuf's messages, the tokens of a text) and so get past the first
check that fails; the other half do not care.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

__all__ = ["mutated_message", "mutated_text"]

_MOST_CHANGES = 6
_LARGEST = 1 << 17  # bytes of a mutated file
_NUMBERS = (0, 1, 2, 127, 128, 255, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)
_TOKEN = re.compile(rb'"(?:\\.|[^"\\])*"|[A-Za-z_]\w*|-?\d[\w.]*|\s+|.', re.DOTALL)
_TEXTS = (b"{", b"}", b"<", b">", b"[", b"]", b":", b",", b'"', b"\\", b"#", b"\x00", b"nan", b"-inf", b"0x7f", b"\xff")

# A field of a message: its number and wire type as on the wire, and the bytes behind them.
_Field = tuple[int, bytes]


def mutated_message(seeds: Sequence[bytes], seed: int) -> bytes:
    """Bytes of a protobuf message, made from one of the seeds."""
    random = Random(seed)
    data = random.choice(seeds)
    for _ in range(random.randint(1, _MOST_CHANGES)):
        data = _edited(data, random, 0) if random.random() < 0.6 else _changed_bytes(data, seeds, random)
    return data[:_LARGEST]


def mutated_text(seeds: Sequence[bytes], seed: int) -> bytes:
    """A text in protobuf's text form, made from one of the seeds."""
    random = Random(seed)
    data = random.choice(seeds)
    for _ in range(random.randint(1, _MOST_CHANGES)):
        data = _changed_tokens(data, random) if random.random() < 0.6 else _changed_bytes(data, seeds, random)
    return data[:_LARGEST]


# --- without regard to the form


def _changed_bytes(data: bytes, seeds: Sequence[bytes], random: Random) -> bytes:
    """Flips, cuts, doubles or splices."""
    at, end = sorted(random.choices(range(len(data) + 1), k=2))
    end = min(end, at + (1 << random.randint(0, 12)))
    other = random.choice(seeds)
    start = random.randrange(len(other) + 1)
    piece = other[start : start + (1 << random.randint(0, 10))]
    changes: tuple[Callable[[], bytes], ...] = (
        lambda: _flipped(data, random),
        lambda: data[:at],
        lambda: data[:at] + data[end:],
        lambda: data[:end] + data[at:end] * (1 << random.randint(0, 6)) + data[end:],
        lambda: data[:at] + piece + data[end:],
        lambda: data[:at] + bytes(random.randrange(256) for _ in range(random.randint(1, 8))) + data[at:],
        lambda: data[:at] + _varint(random.choice(_NUMBERS)) + data[at:],
    )
    return random.choice(changes)()[:_LARGEST]


def _flipped(data: bytes, random: Random) -> bytes:
    if not data:
        return b"\x00"
    changed = bytearray(data)
    for _ in range(random.randint(1, 4)):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


# --- messages


def _varint(number: int) -> bytes:
    encoded = bytearray()
    while number >= 0x80:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The number, and where it ends."""
    number = 0
    for shift in range(0, 70, 7):
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
    raise ValueError("no number ends within ten bytes")


def _split(message: bytes) -> list[_Field]:
    """The fields of a message.

    Raises:
        ValueError, IndexError: The bytes are no message.
    """
    fields = []
    at = 0
    while at < len(message):
        tag, at = _read_varint(message, at)
        start = at
        wire_type = tag & 7
        if wire_type == 0:
            _, at = _read_varint(message, at)
        elif wire_type == 1:
            at += 8
        elif wire_type == 2:
            size, start = _read_varint(message, at)
            at = start + size
        elif wire_type == 5:
            at += 4
        else:
            raise ValueError(f"no wire type {wire_type}")
        if at > len(message) or tag < 8:
            raise ValueError("no message")
        fields.append((tag, message[start:at]))
    return fields


def _joined(fields: Sequence[_Field]) -> bytes:
    return b"".join(_varint(tag) + (_varint(len(value)) if tag & 7 == 2 else b"") + value for tag, value in fields)


def _edited(message: bytes, random: Random, depth: int) -> bytes:
    """Changes one field, here or further inside, with all lengths right."""
    try:
        fields = _split(message)
    except (ValueError, IndexError):
        return _flipped(message, random)
    if not fields:
        return _varint(random.randrange(8, 300)) + _varint(random.choice(_NUMBERS))
    at = random.randrange(len(fields))
    tag, value = fields[at]
    if tag & 7 == 2 and value and depth < 12 and random.random() < 0.8:
        fields[at] = (tag, _edited(value, random, depth + 1))
        return _joined(fields)
    _change_field(fields, at, random)
    return _joined(fields)[:_LARGEST]


def _change_field(fields: list[_Field], at: int, random: Random) -> None:
    tag, value = fields[at]
    other = random.randrange(len(fields))
    change = random.randrange(7)
    if change == 0:
        del fields[at]
    elif change == 1:
        fields[at:at] = [fields[at]] * (1 << random.randint(0, 8))
    elif change == 2:
        fields[at], fields[other] = fields[other], fields[at]
    elif change == 3:
        fields[at] = (tag, fields[other][1] if fields[other][0] & 7 == tag & 7 else value)
    elif change == 4:  # another field, or the same with another wire type
        fields[at] = (random.choice((tag ^ 8, tag + 8, max(8, tag - 8), 8 * random.randint(1, 40) + (tag & 7))), value)
    elif change == 5 and tag & 7 == 2:  # in itself, again and again
        for _ in range(1 << random.randint(0, 6)):
            value = _joined([(tag, value)])
        fields[at] = (tag, value)
    else:
        fields[at] = (tag & ~7, _varint(random.choice(_NUMBERS)))


# --- texts


def _changed_tokens(data: bytes, random: Random) -> bytes:
    tokens = _TOKEN.findall(data)
    if not tokens:
        return random.choice(_TEXTS)
    at = random.randrange(len(tokens))
    end = min(len(tokens), at + (1 << random.randint(0, 8)))
    other = random.randrange(len(tokens))
    change = random.randrange(6)
    if change == 0:
        del tokens[at:end]
    elif change == 1:
        tokens[at:at] = tokens[at:end] * (1 << random.randint(0, 5))
    elif change == 2:
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif change == 3:
        tokens[at] = tokens[other]
    elif change == 4:
        tokens[at] = str(random.choice((*_NUMBERS, -1, -(1 << 63)))).encode()
    else:
        tokens.insert(at, random.choice(_TEXTS))
    return b"".join(tokens)[:_LARGEST]
