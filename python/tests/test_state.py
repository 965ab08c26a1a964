"""Games and states."""

from __future__ import annotations

import copy
import json
import pathlib
import pickle
import subprocess

import numpy as np
import pytest
from conftest import LEVEL, ONE_PLAYER, PUSH

import vgdl

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_a_game_tells_its_numbers(push):
    assert push.types == ["wall", "avatar", "crate", "hole"]
    assert push.actions == ["NIL", "UP", "LEFT", "DOWN", "RIGHT"]
    assert push.players == 1 and push.levels == ["level 0"]
    assert push.feature_names[:3] == ["tick", "over", "player 0 score"]


def test_a_play_is_won_by_pushing(push):
    state = push.state(seed=3)
    for tick in range(1, 4):
        assert not state.over
        state.advance("RIGHT")
        assert state.tick == tick
    assert state.over and state.winner == 1 and state.score == 1
    before = state.digest()
    state.advance("LEFT")
    assert (state.tick, state.digest()) == (3, before)


def test_actions_are_numbers_or_names(push):
    a, b, c = (push.state() for _ in range(3))
    a.advance(4)
    b.advance("action_right")
    c.advance(np.int64(4))
    assert a.digest() == b.digest() == c.digest()
    for wrong in (5, -1, "JUMP", 1 << 70, None, [1, 2], 1.5):
        with pytest.raises((ValueError, TypeError, OverflowError)):
            a.advance(wrong)
    with pytest.raises(ValueError, match="there is no action 7; the actions of this game are 0 NIL, 1 UP"):
        a.advance(7)
    assert a.tick == 1


@pytest.mark.parametrize("name", vgdl.games())
def test_copies_stay_equal_and_apart(name):
    game = vgdl.Game.own(name)
    state = game.state(seed=7)
    rng = np.random.default_rng(1)

    def act():
        found = rng.integers(len(game.actions), size=game.players).tolist()
        return found if game.players > 1 else found[0]

    for _ in range(20):
        state.advance(act())
    twin, other = state.copy(), copy.deepcopy(state)
    start = state.digest()
    for _ in range(40):
        action = act()
        state.advance(action)
        twin.advance(action)
        assert state.digest() == twin.digest()
    assert other.digest() == start
    other.assign(state)
    assert other.digest() == state.digest()


def test_reseeding_makes_copies_differ():
    state = vgdl.Game.own("barncat").state(seed=1)
    twin = state.copy()
    twin.reseed(2)
    for _ in range(30):
        state.advance(0)
        twin.advance(0)
    assert state.digest() != twin.digest()


def test_the_start_of_a_level_depends_on_its_seed_alone():
    game = vgdl.Game.own("barncat")
    played = []
    for seed in (1, 1, 2, -1, 2**32 - 1):
        state = game.state(seed=seed)
        for _ in range(50):
            state.advance(0)
        played.append(state.digest())
    assert played[0] == played[1] != played[2]
    # A seed has 32 bits, with a sign or without.
    assert played[3] == played[4]


def test_levels_can_be_texts(push):
    state = push.state(level="wwwww\nwAcow\nwwwww\n")
    state.advance("RIGHT")
    assert state.winner == 1
    assert push.state(level=LEVEL).digest() == push.state().digest()


