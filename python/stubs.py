"""Writes `vgdl/_vgdl.pyi` from what the built extension says of itself: `python stubs.py`, with `--check` only compares."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
STUB = HERE / "vgdl" / "_vgdl.pyi"


def stub() -> str:
    """The stub, with names of modules that its annotations use."""
    with tempfile.TemporaryDirectory() as out:
        command = ["maturin", "generate-stubs", "--profile", "release", "--manifest-path", str(HERE / "Cargo.toml"), "--out", out]
        subprocess.run(command, check=True)
        (found,) = pathlib.Path(out).rglob("*.pyi")
        text = found.read_text(encoding="utf-8")
    # Annotations of ours are given as texts.
    text = re.sub(r'((?:: |-> ))"([^"\n]+)"', r"\1\2", text)
    modules = [name for name in ("numpy", "os", "typing") if re.search(rf"\b{name}\.", text)]
    head, rest = text.split("\n\n", 1)
    return head + "\n\n" + "".join(f"import {name}\n" for name in modules) + rest


def main() -> int:
    text = stub()
    if "--check" in sys.argv[1:]:
        if STUB.read_text(encoding="utf-8") != text:
            print(f"{STUB} is not what the extension says: run `python stubs.py`")
            return 1
        return 0
    STUB.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
