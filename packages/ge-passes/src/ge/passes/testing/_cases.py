"""Files of cases for a pass: what it makes of a graph, or why it leaves it as it is.

    pass: my_passes.py:DoubleIsMul
    stage: AfterInferShape

    case: a doubled input becomes a product
    %x = float32[n, 3]
    before:
      %y = Add(%x, %x)
      return %y
    after:
      %y = Mul(%x, 2.0)
      return %y

    case: two inputs stay
    %x = float32[2]
    %z = float32[2]
    before:
      %y = Add(%x, %z)
      return %y
    unchanged because: no single input

What stands above the first case holds for all of them; what stands above `before:` is in both graphs.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass, field
from pathlib import Path

from ge._internal.plugin_loader import load_module_from_file
from ge.passes import bootstrap, registry
from ge.passes._single_pass import PassLike
from ge.passes.base import FusionBasePass, PassStage
from ge.passes.testing._text_graph import Line, TextError

__all__ = ["Case", "CaseFile", "read_cases"]

_FIELDS = ("pass", "stage", "numbers", "rtol", "atol")
_MARK = re.compile(r"(case|unchanged because):\s*(.*)")


@dataclass
class Case:
    """One case.

    Attributes:
        title: What it shows.
        line: Number of its first line.
        shared: Lines of both graphs: inputs and constants.
        before: Lines of the graph that the pass gets.
        after: Lines of the graph that it must make; None: it must change nothing.
        because: What the explanation must say when nothing changes.
    """

    title: str
    line: int
    shared: list[Line] = field(default_factory=list)
    before: list[Line] | None = None
    after: list[Line] | None = None
    because: str | None = None


@dataclass
class CaseFile:
    """The cases of a pass.

    Attributes:
        path: The file.
        fields: What stands above the first case: `pass`, and where they are given `stage`, `numbers`, `rtol`, `atol`.
        cases: In their order.
    """

    path: Path
    fields: dict[str, str]
    cases: list[Case]

    @property
    def stage(self) -> PassStage | None:
        """The stage that the file names."""
        return PassStage(self.fields["stage"]) if "stage" in self.fields else None

    @property
    def compares_numbers(self) -> bool:
        """Whether both graphs of a case are run."""
        return self.fields.get("numbers", "on") == "on"

    def tolerance(self, name: str) -> float | None:
        """`rtol` or `atol`, where the file has it."""
        return float(self.fields[name]) if name in self.fields else None

    def find_pass(self) -> PassLike:
        """The pass that the file names: `file.py:Name`, `module:Name`, or a name that is registered or built in.

        Raises:
            TextError: There is none of this name.
            OSError, ImportError: The file or module cannot be loaded; what it raises comes as it is.
        """
        place, colon, name = self.fields["pass"].rpartition(":")
        if not colon:
            return name
        if place.endswith(".py"):
            file = (self.path.parent / place).resolve()
            if not file.is_file():
                raise TextError(f"{self.path}: pass: there is no file {file}")
            module = load_module_from_file(file, bootstrap.MODULE_PREFIX)
        else:
            module = importlib.import_module(place)
        found = getattr(module, name, None)
        if isinstance(found, type) and issubclass(found, FusionBasePass):
            return found
        named = [item for item in registry.get_registered_passes() if name == item.pass_name]
        if not named:
            raise TextError(f"{self.path}: pass: {place} has no pass {name}")
        return named[0]


def read_cases(path: Path) -> CaseFile:
    """Read a file of cases; their graphs are built when they run.

    Raises:
        TextError: The file cannot be read; says where.
        OSError: It cannot be opened.
    """
    reader = _Reader(path)
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        line = Line(_without_comment(text).strip(), f"{path}:{number}")
        if line.text:
            reader.read(line, number)
    return reader.finished()


def _without_comment(text: str) -> str:
    """What stands before a `#` that is not in quotes."""
    quote = ""
    for place, char in enumerate(text):
        if char == "#" and not quote:
            return text[:place]
        if char in "\"'":
            quote = "" if char == quote else (quote or char)
    return text


class _Reader:
    """Reads line after line; lines go where the last mark says."""

    def __init__(self, path: Path) -> None:
        self._file = CaseFile(path, {}, [])
        self._into: list[Line] | None = None

    def read(self, line: Line, number: int) -> None:
        mark = _MARK.fullmatch(line.text)
        if mark and mark[1] == "case":
            self._begin(Case(mark[2], number), line)
        elif not self._file.cases:
            self._field(line)
        elif mark:
            self._case(line).because, self._into = mark[2], None
        elif line.text == "before:":
            self._into = self._case(line).before = []
        elif line.text == "after:":
            self._into = self._case(line).after = []
        elif self._into is None:
            raise TextError(f"{line.where}: nothing may follow 'unchanged because' but the next case")
        else:
            self._into.append(line)

    def _begin(self, case: Case, line: Line) -> None:
        self._check_last(line.where)
        if not case.title:
            raise TextError(f"{line.where}: a case needs a title that says what it shows")
        self._file.cases.append(case)
        self._into = case.shared

    def _case(self, line: Line) -> Case:
        case = self._file.cases[-1]
        taken = {"before:": case.before, "after:": case.after}.get(line.text, case.because)
        if taken is not None:
            raise TextError(f"{line.where}: case {case.title!r} has this already")
        if line.text != "before:" and case.before is None:
            raise TextError(f"{line.where}: 'before:' must come first")
        return case

    def _field(self, line: Line) -> None:
        name, colon, value = (part.strip() for part in line.text.partition(":"))
        if not colon or name not in _FIELDS or not value:
            raise TextError(f"{line.where}: expected 'case: title' or one of {', '.join(_FIELDS)}, with a value")
        allowed = {"stage": [stage.value for stage in PassStage], "numbers": ["on", "off"]}.get(name)
        if allowed and value not in allowed:
            raise TextError(f"{line.where}: {name} is {value!r}, expected one of {', '.join(allowed)}")
        if name in ("rtol", "atol") and not re.fullmatch(r"[0-9.]+(e-?[0-9]+)?", value):
            raise TextError(f"{line.where}: {name} is {value!r}, expected a number")
        self._file.fields[name] = value

    def _check_last(self, where: str) -> None:
        if not self._file.cases:
            if "pass" not in self._file.fields:
                raise TextError(f"{where}: 'pass: file.py:Name' must stand above the first case")
            return
        case = self._file.cases[-1]
        if case.before is None or (case.after is None) == (case.because is None):
            place = f"{self._file.path}:{case.line}"
            raise TextError(f"{place}: case {case.title!r} needs 'before:', and 'after:' or 'unchanged because:'")

    def finished(self) -> CaseFile:
        if not self._file.cases:
            raise TextError(f"{self._file.path}: there is no case")
        self._check_last(str(self._file.path))
        return self._file
