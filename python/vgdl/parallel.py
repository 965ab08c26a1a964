"""Environments of PettingZoo: all players act at once."""

from __future__ import annotations

import os
import typing

import gymnasium as gym
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from . import _spaces
from ._vgdl import Game, Play, State

__all__ = ["VgdlParallelEnv"]

Info = typing.Dict[str, typing.Any]


class VgdlParallelEnv(ParallelEnv):
    """A level of a game, most often one for two players.

    Agents are ``player_0`` and ``player_1``. Each observes what is not hidden from it; actions, observations, rewards and
    infos are as for `vgdl.envs.VgdlEnv`, in dicts by agent. An episode ends for all at once, when the game is over or
    `max_ticks` have been played.
    """

    metadata = {"render_modes": list(_spaces.RENDER_MODES), "render_fps": 20, "name": "vgdl_v0", "is_parallelizable": True}

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
        self.game = game
        self.render_mode = render_mode
        self.render_cell = render_cell
        self._play: Play | None = Play(game, level, observation, pad, cell, max_ticks)
        self.possible_agents = [f"player_{i}" for i in range(game.players)]
        self.agents: list[str] = []
        self._actions = {agent: gym.spaces.Discrete(len(game.actions)) for agent in self.possible_agents}
        box = _spaces.box(observation, self._play.shape)
        self._observations = {agent: box for agent in self.possible_agents}
        columns, rows = self._play.state().grid
        #: The space of `state()`.
        self.state_space = _spaces.box("planes", (rows, columns, len(game.types)))
        self._rng, _ = seeding.np_random()

    @property
    def action_meanings(self) -> list[str]:
        """Names of the actions, by number."""
        return self.game.actions

    @property
    def sprite_types(self) -> list[str]:
        """Names of the sprite types, by number."""
        return self.game.types

    def observation_space(self, agent: str) -> gym.spaces.Space:
        """The space of an agent's observations."""
        return self._observations[agent]

    def action_space(self, agent: str) -> gym.spaces.Space:
        """The space of an agent's actions."""
        return self._actions[agent]

    def _opened(self) -> Play:
        if self._play is None:
            raise ClosedEnvironmentError("the environment is closed")
        return self._play

    def _look(self) -> tuple[dict[str, np.ndarray], dict[str, Info]]:
        seen = {agent: self._opened().look(i) for i, agent in enumerate(self.possible_agents)}
        return {a: o for a, (o, _) in seen.items()}, {a: i for a, (_, i) in seen.items()}

    def reset(
        self, seed: int | None = None, options: Info | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Info]]:
        """Begins an episode. Seeds are as for `vgdl.envs.VgdlEnv`."""
        play = self._opened()
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        play.reset(_spaces.draw_seed(self._rng) if seed is None else _spaces.game_seed(seed))
        self.agents = list(self.possible_agents)
        if self.render_mode == "human":
            self.render()
        return self._look()

    def step(self, actions: dict[str, int]) -> tuple[typing.Any, ...]:
        """Plays a tick: observations, rewards, terminations, truncations and infos by agent.

        :param actions: an action for each agent
        :raises ResetNeeded: the episode is over, or has not begun
        """
        play = self._opened()
        if not self.agents:
            raise ResetNeeded("the episode is over, or has not begun: call reset()")
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ValueError(f"no action for {', '.join(missing)}")
        rewards, terminated, truncated = play.step_all([actions[agent] for agent in self.agents])
        observations, infos = self._look()
        agents = self.agents
        if terminated or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        ended = {agent: terminated for agent in agents}
        cut = {agent: truncated for agent in agents}
        return observations, dict(zip(agents, rewards)), ended, cut, infos

    def render(self) -> typing.Any:
        """As `vgdl.envs.VgdlEnv.render`."""
        return _spaces.render(self._opened(), self.render_mode, self.render_cell)

    def state(self) -> np.ndarray:
        """All there is, from nobody's eyes: planes, ``[rows, columns, types]``, uint8."""
        return self._opened().state().observation("planes")

    def clone_state(self) -> State:
        """A copy of the state, random generator included."""
        return self._opened().state()

    def restore_state(self, state: State) -> None:
        """Goes on from a state of the same game."""
        play = self._opened()
        play.restore(state)
        self.agents = list(self.possible_agents) if play.open else []

    def close(self) -> None:
        """Ends it; afterwards it can do nothing."""
        self._play = None
        self.agents = []
