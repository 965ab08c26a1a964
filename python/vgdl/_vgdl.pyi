"""
Compiler and virtual machine of the Video Game Description Language.
"""

import numpy
import os
import typing
from typing import Any, final

__all__ = ["Batch", "Game", "Play", "Sprite", "State", "explain", "games"]

@final
class Batch:
    """
    Many plays of a level for one player, stepped together without the interpreter's lock.
    """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, game: Game, level: int | str | os.PathLike[str], seeds: typing.Sequence[int], observation: str, pad: typing.Sequence[int] | None, cell: int, max_ticks: int | None, autoreset: bool, threads: int | None) -> Batch:
        """
        Gets plays ready, one for each seed.

        :param autoreset: whether a play that is over begins anew in the next step
        :param threads: how many threads step them; without it as many as there are cores
        """
    def observe(self, /) -> numpy.ndarray:
        """
        Observations of all plays, `[n, …]`.
        """
    def reset(self, /, plays: typing.Sequence[int], seeds: typing.Sequence[int]) -> None:
        """
        Begins plays anew, each with its seed.
        """
    @property
    def shape(self, /) -> list[int]:
        """
        Shape of one observation.
        """
    def standings(self, /) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
        """
        Scores (int64), how they stand (int8: -1 undecided, 0 lost, 1 won) and ticks played (int64) of all plays, `[n]` each.
        """
    def state(self, /, play: int) -> State:
        """
        A copy of the state of a play.
        """
    def step(self, /, actions: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray, numpy.ndarray]:
        """
        Plays a tick of every play: observations `[n, …]`, rewards, terminated and truncated, `[n]` each.

        :param actions: `[n]`, int64
        """

