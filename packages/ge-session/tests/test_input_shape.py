"""The grammar of input_shape."""

from __future__ import annotations

import pytest
from ge.ge_global._options import OptionError
from ge.offline_compile._input_shape import Dim, parse_input_shape


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("x:1,3,224,224", {"x": [1, 3, 224, 224]}),
        (" x : 1 , 2 ; y:4", {"x": [1, 2], "y": [4]}),
        ("scope:x:0:5", {"scope:x:0": [5]}),
        ("x:", {"x": []}),
        ("x:-1,3", {"x": [-1, 3]}),
        ("", {}),
    ],
)
def test_shapes_are_read(text: str, sizes: dict[str, list[int]]) -> None:
    shapes = parse_input_shape(text)

    assert {name: [dim.size for dim in dims] for name, dims in shapes.items()} == sizes


def test_a_range_keeps_its_ends() -> None:
    assert parse_input_shape("x:1~8,-1,4") == {"x": (Dim(1, 8), Dim(0, None), Dim(4, 4))}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1,2,3", "E10002"),
        ("x:1.5", "E10002"),
        ("x:a", "E10014"),
        ("x:3a", "E10002"),
        ("x:99999999999999999999", "E10013"),
        ("x:0,3", "E10011"),
        ("x:5~2", "E10048"),
        ("x:1~2~3", "E10048"),
        ("x:a~2", "E10002"),
    ],
)
def test_a_bad_shape_has_a_code(text: str, code: str) -> None:
    with pytest.raises(OptionError) as error:
        parse_input_shape(text)

    assert error.value.code == code
