"""Resizing, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import Array, check, numbers, onnx_run, run

# shape, and scales or sizes
CASES: list[tuple[tuple[int, ...], list[float] | None, list[int] | None]] = [
    ((1, 2, 5, 7), [1, 1, 2, 2], None),
    ((1, 2, 5, 7), None, [1, 2, 11, 9]),
    ((1, 2, 9, 8), [1, 1, 0.5, 0.4], None),
    ((1, 2, 4, 4), None, [1, 2, 1, 1]),
    ((1, 1, 3, 3), [1, 1, 2.6, 1.3], None),
]
COORDINATES = ["half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel", "tf_crop_and_resize"]
ROI = np.array([0, 0, 0.1, -0.2, 1, 1, 0.8, 1.1], np.float32)


def compare(shape: Any, scales: Any, sizes: Any, attrs: dict[str, Any]) -> None:
    x = numbers(np.random.default_rng(50), shape, np.float32)
    roi = ROI if attrs["coordinate_transformation_mode"] == "tf_crop_and_resize" else None
    inputs = [x, roi, None if scales is None else np.array(scales, np.float32)]
    if sizes is not None:
        inputs.append(np.array(sizes, np.int64))

    check("Resize", [*inputs, None][:4], onnx_run("Resize", inputs, attrs, opset=13)[0], attrs, tolerance=2e-5)


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("rounding", ["floor", "ceil", "round_prefer_floor", "round_prefer_ceil"])
def test_nearest(rounding: str, coordinates: str) -> None:
    for shape, scales, sizes in CASES:
        attrs = {"mode": "nearest", "nearest_mode": rounding, "coordinate_transformation_mode": coordinates}
        compare(shape, scales, sizes, attrs)


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize(
    "attrs", [{"mode": "linear"}, {"mode": "cubic"}, {"mode": "cubic", "exclude_outside": 1}], ids=str
)
def test_weighted(attrs: dict[str, Any], coordinates: str) -> None:
    for shape, scales, sizes in CASES:
        compare(shape, scales, sizes, {**attrs, "coordinate_transformation_mode": coordinates})


def picked(x: Array, height: int, width: int) -> Array:
    """Positions rounded down."""
    rows = np.arange(height) * x.shape[2] // height
    columns = np.arange(width) * x.shape[3] // width
    return x[:, :, rows][..., columns]


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32, np.uint8], ids=lambda dtype: dtype.__name__)
@pytest.mark.parametrize("size", [(10, 12), (5, 6), (3, 4), (9, 7)], ids=str)
def test_images_by_nearest(size: tuple[int, int], dtype: Any) -> None:
    x = numbers(np.random.default_rng(51), (1, 3, 5, 6), dtype)
    wanted = np.array(size, np.int32)

    check("ResizeNearestNeighborV2", [x, wanted], picked(x, *size), constant=[1])
    check("ResizeNearestNeighborV2", [x, wanted], picked(x, *size))


def test_images_by_nearest_and_scale() -> None:
    x = numbers(np.random.default_rng(52), (1, 2, 5, 6), np.float32)
    expected = x.repeat(2, 2).repeat(2, 3)

    check("ResizeNearestNeighborV2", [x, np.array([10, 12], np.int32)], expected, {"scales": [2.0, 2.0]}, constant=[1])


@pytest.mark.parametrize("size", [(10, 12), (3, 4), (9, 7)], ids=str)
@pytest.mark.parametrize(
    ("attrs", "coordinates"),
    [({}, "asymmetric"), ({"half_pixel_centers": True}, "half_pixel"), ({"align_corners": True}, "align_corners")],
)
def test_images_by_weight(attrs: dict[str, bool], coordinates: str, size: tuple[int, int]) -> None:
    x = numbers(np.random.default_rng(53), (1, 3, 5, 6), np.float32)
    onnx = {"mode": "linear", "coordinate_transformation_mode": coordinates}
    expected = onnx_run("Resize", [x, None, None, np.array([1, 3, *size])], onnx, opset=13)[0]

    check("ResizeBilinearV2", [x, np.array(size, np.int32)], expected, attrs, constant=[1], tolerance=1e-5)


def test_an_unknown_mode_is_refused() -> None:
    x, scales = np.zeros((1, 1, 2, 2), np.float32), np.array([1, 1, 2, 2], np.float32)

    with pytest.raises(RuntimeError, match="mode must be nearest, linear or cubic"):
        run("Resize", [x, None, scales, None], {"mode": "area"})
