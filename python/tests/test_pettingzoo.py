"""PettingZoo environments."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from pettingzoo.test import parallel_api_test

import vgdl

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize("name", vgdl.games())
def test_environments_pass_the_checker(name):
    parallel_api_test(vgdl.parallel_env(vgdl.Game.own(name)), num_cycles=200)


def test_two_players_play_the_play_of_a_seed():
    game = vgdl.Game.own("acornrace")
    env, state = vgdl.parallel_env(game, max_ticks=100), game.state(seed=9)
    env.reset(seed=9)
    rng = np.random.default_rng(2)
    totals = {agent: 0.0 for agent in env.possible_agents}
    while env.agents:
        actions = {agent: int(rng.integers(len(game.actions))) for agent in env.agents}
        observations, rewards, ended, cut, infos = env.step(actions)
        state.advance([actions["player_0"], actions["player_1"]])
        for i, agent in enumerate(env.possible_agents):
            totals[agent] += rewards[agent]
            assert (observations[agent] == state.observation(player=i)).all()
            assert infos[agent]["score"] == totals[agent] == state.scores[i]
    assert state.over or state.tick == 100
    assert env.clone_state().digest() == state.digest()


def test_what_is_hidden_from_a_player_is_not_observed():
    text = """BasicGame no_players=2
    SpriteSet
        mine > Immovable hidden=true,false
        a > MovingAvatar
        b > MovingAvatar
    InteractionSet
        a wall > stepBack
        b wall > stepBack
    TerminationSet
        Timeout limit=50 win=True,True
    LevelMapping
        m > mine
        a > a
        b > b
"""
    game = vgdl.Game.compile(text, ["wwwww\nwambw\nwwwww\n"], compat=True)
    kind = game.types.index("mine")
    env = vgdl.parallel_env(game)
    seen, _ = env.reset(seed=0)
    hidden = [seen[agent][:, :, kind].sum() for agent in env.possible_agents]
    assert env.state()[:, :, kind].sum() == 1
    assert hidden == [0, 1]


def test_misuse_is_told():
    env = vgdl.parallel_env(vgdl.Game.own("acornrace"))
    with pytest.raises(ResetNeeded):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="no action for player_1"):
        env.step({"player_0": 0})
    with pytest.raises(ValueError, match="there is no action 99"):
        env.step({"player_0": 0, "player_1": 99})
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.reset()


def test_the_state_is_in_its_space():
    env = vgdl.parallel_env(vgdl.Game.own("acornrace"), observation="features")
    env.reset(seed=1)
    assert env.state() in env.state_space
