"""Tensors from lists, files and arrays, and back."""

from __future__ import annotations

import copy
import gc
import struct
import weakref
from pathlib import Path
from typing import Any, Callable

import ml_dtypes
import numpy as np
import pytest
from ge.graph import DataType, Format, Placement, Tensor
from ge.graph._numeric import float_list_to_fp16_bits, float_to_fp16_bits
from ge.graph.tensor import unflatten_tensor_data
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray


def bytes_of(tensor: Tensor) -> bytes:
    return bytes(memoryview(tensor._handle))


def test_a_tensor_without_data_is_empty_and_looks_at_nothing_else() -> None:
    tensor = Tensor(data_type=DataType.DT_INT8, format=Format.FORMAT_NCHW, shape=[5])

    assert (tensor.data_type, tensor.format, tensor.shape) == (DataType.DT_FLOAT, Format.FORMAT_ND, [])
    with pytest.raises(ValueError, match=r"must start with '\[' and end with '\]', but is <empty>"):
        tensor.get_data()


@pytest.mark.parametrize(
    ("data", "data_type", "shape", "expected"),
    [
        ([1.5, -2.25], DataType.DT_FLOAT, [2], struct.pack("<2f", 1.5, -2.25)),
        ([1, 2.9, -1], DataType.DT_INT32, [3], struct.pack("<3i", 1, 2, -1)),
        ([255, 0], DataType.DT_UINT8, [2], bytes([255, 0])),
        ([2**64 - 1], DataType.DT_UINT64, [1], b"\xff" * 8),
        ([1.0, 0.1, 65504.0, -0.0], DataType.DT_FLOAT16, [4], struct.pack("<4H", 0x3C00, 0x2E66, 0x7BFF, 0x8000)),
        ([float("inf")], DataType.DT_FLOAT16, [1], struct.pack("<H", 0x7C00)),
        ([True, False], DataType.DT_BOOL, [2], b"\1\0"),
        ([True, False], DataType.DT_INT8, [2], b"\1\0"),
        ([True] * 8, DataType.DT_INT64, [2], struct.pack("<2q", 1, 1)),
        ([True, False], DataType.DT_FLOAT, [2], struct.pack("<2f", 1, 0)),
        ([], DataType.DT_BF16, [0], b""),
        ([], DataType.DT_FLOAT, [0, 3], b""),
        ([1.0, 0.1], DataType.DT_DOUBLE, [2], struct.pack("<2d", 1.0, 0.1)),
        ([1, 0, 2.5, True], DataType.DT_BOOL, [4], b"\1\0\1\1"),
    ],
)
def test_a_list_becomes_elements(data: list[Any], data_type: DataType, shape: list[int], expected: bytes) -> None:
    tensor = Tensor(data, data_type=data_type, shape=shape)

    assert bytes_of(tensor) == expected
    assert tensor.shape == (shape or [])


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"data": [1.0], "shape": (1,)}, TypeError, "^Shape must be a list of integers$"),
        ({"data": [1.0], "placement": 0}, TypeError, "^Placement must be a Placement$"),
        ({"data": [1.0], "file_path": "x"}, RuntimeError, "created either by data or by file"),
        ({"data": (1.0,)}, TypeError, "data must be a List"),
        ({"data": [1.0], "data_type": DataType.DT_BF16}, RuntimeError, "^Failed to create Tensor with data type: 27$"),
        ({"data": ["a"], "data_type": DataType.DT_INT8}, ValueError, "invalid literal"),
        ({"data": [300], "data_type": DataType.DT_INT8}, ValueError, r"Value 300 .*range -2\^7 to 2\^7-1 for int8"),
        ({"data": [-1], "data_type": DataType.DT_UINT8}, ValueError, "Value -1 must be non-negative.* for uint8"),
        ({"data": [2**63], "data_type": DataType.DT_INT64}, ValueError, "for int64"),
        ({"data": [65520.0], "data_type": DataType.DT_FLOAT16}, ValueError, "65520.0 must be within 65504 for float16"),
        ({"data": [1e39], "data_type": DataType.DT_FLOAT}, ValueError, "for float"),
        ({"data": [1.0], "shape": [2]}, RuntimeError, "^Failed to create Tensor: the shape takes 2 .* list has 1$"),
        ({"data": []}, RuntimeError, "^Failed to create Tensor: "),
        (
            {"data": [True] * 2, "data_type": DataType.DT_BF16},
            RuntimeError,
            "^Failed to create Tensor with data type: 27$",
        ),
        ({"data": ["x"], "data_type": DataType.DT_BOOL}, RuntimeError, "must be a bool or a number, not str$"),
        ({"data": [1.0], "data_type": "x"}, TypeError, "^Data type must be a DataType$"),
        ({"data": [1.0], "format": "x"}, TypeError, "^Format must be a Format$"),
        ({"data": [1.0], "shape": [-1]}, RuntimeError, "^Failed to create Tensor: .* known dimensions$"),
        ({"file_path": "/no/such/file"}, RuntimeError, "^Failed to create Tensor: "),
        ({"file_path": __file__, "shape": [2**62, 2**62]}, RuntimeError, "^Failed to create Tensor: "),
        ({"file_path": __file__, "shape": [-1]}, RuntimeError, "^Failed to create Tensor: "),
        ({"data": [1.0], "placement": Placement.PLACEMENT_DEVICE}, RuntimeError, "tensor from host to device, ret=-1"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        Tensor(**arguments)


def test_a_file_gives_as_many_bytes_as_the_shape_takes(tmp_path: Path) -> None:
    path = tmp_path / "data.bin"
    path.write_bytes(struct.pack("<4h", 1, -2, 3, 4))

    tensor = Tensor(file_path=str(path), data_type=DataType.DT_INT16, shape=[3])

    assert tensor.get_data() == [1, -2, 3]


def test_what_a_file_has_more_than_the_shape_takes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.bin"
    with path.open("wb") as file:
        file.write(struct.pack("<f", 1.5))
        file.truncate(1 << 40)  # holes: more than the memory there is

    assert Tensor(file_path=str(path)).get_data() == 1.5
    assert Tensor(file_path=str(path), shape=[2]).get_data() == [1.5, 0.0]


@pytest.mark.parametrize(
    ("content", "data_type", "text"),
    [
        (b"", DataType.DT_INT8, "is empty"),
        (b"\1", DataType.DT_FLOAT, "takes 4 bytes, but has 1"),
        (b"\1" * 8, DataType.DT_BF16, "cannot give elements of data type 27"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, content: bytes, data_type: DataType, text: str) -> None:
    path = tmp_path / "data.bin"
    path.write_bytes(content)

    with pytest.raises(RuntimeError, match=rf"^Failed to create Tensor: .*{text}"):
        Tensor(file_path=str(path), data_type=data_type)


@pytest.mark.parametrize(
    ("data", "shape"),
    [
        ([1.0, 2.0], [2]),
        ([[1, 2, 3], [4, 5, 6]], [2, 3]),
        ([[[1], [2]]], [1, 2, 1]),
        ([[5]], [1, 1]),
        ([[], []], [2, 0]),
    ],
)
def test_a_list_gives_its_shape(data: list[Any], shape: list[int]) -> None:
    tensor = Tensor(data)

    assert tensor.shape == shape
    assert tensor.get_data() == data


def test_a_shape_that_is_given_rules_over_that_of_the_list() -> None:
    assert Tensor([[1, 2], [3, 4]], shape=[4]).get_data() == [1, 2, 3, 4]
    assert Tensor([1.0, 2.0], shape=[]).get_data() == 1.0
    assert Tensor([1.0], shape=[1]).shape == [1]


def test_a_flat_list_of_one_number_is_a_scalar() -> None:
    assert Tensor([7.0]).shape == []


@pytest.mark.parametrize("data", [[[1, 2], [3]], [[1], 2], [[[1]], [[2], [3]]]])
def test_irregular_lists_are_refused(data: list[Any]) -> None:
    with pytest.raises(ValueError, match="Tensor data is irregular: not all lists at depth"):
        Tensor(data)


def test_data_comes_back_in_the_shape() -> None:
    assert Tensor([1, 2, 3, 4, 5, 6], data_type=DataType.DT_INT8, shape=[2, 3]).get_data() == [[1, 2, 3], [4, 5, 6]]
    assert Tensor([7], data_type=DataType.DT_INT64).data == 7
    assert Tensor([True, False], data_type=DataType.DT_BOOL, shape=[2]).get_data() == [True, False]
    assert Tensor([], shape=[2, 0]).get_data() == [[], []]
    assert Tensor([], shape=[0, 2]).get_data() == []
    assert Tensor([1e-30], shape=[1]).get_data() == [pytest.approx(1e-30, rel=1e-6)]
    assert Tensor([1e-300, 0.1], data_type=DataType.DT_DOUBLE, shape=[2]).get_data() == [1e-300, 0.1]
    assert Tensor([0, 3], data_type=DataType.DT_BOOL, shape=[2]).get_data() == [False, True]


def test_labels_change_and_bytes_stay() -> None:
    tensor = Tensor([1.0], shape=[1])

    same = tensor.set_data_type(DataType.DT_UINT32).set_format(Format.FORMAT_NCHW)

    assert same is tensor
    assert (tensor.get_data(), tensor.format) == ([0x3F800000], Format.FORMAT_NCHW)
    with pytest.raises(ValueError, match=r"Length of data 4 does not match shape \[1\]"):
        tensor.set_data_type(DataType.DT_INT8).get_data()
    with pytest.raises(ValueError, match=r"<invalid>"):
        tensor.set_data_type(DataType.DT_INT64).get_data()
    with pytest.raises(ValueError, match=r"<not_supported>"):
        tensor.set_data_type(DataType.DT_STRING).get_data()
    with pytest.raises(TypeError, match=r"^Data_type must be a DataType$"):
        tensor.set_data_type(1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^Format must be a Format$"):
        tensor.set_format(1)  # type: ignore[arg-type]


def test_a_tensor_as_text() -> None:
    text = str(Tensor([1, 2], data_type=DataType.DT_INT32, shape=[2]))

    lines = ["", "Tensor format is 2,", "data_type is 3,", "shape is [2],", "data is [1, 2]", ""]
    assert text == "\n        ".join(lines)
    assert "data is <empty>\n" in str(Tensor())
    assert "data is <not_supported>\n" in str(Tensor([1.0]).set_data_type(DataType.DT_STRING))


def test_the_description_is_a_copy() -> None:
    tensor = Tensor([1.0, 2.0], shape=[2])

    tensor.get_tensor_desc().set_shape([9])

    assert tensor.get_tensor_desc().shape == [2]


def test_tensors_are_on_the_host() -> None:
    tensor = Tensor([1.0])

    assert tensor.placement == Placement.PLACEMENT_HOST
    with pytest.raises(ValueError, match=r"to_host\(\) is for device tensors"):
        tensor.to_host()


BUILT_IN = "float32 float16 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool complex64 complex128"


@pytest.mark.parametrize("dtype", [*BUILT_IN.split(), "bfloat16", "float8_e5m2", "float8_e4m3fn", "int4"])
def test_arrays_come_back_as_they_were(dtype: str) -> None:
    element: Any = getattr(ml_dtypes, dtype, None) or np.dtype(dtype)
    array: NDArray[Any] = np.array([[0, 1, -2], [3, -4, 5]]).astype(element)

    for tensor in (Tensor(array), Tensor.from_numpy(array), Tensor.from_numpy(np.asfortranarray(array))):
        back = tensor.numpy()
        assert (back.dtype, back.shape) == (array.dtype, (2, 3))
        assert np.array_equal(back, array)


def address(array: NDArray[Any]) -> int:
    return int(array.__array_interface__["data"][0])


@pytest.mark.parametrize("make", [Tensor, Tensor.from_numpy, Tensor.from_dlpack])
def test_nothing_is_copied_on_the_way_in_and_out(make: Callable[[Any], Tensor]) -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)

    tensor = make(array)

    for back in (tensor.numpy(), np.asarray(tensor), np.from_dlpack(tensor), Tensor.from_dlpack(tensor).numpy()):
        assert address(back) == address(array)
        assert back.tolist() == array.tolist()


def test_elements_are_copied_where_the_layout_or_the_type_asks_for_it() -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)

    for tensor in (Tensor(array.T), Tensor.from_numpy(array.T), Tensor.from_dlpack(array.T)):
        assert (tensor.shape, tensor.numpy().tolist()) == ([3, 2], array.T.tolist())
    assert Tensor.from_dlpack(array[::-1, ::2]).numpy().tolist() == [[3, 5], [0, 2]]
    assert address(Tensor(array, data_type=DataType.DT_DOUBLE).numpy()) != address(array)


def test_a_shared_array_lives_as_long_as_the_tensor() -> None:
    array = np.full(1 << 16, 7, dtype=np.int32)
    gone = weakref.ref(array)

    tensors = [Tensor(array), Tensor.from_dlpack(array)]
    del array

    assert all(tensor.numpy().sum() == 7 << 16 for tensor in tensors)
    assert gone() is not None
    tensors.clear()
    gc.collect()
    assert gone() is None


class OldLibrary:
    """An array of a library that knows DLPack before 1.0 only."""

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor

    def __dlpack__(self, stream: object = None) -> object:
        return self.tensor.__dlpack__(stream=stream)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


EXTENDED = "bfloat16 float8_e5m2 float8_e4m3fn float8_e8m0fnu int4"


@pytest.mark.parametrize("dtype", [*BUILT_IN.split(), *EXTENDED.split()])
def test_all_types_go_through_dlpack(dtype: str) -> None:
    element: Any = getattr(ml_dtypes, dtype, None) or np.dtype(dtype)
    tensor = Tensor(np.array([[1, 2], [4, 1]]).astype(element))

    for again in (Tensor.from_dlpack(tensor), Tensor.from_dlpack(OldLibrary(tensor))):
        assert (again.data_type, again.shape) == (tensor.data_type, [2, 2])
        assert bytes_of(again) == bytes_of(tensor)


def test_elements_handed_out_cannot_be_changed_behind_the_tensor() -> None:
    tensor = Tensor(np.zeros(3, dtype=np.float32))

    assert not np.from_dlpack(tensor).flags.writeable
    copied = np.from_dlpack(tensor, copy=True)
    copied[0] = 1
    old = Tensor.from_dlpack(OldLibrary(tensor))

    assert tensor.get_data() == [0, 0, 0]
    assert address(old.numpy()) != address(tensor.numpy())


def test_scalars_and_empty_arrays_go_through_dlpack() -> None:
    assert Tensor.from_dlpack(Tensor([3.5])).get_data() == 3.5
    assert Tensor.from_dlpack(np.zeros((0, 4))).numpy().shape == (0, 4)
    assert np.from_dlpack(Tensor([], shape=[0, 2])).shape == (0, 2)


def test_what_dlpack_cannot_give_is_refused() -> None:
    tensor = Tensor([1.0])
    capsule = tensor.__dlpack__(max_version=(1, 0))

    class Elsewhere(OldLibrary):
        def __dlpack_device__(self) -> tuple[int, int]:
            return (2, 0)

    class Used(OldLibrary):
        def __dlpack__(self, stream: object = None) -> object:
            return capsule

    with pytest.raises(BufferError, match=r"device \(2, 0\), not on the host"):
        Tensor.from_dlpack(Elsewhere(tensor))
    with pytest.raises(TypeError, match=r"^source must be an array with __dlpack__"):
        Tensor.from_dlpack([1.0])
    assert Tensor.from_dlpack(Used(tensor)).get_data() == 1.0
    with pytest.raises(TypeError, match=r"that nobody has taken yet"):
        Tensor.from_dlpack(Used(tensor))
    with pytest.raises(BufferError, match=r"cannot share"):
        tensor.__dlpack__(copy=False)
    with pytest.raises(BufferError, match=r"on the host"):
        tensor.__dlpack__(stream=1)
    with pytest.raises(BufferError, match=r"DLPack has no code for .* DT_HIFLOAT8"):
        Tensor(np.zeros(1, dtype=np.uint8)).set_data_type(DataType.DT_HIFLOAT8).__dlpack__()


def test_the_view_of_a_tensor_is_read_only_and_outlives_it() -> None:
    view = Tensor([1.0, 2.0], shape=[2]).numpy()

    assert not view.flags.writeable
    assert view.tolist() == [1.0, 2.0]


def test_an_array_is_converted_to_the_data_type_asked_for() -> None:
    tensor = Tensor(np.array([1, 2]), data_type=DataType.DT_BF16, shape=[1, 2])

    assert (tensor.shape, tensor.get_data()) == ([1, 2], [[1.0, 2.0]])


def test_scalars_and_empty_arrays_keep_their_shape() -> None:
    assert Tensor(np.array(3, dtype=np.int64)).get_data() == 3
    assert Tensor.from_numpy(np.array(3.0)).numpy().shape == ()
    assert Tensor.from_numpy(np.zeros((0, 4))).numpy().shape == (0, 4)


def test_numpy_takes_tensors_for_arrays() -> None:
    tensor = Tensor([1, 2], data_type=DataType.DT_INT32, shape=[2])

    assert np.asarray(tensor).dtype == np.int32
    assert np.asarray(tensor, dtype=np.float64).tolist() == [1.0, 2.0]
    assert np.array(tensor).flags.writeable
    assert np.add(tensor, 1).tolist() == [2, 3]


def test_other_byte_orders_are_turned() -> None:
    assert Tensor(np.array([1, 2], dtype=">i4")).get_data() == [1, 2]


def test_arrays_without_a_data_type_are_refused() -> None:
    with pytest.raises(TypeError, match=r"No data type holds elements of numpy type datetime64"):
        Tensor.from_numpy(np.array(["2020-01-01"], dtype="datetime64[D]"))
    with pytest.raises(TypeError, match=r"^array must be a numpy array$"):
        Tensor.from_numpy([1.0])  # type: ignore[arg-type]


def test_a_tensor_without_its_elements_is_no_array() -> None:
    with pytest.raises(ValueError, match=r"takes 4 bytes, but has 0"):
        Tensor().numpy()


@pytest.mark.parametrize(
    ("text", "shape", "expected"),
    [("[1,-2]", [2], [1, -2]), ("[1.5, inf]", [2], [1.5, float("inf")]), ("[3]", [], 3), ("[]", [0], [])],
)
def test_texts_are_read_into_a_shape(text: str, shape: list[int], expected: object) -> None:
    assert unflatten_tensor_data(text, shape) == expected


@pytest.mark.parametrize(
    ("text", "shape", "error"),
    [("<empty>", [1], "must start with"), ("[true]", [1], "Invalid item"), ("[1,2]", [3], "does not match shape")],
)
def test_wrong_texts_are_refused(text: str, shape: list[int], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        unflatten_tensor_data(text, shape)


@pytest.mark.parametrize(
    ("value", "bits"),
    [
        (0.0, 0),
        (-0.0, 0x8000),
        (1.0, 0x3C00),
        (65504.0, 0x7BFF),
        (65519.0, 0x7BFF),
        (float("inf"), 0x7C00),
        (2.0**-24, 1),
        (2.0**-25, 0),
        (-1.5 * 2.0**-25, 0x8000),
        (2.0**-14 - 2.0**-26, 0x0400),
        (1 + 2**-11, 0x3C00),
        (1 + 3 * 2**-11, 0x3C02),
    ],
)
def test_half_precision_bits(value: float, bits: int) -> None:
    assert float_to_fp16_bits(value) == bits
    assert bytes_of(Tensor([value], data_type=DataType.DT_FLOAT16, shape=[1])) == struct.pack("<H", bits)


def test_what_is_too_large_for_half_is_infinite_as_bits_and_no_element() -> None:
    assert float_list_to_fp16_bits([65520.0, -1e300]) == [0x7C00, 0xFC00]
    for value in (65520.0, -1e300):
        with pytest.raises(ValueError, match="must be within"):
            Tensor([value], data_type=DataType.DT_FLOAT16, shape=[1])


def test_a_nan_keeps_its_sign() -> None:
    assert float_list_to_fp16_bits([float("nan"), -float("nan")]) == [0x7E00, 0xFE00]


@given(st.floats(-65519, 65519) | st.sampled_from([float("inf"), -float("inf")]))
def test_both_ways_to_half_precision_agree(value: float) -> None:
    tensor = Tensor([value], data_type=DataType.DT_FLOAT16, shape=[1]).set_data_type(DataType.DT_UINT16)

    assert tensor.get_data() == [float_to_fp16_bits(value)]


@pytest.mark.parametrize(("copier", "word"), [(copy.copy, "copy"), (copy.deepcopy, "deepcopy")])
def test_tensors_are_not_copied(copier: Callable[[Any], Any], word: str) -> None:
    with pytest.raises(RuntimeError, match=rf"^Tensor does not support {word}$"):
        copier(Tensor())


def test_a_null_handle_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^Tensor pointer cannot be None$"):
        Tensor._create_from(None)
