"""A Debian of its own in a folder: installed once, entered for each command.

Mounts and processes live in namespaces that end with the command, whatever ends it: nothing has to be cleaned up.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from pathlib import Path

# Where files of this machine appear inside.
HOST = "/mnt"

# ROOT [FROM TO]... -- [NAME=VALUE]... COMMAND: the folder becomes the root; below `chroot` Bazel could make no sandbox.
ENTER = """
root=$1; shift
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
while [ "$1" != -- ]; do mount --bind -o ro "$1" "$root$2"; shift 2; done
shift
cd "$root"
pivot_root . .
umount -l .
cd /
exec env -i "$@"
"""

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class TimeIsUpError(Exception):
    """A command was ended because it took too long."""


class Chroot:
    """A Debian of one suite, in a folder."""

    def __init__(self, suite: str, folder: Path) -> None:
        self.suite = suite
        self.folder = folder

    def install(self, packages: tuple[str, ...]) -> None:
        """Makes it, with some packages. The folder appears when all is in it."""
        if shutil.which("debootstrap") is None:
            raise SystemExit("debian: debootstrap is missing: apt-get install debootstrap")
        part = self.folder.with_name(self.folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        subprocess.run(["debootstrap", "--variant=minbase", self.suite, str(part)], check=True)
        apt = f"apt-get -qq update && apt-get -qq install -y --no-install-recommends {' '.join(packages)}"
        status, _ = Chroot(self.suite, part).run(f"export DEBIAN_FRONTEND=noninteractive; {apt}")
        if status != 0:
            raise SystemExit(f"debian: {self.suite}: could not install {' '.join(packages)}")
        part.rename(self.folder)

    def run(self, script: str, deadline: float | None = None) -> tuple[int, str]:
        """The exit status of a shell's script as root, and the end of what it printed, all of which is shown.

        Raises:
            TimeIsUpError: `time.monotonic()` came to `deadline`.
        """
        shutil.copyfile("/etc/resolv.conf", self.folder / "etc" / "resolv.conf")
        settings, shared = pip_settings()
        for path in shared:
            self._place(path)
        mounts = [text for path in shared for text in (str(path), f"{HOST}{path}")]
        variables = [f"{name}={value}" for name, value in {**environment(), **settings}.items()]
        command = ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child"]
        command += ["sh", "-euc", ENTER, "sh", str(self.folder), *mounts, "--", *variables, "sh", "-c", script]
        return self._follow(command, deadline)

    def _place(self, path: Path) -> None:
        """Something to mount a file or folder of this machine on."""
        inside = self.folder / HOST.lstrip("/") / path.relative_to("/")
        if path.is_dir():
            inside.mkdir(parents=True, exist_ok=True)
        else:
            inside.parent.mkdir(parents=True, exist_ok=True)
            inside.touch()

    def _follow(self, command: list[str], deadline: float | None) -> tuple[int, str]:
        """Runs a command whose death ends all that it started."""
        last: deque[str] = deque(maxlen=100)
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as process:
            left = threading.TIMEOUT_MAX if deadline is None else max(0.0, deadline - time.monotonic())
            timer = threading.Timer(left, process.kill)
            timer.daemon = True
            timer.start()
            try:
                for line in process.stdout or ():
                    last.append(line)
                    print(f"{self.suite}| {line}", end="", flush=True)
            except BaseException:
                process.kill()
                raise
            finally:
                timer.cancel()
        if deadline is not None and time.monotonic() >= deadline:
            raise TimeIsUpError
        return process.returncode, "".join(last)


def environment() -> dict[str, str]:
    """What a login as root has, and the way to the network."""
    proxies = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    return {"HOME": "/root", "LANG": "C.UTF-8", "PATH": PATH, **proxies}


def pip_settings() -> tuple[dict[str, str], list[Path]]:
    """How pip is set up on this machine, as its variables inside, and the files and folders that these name."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    found = re.findall(r"(?m)^(global|:env:)\.([\w-]+)=(.*)$", listed)
    values = {key: str(ast.literal_eval(value)) for _, key, value in sorted(found, reverse=True)}
    shared: dict[Path, None] = {}
    for key, value in values.items():
        for url, name in re.findall(r"(?<!\S)(file://)?(/\S*)", value):
            if Path(name).exists():
                # The files of an index lie beside its pages.
                shared[Path(name).parent if url else Path(name)] = None
                values[key] = values[key].replace(url + name, f"{url}{HOST}{name}")
    return {"PIP_" + key.upper().replace("-", "_"): value for key, value in values.items()}, list(shared)