def test_sprites_can_be_looked_at(push):
    state = push.state()
    (crate,) = state.sprites("crate")
    assert (crate.kind, crate.x // state.block, crate.y // state.block) == ("crate", 3, 1)
    assert crate.number == push.types.index("crate")
    assert state.avatar().kind == "avatar" and state.avatar(1) is None
    assert len(state.sprites()) == sum(len(state.sprites(kind)) for kind in push.types)
    with pytest.raises(KeyError, match="did you mean `crate`"):
        state.sprites("crates")


@pytest.mark.parametrize("name", ONE_PLAYER)
def test_planes_are_where_sprites_are(name):
    game = vgdl.Game.own(name)
    state = game.state(seed=2)
    for action in [1, 2, 3, 4] * 5:
        state.advance(action % len(game.actions))
    columns, rows = state.grid
    expected = np.zeros((rows, columns, len(game.types)), np.uint8)
    for sprite in state.sprites():
        for row in range(rows):
            for column in range(columns):
                x, y = column * state.block, row * state.block
                if (
                    sprite.x < x + state.block
                    and x < sprite.x + sprite.width
                    and sprite.y < y + state.block
                    and y < sprite.y + sprite.height
                ):
                    expected[row, column, sprite.number] = 1
    found = state.observation()
    assert found.dtype == np.uint8 and (found == expected).all()
    padded = state.observation(pad=(rows + 3, columns + 1, len(game.types) + 2))
    assert padded.shape == (rows + 3, columns + 1, len(game.types) + 2)
    assert (padded[:rows, :columns, : len(game.types)] == expected).all()
    assert padded.sum() == expected.sum()


def test_features_have_names(push):
    state = push.state()
    state.advance("DOWN")
    features = dict(zip(push.feature_names, state.observation("features").tolist()))
    assert features["player 0 x"] == 1 and features["player 0 y"] == 2
    assert features["count crate"] == 1 and features["over"] == 0


def test_pictures_have_the_colours_of_the_game(push):
    picture = push.state().render(cell=10)
    assert picture.shape == (40, 70, 3) and picture.dtype == np.uint8
    # The crate is brown, the hole blue.
    assert picture[15, 35].tolist() == [140, 120, 100] and picture[15, 55].tolist() == [0, 0, 200]
    assert (push.state().observation("pixels", cell=10) == picture).all()


def test_games_are_saved_read_and_pickled(tmp_path, push):
    file = tmp_path / "push.vgdlc"
    push.save(file)
    loaded, sent = vgdl.Game.load(file), pickle.loads(pickle.dumps(push))
    for other in (loaded, sent):
        assert other.state().digest() == push.state().digest() and other.types == push.types
    (tmp_path / "push.vgdl").write_text(PUSH)
    (tmp_path / "push_lvl0.txt").write_text(LEVEL)
    assert vgdl.Game.load(str(tmp_path / "push.vgdl")).to_bytes()[:4] == b"VGDL"
    assert len(vgdl.Game.load(tmp_path / "push.vgdl").levels) == 1
    with pytest.raises(TypeError, match="a state cannot be pickled"):
        pickle.dumps(push.state())


def test_what_is_wrong_is_told_at_its_place(push):
    with pytest.raises(vgdl.CompileError) as caught:
        vgdl.Game.compile(PUSH.replace("Passive", "Pasive"), [LEVEL])
    text = str(caught.value)
    assert "unknown sprite class `Pasive`" in text and "did you mean `Passive`?" in text
    assert "game.vgdl:3:17" in text and text.endswith("2 errors")
    # A line above and below.
    assert "2 |     SpriteSet" in text and "4 |         hole > Immovable" in text
    (found, *_) = caught.value.diagnostics
    assert (found["code"], found["level"], found["line"], found["column"]) == ("E0202", "error", 3, 17)
    assert isinstance(caught.value, ValueError)


def test_warnings_are_kept():
    game = vgdl.Game.compile(PUSH, [LEVEL.replace("    w", " .. w")])
    assert len(game.warnings) == 1 and "W0604" in game.warnings[0]


def test_bad_files_are_told(tmp_path):
    with pytest.raises(FileNotFoundError):
        vgdl.Game.load(tmp_path / "none.vgdl")
    broken = tmp_path / "broken.vgdlc"
    broken.write_bytes(b"VGDL\x1a\r\nrubbish")
    with pytest.raises(ValueError):
        vgdl.Game.load(broken)
    (tmp_path / "latin.vgdl").write_bytes(b"BasicGame\n \xff\n")
    with pytest.raises(ValueError, match="not a text in UTF-8"):
        vgdl.Game.load(tmp_path / "latin.vgdl")
    with pytest.raises(vgdl.CompileError, match="empty level"):
        vgdl.Game.compile(PUSH).state(level="")
    with pytest.raises(IndexError, match="there is no level 3; the game has one level: number 0"):
        vgdl.Game.compile(PUSH, [LEVEL]).state(level=3)
    with pytest.raises(ValueError, match="more than 32 bits"):
        vgdl.Game.compile(PUSH, [LEVEL]).state(seed=2**32)
    with pytest.raises(ValueError, match="did you mean `geysers`"):
        vgdl.Game.own("geyser")


def test_impossible_observations_are_told(push):
    state = push.state()
    for wrong, message in [
        (dict(kind="planse"), "did you mean `planes`"),
        (dict(pad=(2, 2)), "cannot be padded to 2"),
        (dict(pad=(2**40, 2**40)), "too large"),
        (dict(pad=(9,)), "pad is"),
        (dict(kind="features", pad=(9, 9)), "only planes"),
        (dict(kind="pixels", cell=10**6), "makes no picture"),
        (dict(player=1), "there is no player 1"),
    ]:
        with pytest.raises(ValueError, match=message):
            state.observation(**wrong)


def test_explanations_are_the_manual():
    assert "killSprite" in vgdl.explain("killSprite")
    with pytest.raises(KeyError, match="killSprite"):
        vgdl.explain("kilSprite")


@pytest.mark.parametrize("name", ["geysers", "barncat", "hailguard"])
def test_a_play_is_the_one_of_the_command_line(name, tmp_path):
    program = ROOT / "target" / "release" / "vgdl"
    if not program.is_file():
        pytest.skip("skipped: target/release/vgdl not found")
    letters = {"NIL": ".", "UP": "U", "LEFT": "L", "DOWN": "D", "RIGHT": "R", "USE": "A"}
    game = vgdl.Game.load(ROOT / "examples" / "games" / f"{name}.vgdl")
    state, script = game.state(seed=11), ""
    rng = np.random.default_rng(4)
    while not state.over and state.tick < 80:
        action = int(rng.integers(len(game.actions)))
        script += letters[game.actions[action]]
        state.advance(action)
    (tmp_path / "actions").write_text(script)
    command = [program, "run", ROOT / "examples" / "games" / f"{name}.vgdl", "--seed", "11", "--json"]
    command += ["--ticks", str(state.tick), "--agent", tmp_path / "actions"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert (told["hash"], told["ticks"], told["score"]) == (state.digest(), state.tick, state.score)


def test_wrong_actions_are_told(push):
    state = push.state()
    for wrong in (None, 1.5):
        with pytest.raises(TypeError, match=f"an action is a number or a name, not {wrong}"):
            state.advance(wrong)
    with pytest.raises(ValueError, match=f"there is no action {2**70}"):
        state.advance(2**70)
    duel = vgdl.Game.own("acornrace").state()
    for wrong in (0, "LEFT", None, [0], [0, 0, 0]):
        with pytest.raises(ValueError, match="the game has 2 players: give one action for each"):
            duel.advance(wrong)
    assert state.tick == duel.tick == 0
