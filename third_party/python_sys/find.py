"""Prints, as JSON, where the running interpreter is, its headers, and what a wheel's name says of it."""

from __future__ import annotations

import json
import os
import sys
import sysconfig

executable = getattr(sys, "_base_executable", None) or sys.executable
json.dump(
    {
        "executable": os.path.realpath(executable),
        "include": sysconfig.get_paths()["include"],
        "version": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "tag": f"cp{sys.version_info[0]}{sys.version_info[1]}",
    },
    sys.stdout,
)
