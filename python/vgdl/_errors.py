"""Exceptions."""

from __future__ import annotations

import typing


class CompileError(ValueError):
    """A game or a level that does not compile.

    Its text is what the command line shows: every finding with its place.

    :ivar diagnostics: the findings as dicts with ``code``, ``level``, ``message``, ``help``, ``file``, ``line``, ``column``,
        ``end_line``, ``end_column``, ``labels`` and ``notes``; lines and columns count from 1
    """

    def __init__(self, text: str, diagnostics: list[dict[str, typing.Any]]) -> None:
        super().__init__(text, diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return self.args[0]
