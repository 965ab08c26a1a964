"""Environments of Gymnasium."""

from __future__ import annotations

import os
import typing

import gymnasium as gym
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import _spaces
from ._vgdl import Batch, Game, Play, State

__all__ = ["VgdlEnv", "VgdlVectorEnv"]

Info = typing.Dict[str, typing.Any]


class VgdlEnv(gym.Env[np.ndarray, int]):
    """A level of a game for one player.

    * Actions: ``Discrete(n)``; `action_meanings` names them, 0 is ``NIL``. The numbers belong to the game: an action that the
      avatar does not have at the moment does nothing.
    * Observations: ``planes``: ``[rows, columns, types]``, uint8, 1 where a sprite of the type touches the cell; the number
      of a type is its place in `sprite_types`. ``features``: ``[k]``, float32, named by `feature_names`. ``pixels``:
      ``[rows * cell, columns * cell, 3]``, uint8.
    * Reward: what the score changed by in the tick.
    * Terminated: the game is over. Truncated: it is not, but `max_ticks` have been played.
    * Info: ``score``; ``winner``: -1 undecided, 0 lost, 1 won; ``tick``: ticks played; ``types``: names of the sprite types;
      ``fault``, if the game stopped in the middle of a tick: why.

    :param game: a compiled game
    :param level: number of a level, or the text of one, or the path of a file
    :param observation: ``planes``, ``features`` or ``pixels``
    :param pad: of planes: ``(rows, columns)`` or ``(rows, columns, types)`` to fill up to with zeros, so that games of
        different sizes look alike
    :param cell: of pixels: how many a cell is wide and high
    :param max_ticks: how long an episode may last; without it as long as the game allows
    :param render_mode: ``rgb_array``, ``ansi`` (text), or ``human`` (drawn in the terminal)
    :param render_cell: pixels per cell of ``rgb_array``
    """

    metadata = {"render_modes": list(_spaces.RENDER_MODES), "render_fps": 20}

    def __init__(
        self,
        game: Game,
        level: int | str | os.PathLike[str] = 0,
        *,
        observation: _spaces.Observation = "planes",
        pad: typing.Sequence[int] | None = None,
        cell: int = 8,
        max_ticks: int | None = None,
        render_mode: str | None = None,
        render_cell: int = 24,
    ) -> None:
        _spaces.check_mode(render_mode, render_cell)
        if game.players != 1:
            raise ValueError(f"the game has {game.players} players: use vgdl.parallel_env")
        self.game = game
        self.render_mode = render_mode
        self.render_cell = render_cell
        self._play: Play | None = Play(game, level, observation, pad, cell, max_ticks)
        self._step: typing.Callable[[typing.Any], tuple[np.ndarray, float, bool, bool, Info]] = self._play.step
        self.action_space = gym.spaces.Discrete(len(game.actions))  # type: ignore[assignment]
        self.observation_space = _spaces.box(observation, self._play.shape)

    @property
    def action_meanings(self) -> list[str]:
        """Names of the actions, by number."""
        return self.game.actions

    def get_action_meanings(self) -> list[str]:
        """Names of the actions, by number, as environments of the Arcade Learning Environment have it."""
        return self.game.actions

    @property
    def sprite_types(self) -> list[str]:
        """Names of the sprite types, by number."""
        return self.game.types

    @property
    def feature_names(self) -> list[str]:
        """Names of the features, in order."""
        return self.game.feature_names

    def _opened(self) -> Play:
        if self._play is None:
            raise ClosedEnvironmentError("the environment is closed")
        return self._play

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[np.ndarray, Info]:
        """Begins an episode.

        :param seed: seed of the game's random generator: the same play as with ``vgdl run --seed``. Without it one is drawn
            from `np_random`, so that episodes differ but are reproducible after one seeded reset
        """
        super().reset(seed=seed)
        play = self._opened()
        play.reset(_spaces.draw_seed(self.np_random) if seed is None else _spaces.game_seed(seed))
        if self.render_mode == "human":
            self.render()
        return play.look()

    def step(self, action: int | str) -> tuple[np.ndarray, float, bool, bool, Info]:
        """Plays a tick.

        :param action: number of an action; its name will do, too
        :raises ValueError: there is no such action
        :raises ResetNeeded: the episode is over, or has not begun
        """
        try:
            result = self._step(action)
        except RuntimeError as e:
            self._opened()
            raise ResetNeeded(str(e)) from None
        if self.render_mode == "human":
            self.render()
        return result

    def render(self) -> typing.Any:
        """``rgb_array``: ``[rows * render_cell, columns * render_cell, 3]``, uint8; ``ansi``: text; ``human``: nothing."""
        return _spaces.render(self._opened(), self.render_mode, self.render_cell)

    def clone_state(self) -> State:
        """A copy of the state, random generator included. It is a forward model of its own."""
        return self._opened().state()

    def restore_state(self, state: State) -> None:
        """Goes on from a state of the same game."""
        self._opened().restore(state)

    def close(self) -> None:
        """Ends it; afterwards it can do nothing."""
        self._play = None
        self._step = _closed


def _closed(_action: typing.Any) -> typing.NoReturn:
    raise RuntimeError("closed")


class VgdlVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many plays of one level, stepped together on all cores and observed in one array.

    The parameters are those of `VgdlEnv`, and:

    :param num_envs: how many plays
    :param autoreset_mode: ``NEXT_STEP``: a play that is over begins anew in the next step, which takes no action for it and
        gives no reward; ``DISABLED``: it is reset with ``reset(options={"reset_mask": mask})``
    :param render_mode: ``rgb_array`` or ``ansi``
    :param threads: how many threads step the plays; without it one for each core. Results do not depend on it

    Info holds arrays of one entry a play: ``score``, ``winner`` and ``tick``, as for `VgdlEnv`. After ``reset(seed=s)`` play
    ``i`` has seed ``s + i``; each time a play begins anew its seed grows by `num_envs`.
    """

    def __init__(
        self,
        game: Game,
        level: int | str | os.PathLike[str] = 0,
        *,
        num_envs: int = 1,
        observation: _spaces.Observation = "planes",
        pad: typing.Sequence[int] | None = None,
        cell: int = 8,
        max_ticks: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        render_cell: int = 24,
        threads: int | None = None,
    ) -> None:
        super().__init__()
        _spaces.check_mode(render_mode, render_cell, _spaces.VECTOR_RENDER_MODES)
        modes = (AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED)
        mode = next((mode for mode in modes if autoreset_mode in (mode, mode.name, mode.value)), None)
        if mode is None:
            raise ValueError(f"there is no autoreset mode {autoreset_mode!r} here; there are NEXT_STEP and DISABLED")
        self.game = game
        self.num_envs = num_envs
        render_modes = list(_spaces.VECTOR_RENDER_MODES)
        self.metadata = {**VgdlEnv.metadata, "render_modes": render_modes, "autoreset_mode": mode}
        self.render_mode = render_mode
        self.render_cell = render_cell
        seeds = range(num_envs)
        self._batch: Batch | None = Batch(
            game, level, seeds, observation, pad, cell, max_ticks, mode == AutoresetMode.NEXT_STEP, threads
        )
        self.single_action_space = gym.spaces.Discrete(len(game.actions))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = _spaces.box(observation, self._batch.shape)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._begun = False

    @property
    def action_meanings(self) -> list[str]:
        """Names of the actions, by number."""
        return self.game.actions

    @property
    def sprite_types(self) -> list[str]:
        """Names of the sprite types, by number."""
        return self.game.types

    def _opened(self) -> Batch:
        if self._batch is None:
            raise ClosedEnvironmentError("the environment is closed")
        return self._batch

    def _info(self) -> Info:
        score, winner, tick = self._opened().standings()
        return {"score": score, "winner": winner, "tick": tick}

    def reset(
        self, *, seed: int | typing.Sequence[int | None] | None = None, options: Info | None = None
    ) -> tuple[np.ndarray, Info]:
        """Begins episodes.

        :param seed: of play 0; the others get the numbers that follow. Or a list of one seed for each play; ``None`` for one
            that is drawn
        :param options: ``reset_mask``: bool array, which plays to begin anew; without it all
        """
        batch = self._opened()
        if isinstance(seed, (int, np.integer)):
            # Exact as for one environment; the generator is seeded for the seeds that are drawn later.
            self._np_random, self._np_random_seed = gym.utils.seeding.np_random(int(seed))
            seeds = [int(seed) + i for i in range(self.num_envs)]
        else:
            given = [None] * self.num_envs if seed is None else list(seed)
            if len(given) != self.num_envs:
                raise ValueError(f"there are {self.num_envs} plays, but {len(given)} seeds")
            seeds = [_spaces.draw_seed(self.np_random) if s is None else int(s) for s in given]
        which = list(range(self.num_envs))
        if options and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"])
            if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
                raise ValueError(f"reset_mask is a bool array of shape ({self.num_envs},)")
            which = np.flatnonzero(mask).tolist()
        batch.reset(which, [_spaces.game_seed(seeds[i]) for i in which])
        self._begun = True
        return batch.observe(), self._info()

    def step(
        self, actions: typing.Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Info]:
        """Plays a tick of every play.

        :param actions: ``[n]`` numbers of actions
        :raises ValueError: there is no such action, or not one for each play; nothing is played
        :raises TypeError: actions are not whole numbers
        :raises ResetNeeded: no episode has begun
        """
        batch = self._opened()
        if not self._begun:
            raise ResetNeeded("no episode has begun: call reset()")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"there are {self.num_envs} plays, but the actions have the shape {actions.shape}")
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {actions.dtype}")
        actions = np.ascontiguousarray(actions, dtype=np.int64)
        observations, rewards, terminated, truncated = batch.step(actions)
        return observations, rewards, terminated, truncated, self._info()

    def render(self) -> typing.Any:
        """What each play shows: a tuple with one entry a play."""
        batch = self._opened()
        if self.render_mode is None:
            return None
        return tuple(
            _spaces.render(batch.state(i), self.render_mode, self.render_cell) for i in range(self.num_envs)
        )

    def clone_state(self, play: int) -> State:
        """A copy of the state of a play."""
        return self._opened().state(play)

    def close_extras(self, **_kwargs: typing.Any) -> None:
        self._batch = None


def _own(game: str, **kwargs: typing.Any) -> VgdlEnv:
    return VgdlEnv(Game.own(game), **kwargs)


def _own_vec(game: str, num_envs: int = 1, **kwargs: typing.Any) -> VgdlVectorEnv:
    return VgdlVectorEnv(Game.own(game), num_envs=num_envs, **kwargs)
