"""A model as one HTML page that needs nothing else, no network either: a picture, search, and everything on click."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path, PurePath

from ge.graph.inspection.model import ModelInfo
from ge.graph.inspection.plain import plain_model

_WEB = Path(__file__).with_name("web")
_SCRIPTS = ("graph.js", "layout.js", "canvas.js", "panels.js", "main.js")
# `</script>` and `<!--` end or change a script element wherever they stand in it.
_NOT_IN_SCRIPTS = "<>&"


def html(model: ModelInfo) -> Iterator[str]:
    """The pieces of the page, which names the model's file and holds everything that is known of the model."""
    title = PurePath(model.path).name or (model.graphs[0].name if model.graphs else "graph")
    parts: dict[str, Iterable[str]] = {
        "TITLE": [escape(title)],
        "STYLE": [_source("style.css")],
        "MODEL": [_embedded(model)],
        "SCRIPTS": [_source(script) for script in _SCRIPTS],
    }
    for piece in _source("page.html").split("%%"):
        yield from parts.get(piece, [piece])


def _embedded(model: ModelInfo) -> str:
    text = json.dumps(plain_model(model), separators=(",", ":"))
    for char in _NOT_IN_SCRIPTS:
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def _source(name: str) -> str:
    return (_WEB / name).read_text(encoding="utf-8")
