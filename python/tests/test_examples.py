"""Examples and the code in the documentation are run."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
DOCS = HERE.parents[1] / "docs"


def run(*arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_q_learning_beats_random_play():
    told = run(str(EXAMPLES / "q_learning.py"), "geysers", "--seconds", "10")
    won = [int(n) for n in re.findall(r"(\d+)% won", told)]
    assert won[1] >= won[0] + 30, told


def test_ray_gives_the_same_on_any_number_of_workers():
    pytest.importorskip("ray", reason="skipped: ray not found")
    results = []
    for workers in ("1", "2"):
        told = run(str(EXAMPLES / "ray_rollouts.py"), "--workers", workers, "--episodes", "128", "--ticks", "200")
        results.append(told.splitlines()[-1])
    assert results[0] == results[1] and "won" in results[0]


def blocks(page: pathlib.Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("page", [DOCS / "python.md", HERE.parent / "README.md"], ids=lambda p: p.name)
def test_the_code_in_the_documentation_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(HERE.parents[1])
    found = blocks(page)
    assert found
    names: dict[str, object] = {"tmp_path": tmp_path}
    for code in found:
        exec(compile(code, str(page), "exec"), names)


def test_the_stub_has_what_the_extension_has():
    from vgdl import _vgdl

    stub = (pathlib.Path(_vgdl.__file__).parent / "_vgdl.pyi").read_text(encoding="utf-8")
    for name in ("Batch", "Game", "Play", "Sprite", "State"):
        part = stub.split(f"class {name}:")[1].split("\nclass ")[0]
        for attribute in vars(getattr(_vgdl, name)):
            if not attribute.startswith("_"):
                assert f"def {attribute}(" in part, f"{name}.{attribute}"
