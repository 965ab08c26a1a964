"""Compiler and virtual machine of the Video Game Description Language.

>>> import vgdl
>>> game = vgdl.Game.own("geysers")
>>> state = game.state(level=0, seed=1)
>>> state.advance("LEFT")
>>> state.tick
1

* `Game`, `State`, `Sprite`: compile games, and play them as values: the forward model
* `make`, `make_vec`: environments of Gymnasium; our own games are registered as ``vgdl/NAME-v0``
* `parallel_env`: environments of PettingZoo, for games with two players
* `explain`: what a class, an effect, a termination or a diagnostic code is
"""

from __future__ import annotations

import os
import pathlib
import typing

from ._errors import CompileError
from ._vgdl import Game, Sprite, State, explain, games

if typing.TYPE_CHECKING:
    from .envs import VgdlEnv, VgdlVectorEnv
    from .parallel import VgdlParallelEnv

__all__ = [
    "CompileError",
    "Game",
    "Sprite",
    "State",
    "explain",
    "games",
    "make",
    "make_vec",
    "parallel_env",
]

#: What stands for a game: a compiled one, the text of one, or the path of a file.
GameLike = typing.Union[Game, str, "os.PathLike[str]"]


#: What stands for a level: its number, the text of one, or the path of a file.
LevelLike = typing.Union[int, str, "os.PathLike[str]"]


def _game(game: GameLike, level: LevelLike | None) -> tuple[Game, LevelLike]:
    """The game, and which of its levels is meant."""
    if not isinstance(game, (Game, str, os.PathLike)):
        raise TypeError(f"a game is a vgdl.Game, a text or the path of a file, not {game!r}")
    if isinstance(game, str) and "\n" in game:
        if not isinstance(level, (str, os.PathLike)):
            raise ValueError("a game that is given as a text needs the text of a level, or the path of one")
        if isinstance(level, os.PathLike) or ("\n" not in level and os.path.isfile(level)):
            level = pathlib.Path(level).read_text(encoding="utf-8")
        # Compiled together, so that what is wrong between the two is told.
        return Game.compile(game, [level]), 0
    if not isinstance(game, Game):
        game = Game.load(game)
    return game, 0 if level is None else level


def make(game: GameLike, level: LevelLike | None = None, **kwargs: typing.Any) -> VgdlEnv:
    """A Gymnasium environment of a game for one player.

    :param game: a `Game`, the text of one, or the path of a file
    :param level: the number of one of the game's own levels, the text of one, or the path of a file
    :param kwargs: as for `vgdl.envs.VgdlEnv`
    :raises CompileError: with every mistake of the text at its line
    """
    from .envs import VgdlEnv

    return VgdlEnv(*_game(game, level), **kwargs)


def make_vec(game: GameLike, level: LevelLike | None = None, num_envs: int = 1, **kwargs: typing.Any) -> VgdlVectorEnv:
    """A Gymnasium vector environment: many plays of one level, stepped on all cores.

    :param game: a `Game`, the text of one, or the path of a file
    :param level: the number of one of the game's own levels, the text of one, or the path of a file
    :param num_envs: how many plays
    :param kwargs: as for `vgdl.envs.VgdlVectorEnv`
    :raises CompileError: with every mistake of the text at its line
    """
    from .envs import VgdlVectorEnv

    return VgdlVectorEnv(*_game(game, level), num_envs=num_envs, **kwargs)


def parallel_env(game: GameLike, level: LevelLike | None = None, **kwargs: typing.Any) -> VgdlParallelEnv:
    """A PettingZoo environment, in which all players act at once.

    :param game: a `Game`, the text of one, or the path of a file
    :param level: the number of one of the game's own levels, the text of one, or the path of a file
    :param kwargs: as for `vgdl.parallel.VgdlParallelEnv`
    :raises CompileError: with every mistake of the text at its line
    """
    from .parallel import VgdlParallelEnv

    return VgdlParallelEnv(*_game(game, level), **kwargs)


def _register() -> None:
    """Registers the games that come with the package with Gymnasium, if it is there, as ``vgdl/NAME-v0``."""
    try:
        from gymnasium.envs import registration
    except ImportError:
        return
    for name in games():
        if f"vgdl/{name}-v0" not in registration.registry and Game.own(name).players == 1:
            registration.register(
                id=f"vgdl/{name}-v0",
                entry_point="vgdl.envs:_own",
                vector_entry_point="vgdl.envs:_own_vec",
                kwargs={"game": name},
            )


_register()