@final
class Game:
    """
    A compiled game with its levels.

    Games are values that do not change; states and environments share them. They can be pickled.
    """
    def __reduce__(self, /) -> tuple[Any, tuple[bytes]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def actions(self, /) -> list[str]:
        """
        Names of the actions. The place of a name is its number: `NIL` is 0.
        """
    @staticmethod
    def compile(text: str, levels: typing.Sequence[str] = ..., *, name: str = "game.vgdl", compat: bool = False, params: dict[str, str] | None = None) -> Game:
        """
        Compiles a game and its levels.

        :param text: the game: a page of VGDL, or a module of GDL if `name` ends in `.gdl`
        :param levels: texts of levels, a line a row
        :param name: what the game is called in error messages
        :param compat: take what the reference engine survives as a warning instead of an error
        :param params: values of parameters of the game's ParameterSet
        :raises CompileError: with every mistake at its line and column
        """
    @property
    def feature_names(self, /) -> list[str]:
        """
        Names of the features, in the order of feature observations.
        """
    @staticmethod
    def from_bytes(data: bytes) -> Game:
        """
        Reads a compiled game from bytes.

        :raises ValueError: the bytes are no sound program
        """
    @property
    def levels(self, /) -> list[str]:
        """
        Names of the levels.
        """
    def listing(self, /) -> str:
        """
        A readable listing of the compiled game.
        """
    @staticmethod
    def load(path: str | os.PathLike[str], levels: typing.Sequence[str | os.PathLike[str]] | None = None, *, compat: bool = False) -> Game:
        """
        Reads a game file: a text, or a compiled file (`.vgdlc`).

        :param path: the file
        :param levels: level files; without them those beside the game, `NAME_lvl0.txt`, `NAME_lvl1.txt` and so on
        :param compat: as for `compile`
        :raises OSError: a file cannot be read
        :raises CompileError: a text does not compile
        :raises ValueError: a compiled file is damaged
        """
    @staticmethod
    def own(name: str) -> Game:
        """
        A game that comes with the package; `vgdl.games()` lists them.
        """
    @property
    def players(self, /) -> int:
        """
        Number of players: 1 or 2.
        """
    def save(self, /, path: str | os.PathLike[str]) -> None:
        """
        Writes the compiled game to a file.
        """
    def state(self, /, level: int | str | os.PathLike[str] | None = None, seed: int = 0) -> State:
        """
        The start of a level.

        :param level: number of a level, or the text of one, or the path of a file
        :param seed: seed of the game's random generator, 32 bits; the same as `--seed` of the command line
        """
    def to_bytes(self, /) -> bytes:
        """
        The compiled game as bytes, as in a `.vgdlc` file.
        """
    @property
    def types(self, /) -> list[str]:
        """
        Names of the sprite types. The place of a name is the number of the type in observations: it depends on the text of
        the game alone.
        """
    @property
    def warnings(self, /) -> list[str]:
        """
        What the compiler warned of, as text, one entry a warning.
        """

@final
class Play:
    """
    What an environment steps. Used by `vgdl.envs`; `State` is what programs of other kinds want.
    """
    def __new__(cls, /, game: Game, level: int | str | os.PathLike[str], observation: str, pad: typing.Sequence[int] | None, cell: int, max_ticks: int | None) -> Play:
        """
        Gets a level ready to be played.

        With one player everything is observed. With two, each is shown what is not hidden from it.
        """
    def __repr__(self, /) -> str: ...
    def look(self, /, player: int = 0) -> tuple[numpy.ndarray, dict[str, typing.Any]]:
        """
        Observation and info of a player.
        """
    @property
    def open(self, /) -> bool:
        """
        Whether a step can be made.
        """
    def render(self, /, cell: int) -> numpy.ndarray:
        """
        The state as a picture: `[rows * cell, columns * cell, 3]`, uint8.
        """
    def reset(self, /, seed: int) -> None:
        """
        Begins anew with a seed.
        """
    def restore(self, /, state: State) -> None:
        """
        Goes on from a state of the same game and a level of the same size.
        """
    @property
    def shape(self, /) -> list[int]:
        """
        Shape of an observation.
        """
    def state(self, /) -> State:
        """
        A copy of the state.
        """
    def step(self, /, action: int | str) -> tuple[numpy.ndarray, float, bool, bool, dict[str, typing.Any]]:
        """
        Plays a tick of a game for one: observation, reward, terminated, truncated, info.
        """
    def step_all(self, /, actions: typing.Sequence[int]) -> tuple[list[float], bool, bool]:
        """
        Plays a tick for all players: rewards, terminated, truncated.
        """
    def text(self, /, *, legend: bool = False, colour: bool = False) -> str:
        """
        The level as text.
        """

@final
class Sprite:
    """
    A sprite as it stood when it was asked for.
    """
    def __repr__(self, /) -> str: ...
    @property
    def disabled(self, /) -> bool:
        """
        Whether it is an avatar that was killed.
        """
    @property
    def health(self, /) -> int:
        """
        Health points.
        """
    @property
    def height(self, /) -> int:
        """
        Height, in pixels.
        """
    @property
    def id(self, /) -> int:
        """
        Running number in the play; stable for the sprite's life.
        """
    @property
    def kind(self, /) -> str:
        """
        Name of its type.
        """
    @property
    def number(self, /) -> int:
        """
        Number of its type.
        """
    @property
    def orientation(self, /) -> tuple[float, float] | None:
        """
        Where it looks, if it is oriented: a vector, y downwards.
        """
    @property
    def resources(self, /) -> dict[str, int]:
        """
        What it holds: amount by name of the resource.
        """
    @property
    def speed(self, /) -> float:
        """
        Cells (grid physics) or pixels (continuous physics) a tick.
        """
    @property
    def width(self, /) -> int:
        """
        Width, in pixels.
        """
    @property
    def x(self, /) -> int:
        """
        Left edge, in pixels of the play (`State.block` a cell).
        """
    @property
    def y(self, /) -> int:
        """
        Upper edge, in pixels.
        """

@final
class State:
    """
    One play of a level: the forward model.

    Copies are cheap and independent, and carry the random generator: a copy that is given the same actions stays equal.
    """
    def __copy__(self, /) -> State: ...
    def __deepcopy__(self, /, _memo: Any) -> State: ...
    def __reduce__(self, /) -> typing.NoReturn: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def actions(self, /) -> list[str]:
        """
        Names of the game's actions; those that the avatar does not have at the moment do nothing.
        """
    def advance(self, /, action: int | str | typing.Sequence[int | str]) -> None:
        """
        Plays one tick. Does nothing once the play is over.

        :param action: number or name of an action; with two players a sequence of two
        :raises ValueError: there is no such action
        """
    def assign(self, /, other: State) -> None:
        """
        Becomes a copy of another state of the same game, into memory that is there already.
        """
    def avatar(self, /, player: int = 0) -> Sprite | None:
        """
        A player's avatar; `None` when it has none.
        """
    @property
    def block(self, /) -> int:
        """
        Pixels of the play a cell is wide and high.
        """
    def copy(self, /) -> State:
        """
        A copy.
        """
    def digest(self, /) -> str:
        """
        A hash of everything that counts, as 16 hexadecimal digits: equal in equal states on every machine.
        """
    @property
    def fault(self, /) -> str | None:
        """
        Why the play ended in the middle of a tick, if it did.
        """
    @property
    def grid(self, /) -> tuple[int, int]:
        """
        Columns and rows.
        """
    def observation(self, /, kind: str = "planes", *, pad: typing.Sequence[int] | None = None, cell: int = 8, player: int | None = None) -> numpy.ndarray:
        """
        The state as an array.

        :param kind: `planes`: `[rows, columns, types]`, uint8, 1 where a sprite of the type touches the cell; `features`:
            `[k]`, float32, named by `Game.feature_names`; `pixels`: `[rows * cell, columns * cell, 3]`, uint8
        :param pad: of planes: `(rows, columns)` or `(rows, columns, types)` to fill up to with zeros
        :param cell: of pixels: how many a cell is wide and high
        :param player: from whose eyes: what is hidden from the player is left out
        """
    @property
    def over(self, /) -> bool:
        """
        Whether the play is over.
        """
    def render(self, /, cell: int = 24) -> numpy.ndarray:
        """
        The state as a picture: `[rows * cell, columns * cell, 3]`, uint8.
        """
    def reseed(self, /, seed: int) -> None:
        """
        Goes on with the random numbers of another seed.
        """
    @property
    def score(self, /) -> int | None:
        """
        Score of the first player.
        """
    @property
    def scores(self, /) -> list[int | None]:
        """
        Scores of all players; `None` for one whose avatar is gone for good.
        """
    def sprites(self, /, kind: str | None = None) -> list[Sprite]:
        """
        The sprites, by type, then by id.

        :param kind: name of a type: only sprites that are directly of it
        :raises KeyError: there is no such type
        """
    def text(self, /, *, legend: bool = False, colour: bool = False) -> str:
        """
        The level as text, a character a cell; with a legend, and coloured for terminals on request.
        """
    @property
    def tick(self, /) -> int:
        """
        Ticks played.
        """
    @property
    def winner(self, /) -> int:
        """
        How the play stands for the first player: -1 undecided, 0 lost, 1 won.
        """
    @property
    def winners(self, /) -> list[int]:
        """
        How the play stands for each player.
        """

def explain(name: str) -> str:
    """
    What a sprite class, effect, termination, parameter or diagnostic code is.

    :raises KeyError: nothing has this name
    """

def games() -> list[str]:
    """
    Names of the games that come with the package.
    """
