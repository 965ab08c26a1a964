"""Gymnasium environments, one at a time and many at once."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest
from conftest import LEVEL, ONE_PLAYER, PUSH
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.env_checker import check_env

import vgdl

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize("observation", ["planes", "features", "pixels"])
@pytest.mark.parametrize("name", ONE_PLAYER)
def test_environments_pass_the_checker(name, observation):
    check_env(gym.make(f"vgdl/{name}-v0", observation=observation, render_mode="rgb_array").unwrapped)


def test_ten_games_are_registered():
    assert len([name for name in gym.registry if name.startswith("vgdl/")]) == len(ONE_PLAYER) >= 10


def rollout(env, seed, actions):
    observation, info = env.reset(seed=seed)
    out = [(observation.tobytes(), info["tick"])]
    for action in actions:
        observation, reward, terminated, truncated, info = env.step(action)
        out.append((observation.tobytes(), reward, terminated, truncated, info["score"], info["winner"]))
        if terminated or truncated:
            break
    return out


@pytest.mark.parametrize("name", ONE_PLAYER)
def test_an_episode_is_the_play_of_its_seed(name):
    game = vgdl.Game.own(name)
    env = vgdl.make(game)
    actions = np.random.default_rng(3).integers(env.action_space.n, size=100).tolist()
    first = rollout(env, 5, actions)
    assert first == rollout(env, 5, actions)
    state = game.state(seed=5)
    total = 0.0
    for action, (observation, reward, *_, score, winner) in zip(actions, first[1:]):
        state.advance(action)
        total += reward
        assert observation == state.observation().tobytes()
        assert score == total == (state.score if state.score is not None else score)
        assert winner == state.winner


def test_unseeded_episodes_differ_but_repeat_after_a_seed():
    env = vgdl.make(vgdl.Game.own("barncat"))

    def episode(seed=None):
        env.reset(seed=seed)
        for _ in range(10):
            env.step(0)
        return env.clone_state().digest()

    a = [episode(seed=1), episode(), episode()]
    b = [episode(seed=1), episode(), episode()]
    assert a == b and len(set(a)) == 3


def test_a_state_is_cloned_and_restored():
    env = vgdl.make(vgdl.Game.own("rat-field"))
    env.reset(seed=1)
    for _ in range(10):
        env.step(1)
    kept = env.clone_state()
    after = [env.step(2)[0].tobytes() for _ in range(10)]
    env.restore_state(kept)
    assert after == [env.step(2)[0].tobytes() for _ in range(10)]
    with pytest.raises(ValueError, match="another game"):
        env.restore_state(vgdl.Game.own("geysers").state())
    small = vgdl.Game.compile(PUSH, [LEVEL, "wwww\nwAow\nwwww"])
    env = vgdl.make(small)
    with pytest.raises(ValueError, match="another size"):
        env.restore_state(small.state(level=1))


def test_the_end_is_terminated_or_truncated():
    env = vgdl.make(PUSH, LEVEL, max_ticks=3)
    env.reset(seed=0)
    assert [env.step(4)[1:4] for _ in range(3)] == [(0, False, False), (0, False, False), (1, True, False)]
    env.reset(seed=0)
    assert [env.step(0)[2:4] for _ in range(3)] == [(False, False), (False, False), (False, True)]
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_misuse_is_told():
    env = vgdl.make(PUSH, LEVEL)
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)
    env.reset(seed=0)
    with pytest.raises(ValueError, match="there is no action 9; the actions of this game are 0 NIL"):
        env.step(9)
    assert env.step(0)[4]["tick"] == 1
    env.close()
    env.close()
    for call in (env.reset, env.render, env.clone_state, lambda: env.step(0)):
        with pytest.raises(ClosedEnvironmentError):
            call()
    with pytest.raises(ValueError, match="no render mode"):
        vgdl.make(PUSH, LEVEL, render_mode="video")
    with pytest.raises(ValueError, match="2 players: use vgdl.parallel_env"):
        vgdl.make(vgdl.Game.own("acornrace"))
    with pytest.raises(ValueError, match="needs the text of a level"):
        vgdl.make(PUSH)
    with pytest.raises(FileNotFoundError):
        vgdl.make("no-such-game.vgdl")


def test_environments_show_themselves(capsys):
    env = vgdl.make(PUSH, LEVEL, render_mode="ansi")
    env.reset(seed=0)
    assert env.render().startswith("wwwwwww\nwA c ow\n")
    assert vgdl.make(PUSH, LEVEL).render() is None
    env = vgdl.make(PUSH, LEVEL, render_mode="human")
    env.reset(seed=0)
    env.step(3)
    assert "wA c ow" in capsys.readouterr().out
    env = vgdl.make(PUSH, LEVEL, render_mode="rgb_array", render_cell=5)
    env.reset(seed=0)
    assert env.render().shape == (20, 35, 3)


@pytest.mark.parametrize("observation", ["planes", "features", "pixels"])
@pytest.mark.parametrize("name", ["geysers", "hailguard", "barncat", "caves"])
def test_a_vector_is_many_environments(name, observation):
    n, game = 5, vgdl.Game.own(name)
    many = vgdl.make_vec(game, num_envs=n, observation=observation, max_ticks=60, threads=2)
    ones = [vgdl.make(game, observation=observation, max_ticks=60) for _ in range(n)]
    seeds = list(range(40, 40 + n))
    seen, info = many.reset(seed=40)
    for i, one in enumerate(ones):
        assert (one.reset(seed=seeds[i])[0] == seen[i]).all()
    rng, anew = np.random.default_rng(0), [False] * n
    for _ in range(150):
        actions = rng.integers(many.single_action_space.n, size=n)
        seen, rewards, terminated, truncated, info = many.step(actions)
        assert seen in many.observation_space
        for i, one in enumerate(ones):
            if anew[i]:
                seeds[i] += n
                observation_, info_ = one.reset(seed=seeds[i])
                expected = (0.0, False, False)
            else:
                observation_, *expected, info_ = one.step(int(actions[i]))
            assert (rewards[i], terminated[i], truncated[i]) == tuple(expected)
            assert (observation_ == seen[i]).all()
            assert all(info[key][i] == info_[key] for key in ("score", "winner", "tick"))
            anew[i] = expected[1] or expected[2]


def test_padded_vectors_are_padded_planes():
    game = vgdl.Game.own("geysers")
    plain, padded = (vgdl.make_vec(game, num_envs=3, pad=pad) for pad in (None, (20, 30, 16)))
    a, b = plain.reset(seed=1)[0], padded.reset(seed=1)[0]
    for _ in range(10):
        _, rows, columns, types = a.shape
        assert b.shape == (3, 20, 30, 16) and (b[:, :rows, :columns, :types] == a).all() and a.sum() == b.sum()
        a, b = plain.step([4, 3, 2])[0], padded.step([4, 3, 2])[0]


def test_arrays_that_are_kept_are_not_written_again():
    env = vgdl.make_vec(vgdl.Game.own("hailguard"), num_envs=8)
    kept = [env.reset(seed=1)[0]]
    copies = [kept[0].copy()]
    views = []
    for tick in range(40):
        seen = env.step([tick % 3] * 8)[0]
        if tick % 3 == 0:
            kept.append(seen)
            copies.append(seen.copy())
        elif tick % 3 == 1:
            # A part of an array keeps the whole of it.
            views.append((seen[0], seen[0].copy()))
    assert all((a == b).all() for a, b in zip(kept, copies))
    assert all((a == b).all() for a, b in views)


def test_the_number_of_threads_changes_nothing():
    found = []
    for threads in (1, 2, 7):
        env = vgdl.make_vec(vgdl.Game.own("barncat"), num_envs=200, threads=threads)
        env.reset(seed=3)
        rng = np.random.default_rng(9)
        out = [env.step(rng.integers(4, size=200))[0].tobytes() for _ in range(10)]
        found.append(out)
    assert found[0] == found[1] == found[2]


def test_plays_are_reset_by_mask():
    env = vgdl.make_vec(PUSH, LEVEL, num_envs=3, autoreset_mode="Disabled")
    env.reset(seed=0)
    for _ in range(3):
        _, _, terminated, _, _ = env.step([4, 0, 4])
    assert terminated.tolist() == [True, False, True]
    _, info = env.reset(options={"reset_mask": np.array([True, False, False])})
    assert info["tick"].tolist() == [0, 3, 3]
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": [True]})


def test_misuse_of_vectors_is_told():
    env = vgdl.make_vec(PUSH, LEVEL, num_envs=2)
    with pytest.raises(ResetNeeded):
        env.step([0, 0])
    env.reset(seed=0)
    for wrong in ([0], [0, 0, 0], [0, 9], [[0, 0]]):
        with pytest.raises((ValueError, TypeError)):
            env.step(wrong)
    assert env.step([0, 0])[4]["tick"].tolist() == [1, 1]
    with pytest.raises(ValueError, match="2 plays, but 3 seeds"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="at least one play"):
        vgdl.make_vec(PUSH, LEVEL, num_envs=0)
    with pytest.raises(ValueError, match="games with one player"):
        vgdl.make_vec(vgdl.Game.own("acornrace"))
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.step([0, 0])


def test_gymnasium_makes_vectors_too():
    env = gym.make_vec("vgdl/geysers-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert isinstance(env.unwrapped, vgdl.envs.VgdlVectorEnv) and env.reset(seed=1)[0].shape[0] == 3
    sync = gym.make_vec("vgdl/geysers-v0", num_envs=3, vectorization_mode="sync")
    assert (sync.reset(seed=1)[0] == env.reset(seed=1)[0]).all()


def test_a_vector_shows_its_plays():
    env = vgdl.make_vec(PUSH, LEVEL, num_envs=2, render_mode="rgb_array", render_cell=4)
    env.reset(seed=0)
    assert [picture.shape for picture in env.render()] == [(16, 28, 3)] * 2
    assert env.clone_state(1).digest() == vgdl.Game.compile(PUSH, [LEVEL]).state(seed=1).digest()


def test_arrays_that_come_back_changed_do_no_harm():
    game = vgdl.Game.own("geysers")

    def reshaped(array):
        array.shape = (-1,)

    def locked(array):
        array.flags.writeable = False

    def retyped(array):
        array.dtype = np.bool_

    def overwritten(array):
        array += 7

    for pad in (None, (20, 30, 16)):
        expected = vgdl.make_vec(game, num_envs=3, pad=pad)
        expected.reset(seed=1)
        expected = expected.step([4, 3, 2])[0]
        for change in (reshaped, locked, retyped, overwritten):
            env = vgdl.make_vec(game, num_envs=3, pad=pad)
            seen, _ = env.reset(seed=1)
            change(seen)
            del seen
            seen = env.step([4, 3, 2])[0]
            assert seen.shape == expected.shape and seen.dtype == expected.dtype, change
            assert (seen == expected).all(), change


def test_a_level_may_be_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "yard.txt"
    path.write_text(LEVEL)
    game = vgdl.Game.compile(PUSH)
    digest = vgdl.Game.compile(PUSH, [LEVEL]).state().digest()
    for level in (path, str(path), "yard.txt", LEVEL):
        assert game.state(level).digest() == digest
        for of in (game, PUSH):
            env = vgdl.make(of, level)
            env.reset(seed=0)
            assert env.clone_state().digest() == digest
    with pytest.raises(FileNotFoundError, match="gone.txt"):
        game.state(tmp_path / "gone.txt")


def test_wrong_arguments_are_told():
    game = vgdl.Game.compile(PUSH, [LEVEL])
    env = vgdl.make(game)
    env.reset(seed=0)
    with pytest.raises(ValueError, match=f"there is no action {2**70}; the actions of this game are"):
        env.step(2**70)
    with pytest.raises(TypeError, match="an action is a number or a name, not 1.5"):
        env.step(1.5)
    assert env.step("left")[4]["tick"] == 1
    many = vgdl.make_vec(game, num_envs=2)
    many.reset(seed=0)
    with pytest.raises(TypeError, match="whole numbers, not float64"):
        many.step([0.7, 1.2])
    with pytest.raises(ValueError, match=r"there are 2 plays, but the actions have the shape \(2, 1\)"):
        many.step([[0], [0]])
    assert many.step([0, 0])[4]["tick"].tolist() == [1, 1]
    with pytest.raises(ValueError, match="no render mode 'human'; there are rgb_array, ansi"):
        vgdl.make_vec(game, render_mode="human")
    assert many.metadata["render_modes"] == ["rgb_array", "ansi"]
    with pytest.raises(ValueError, match="render_cell is at least 1"):
        vgdl.make(game, render_mode="rgb_array", render_cell=0)
    assert vgdl.make_vec(game, autoreset_mode="DISABLED").metadata["autoreset_mode"] == gym.vector.AutoresetMode.DISABLED
    with pytest.raises(ValueError, match="no autoreset mode 'SameStep' here; there are NEXT_STEP and DISABLED"):
        vgdl.make_vec(game, autoreset_mode="SameStep")
    with pytest.raises(TypeError, match="a game is a vgdl.Game, a text or the path of a file, not None"):
        vgdl.make(None)
    with pytest.raises(FileNotFoundError, match="no-such-game.vgdl"):
        vgdl.make("no-such-game.vgdl")
