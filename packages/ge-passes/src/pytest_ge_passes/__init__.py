"""The plugin that lets pytest run files of cases for fusion passes, `*.passcases`.

pytest loads it in every run of an environment that has ge-passes; `ge.passes` is imported when there is a file to run.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ge.passes.testing._cases import Case, CaseFile

_SUFFIX = ".passcases"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take files of cases."""
    if file_path.suffix != _SUFFIX:
        return None
    return _File.from_parent(parent, path=file_path)


class _File(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterator[pytest.Item]:
        from ge.passes.testing._cases import read_cases
        from ge.passes.testing._text_graph import TextError

        try:
            file = read_cases(self.path)
        except TextError as error:
            raise self.CollectError(str(error)) from error
        for case in file.cases:
            yield _Item.from_parent(self, name=case.title, file=file, case=case)


class _Item(pytest.Item):
    """One case."""

    def __init__(self, *, file: CaseFile, case: Case, **options: Any) -> None:  # pytest's own
        super().__init__(**options)
        self._file = file
        self._case = case

    def runtest(self) -> None:
        from ge.passes.testing._run_case import run_case

        run_case(self._file, self._case)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:  # as pytest's own
        from ge.error import GeError
        from ge.passes.testing import GraphsDifferError, NotComparableError
        from ge.passes.testing._run_case import CaseFailedError
        from ge.passes.testing._text_graph import TextError

        told = (CaseFailedError, GraphsDifferError, NotComparableError, TextError, GeError)
        if isinstance(excinfo.value, told):
            return f"{self.path}:{self._case.line}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self._case.line - 1, self.name
