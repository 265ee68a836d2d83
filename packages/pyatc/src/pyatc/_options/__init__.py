"""Every `pyatc` option: its values, its default, the compile option it stands for (spec: offline_compile, 7 and 9)."""

from __future__ import annotations

from pyatc._options.conversion import CONVERSION
from pyatc._options.debugging import DEBUGGING
from pyatc._options.option import Effect, Kind, Option
from pyatc._options.tuning import TUNING

OPTIONS: tuple[Option, ...] = (*CONVERSION, *TUNING, *DEBUGGING)

BY_NAME: dict[str, Option] = {option.name: option for option in OPTIONS}

__all__ = ["BY_NAME", "OPTIONS", "Effect", "Kind", "Option"]
