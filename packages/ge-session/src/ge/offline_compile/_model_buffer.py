"""A compiled model in memory."""

from __future__ import annotations

from typing import NoReturn

from ge.session import _native


class ModelBuffer:
    """A compiled model, made by `build_model` only.

    Its constants share memory with the graph that it was made from.
    """

    __slots__ = ("_model",)

    _model: _native.CompiledModel

    def __init__(self) -> None:
        raise RuntimeError("ModelBuffer objects should not be created directly, build_model makes them")

    @classmethod
    def _create_from(cls, model: _native.CompiledModel) -> ModelBuffer:
        buffer = cls.__new__(cls)
        buffer._model = model
        return buffer

    @property
    def length(self) -> int:
        """Size in bytes of the model as a file."""
        return self._model.size_bytes

    def get_length(self) -> int:
        """Size in bytes of the model as a file."""
        return self.length

    def __copy__(self) -> NoReturn:
        raise RuntimeError("ModelBuffer does not support copy")

    def __deepcopy__(self, memo: object) -> NoReturn:
        raise RuntimeError("ModelBuffer does not support deepcopy")
