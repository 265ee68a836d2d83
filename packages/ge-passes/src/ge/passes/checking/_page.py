"""A page about a check, in one file that needs no network: the report, and each changed graph before and after."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from ge._internal.whole_file import replacing
from ge.graph import Graph, inspection
from ge.passes.checking._check import CheckResult, PassCheck
from ge.passes.checking._report import changes, report_lines, summary

__all__ = ["write_page"]

_HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 2rem; max-width: 100rem }}
pre {{ background: #f4f4f4; padding: 1rem; overflow-x: auto }}
.pair {{ display: flex; gap: 1rem }} .pair div {{ flex: 1; min-width: 0 }}
iframe {{ width: 100%; height: 40rem; border: 1px solid #bbb }}
.broken {{ color: #b00020 }}
@media (prefers-color-scheme: dark) {{ body {{ background: #181818; color: #ddd }} pre {{ background: #262626 }} }}
</style></head><body>
<h1>{title}</h1>
"""

_LONGEST_LIST = 100


def write_page(result: CheckResult, path: Path) -> None:
    """Write the page, whole or not at all.

    Raises:
        OSError: It cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as scratch, open(scratch, "x", encoding="utf-8") as file:
        file.writelines(_page(result))


def _page(result: CheckResult) -> Iterator[str]:
    yield _HEAD.format(title=escape(f"Passes on {result.model.name}"))
    yield f"<pre>{escape(chr(10).join(report_lines(result, near=_LONGEST_LIST, diff=False)))}</pre>\n"
    for check in result.passes:
        yield from _section(check)
    yield "</body></html>\n"


def _section(check: PassCheck) -> Iterator[str]:
    changed = changes(check)
    if not changed:
        return
    broken = "" if check.ok else ' class="broken"'
    yield f"<h2{broken}>{escape(check.name)}</h2><p>{escape(summary(check))}</p>\n"
    yield f"<pre>{escape(chr(10).join(changed))}</pre>\n<div class=pair>\n"
    for title, graph in (("before", check.before), ("after", check.after)):
        if graph is not None:
            yield f"<div><h3>{title}</h3>{_picture(graph)}</div>\n"
    yield "</div>\n"


def _picture(graph: Graph) -> str:
    """The graph's own page, framed."""
    page = "".join(inspection.html(inspection.describe(graph)))
    return f'<iframe sandbox="allow-scripts" srcdoc="{escape(page)}"></iframe>'
