"""Write a catalogue of operator prototypes (JSON) as the project's definition files, one a family.

    PYTHONPATH=packages/ge-es/src python tools/opdefs/transcribe.py CATALOGUE.json packages/ge-graph/opdefs

Which operator belongs to which family says `families.txt` beside this file.
"""

from __future__ import annotations

import collections
import json
import pathlib
import re
import sys

from ge.es_gen import OpDef, op_from_json, read_text, write_text

Rules = list[tuple[str, str, "re.Pattern[str]"]]  # family, catalogue's family or "", pattern for the type
PACKAGES = ("ge", "math", "nn", "cv", "transformer", "hccl", "legacy")


def read_rules(text: str) -> Rules:
    """The lines of families.txt in order."""
    rules: Rules = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        family, _, patterns = line.partition(":")
        for pattern in patterns.split():
            source, _, types = pattern[1:].partition(":") if pattern.startswith("@") else ("", "", pattern)
            rules.append((family.strip(), source, re.compile(types or ".*")))
    return rules


def family_of(op_type: str, source: str, rules: Rules) -> str:
    """The first family whose rule matches; the last rule matches all."""
    for family, wanted, pattern in rules:
        if wanted in ("", source) and pattern.fullmatch(op_type):
            return family
    raise ValueError(f"no line of families.txt matches {op_type}")


def transcribe(catalogue: list[dict[str, object]], rules: Rules) -> dict[str, list[OpDef]]:
    """Definitions by family, within one by package and then by type."""
    families: dict[str, list[OpDef]] = collections.defaultdict(list)
    for item in catalogue:
        family = family_of(str(item["type"]), str(item["family"]), rules)
        families[family].append(op_from_json({**item, "family": family}))
    for ops in families.values():
        ops.sort(key=lambda op: (PACKAGES.index(op.package), op.type))
    return dict(sorted(families.items()))


def main(catalogue: str, out_dir: str) -> None:
    """Write every family, read it back, and compare."""
    out = pathlib.Path(out_dir)
    out.mkdir(parents=True, exist_ok=True)
    rules = read_rules(pathlib.Path(__file__).with_name("families.txt").read_text())
    families = transcribe(json.loads(pathlib.Path(catalogue).read_text()), rules)
    for family, ops in families.items():
        text = write_text(ops)
        path = out / f"{family}.opdef"
        if list(read_text(text, str(path), family=family)) != ops:
            raise SystemExit(f"{path}: what was written does not read back as the same operators")
        path.write_text(text)
        print(f"{path}: {len(ops)} operators, {text.count(chr(10))} lines")
    print(f"{sum(map(len, families.values()))} operators in {len(families)} families")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(sys.argv[1], sys.argv[2])
