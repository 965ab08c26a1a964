"""What the tests have in common."""

from __future__ import annotations

import pytest

import vgdl

ONE_PLAYER = [name for name in vgdl.games() if vgdl.Game.own(name).players == 1]

PUSH = """BasicGame
    SpriteSet
        crate > Passive color=BROWN
        hole > Immovable color=BLUE
        avatar > MovingAvatar
    InteractionSet
        avatar wall > stepBack
        crate avatar > bounceForward
        crate wall > undoAll
        crate crate > undoAll
        hole crate > killBoth scoreChange=1
    TerminationSet
        SpriteCounter stype=hole limit=0 win=True
    LevelMapping
        c > crate
        o > hole
"""

LEVEL = "wwwwwww\nwA c ow\nw     w\nwwwwwww\n"


@pytest.fixture
def push() -> vgdl.Game:
    """A small game: push the crate two cells to the right."""
    return vgdl.Game.compile(PUSH, [LEVEL])
