"""Spaces, seeds and pictures that all environments have in common."""

from __future__ import annotations

import sys
import typing

import numpy as np
from gymnasium import spaces

#: Observations that an environment can give.
Observation = typing.Literal["planes", "features", "pixels"]

#: How an environment can show itself.
RENDER_MODES = ("rgb_array", "ansi", "human")

#: How many plays at once can show themselves.
VECTOR_RENDER_MODES = ("rgb_array", "ansi")


def box(observation: str, shape: typing.Sequence[int]) -> spaces.Box:
    """The space of observations of a kind."""
    if observation == "features":
        return spaces.Box(-np.inf, np.inf, tuple(shape), np.float32)
    return spaces.Box(0, 255 if observation == "pixels" else 1, tuple(shape), np.uint8)


def draw_seed(rng: np.random.Generator) -> int:
    """A seed for a game when none was given."""
    return int(rng.integers(2**32))


def game_seed(seed: int) -> int:
    """The seed of the game for a seed of Gymnasium: the same number, if it has 32 bits; else its lower 32 bits."""
    return seed if -(2**31) <= seed < 2**32 else seed & 0xFFFF_FFFF


def check_mode(render_mode: str | None, render_cell: int, modes: typing.Sequence[str] = RENDER_MODES) -> None:
    """Fails if an environment with these modes cannot show itself so."""
    if render_mode is not None and render_mode not in modes:
        raise ValueError(f"there is no render mode {render_mode!r}; there are {', '.join(modes)}")
    if render_cell < 1:
        raise ValueError(f"a cell of {render_cell} pixels cannot be drawn: render_cell is at least 1")


def render(play: typing.Any, mode: str | None, cell: int) -> typing.Any:
    """What `render()` gives in a mode. ``human`` draws in the terminal."""
    if mode == "rgb_array":
        return play.render(cell)
    if mode == "ansi":
        return play.text(legend=True)
    if mode == "human":
        home = "\x1b[H\x1b[J" if sys.stdout.isatty() else ""
        print(home + play.text(legend=True, colour=sys.stdout.isatty()), end="", flush=True)
    return None
