'''Two games, as py-vgdl keeps them: strings of a module.'''

small_level = """
wwwwww
wA  gw
wwwwww
"""

wide_level = """
wwwwwwwwwwww
wA    w  g w
w  g       w
wwwwwwwwwwww
"""

gems_game = """
BasicGame
    SpriteSet
        gem > Resource color=GOLD
        avatar > MovingAvatar
    LevelMapping
        g > gem
    InteractionSet
        avatar wall > stepBack
        gem avatar > killSprite scoreChange=1
    TerminationSet
        SpriteCounter stype=gem limit=0 win=True
"""

race_game = """
BasicGame
    SpriteSet
        gem > Immovable color=GREEN
        avatar > InertialAvatar physicstype=NoFrictionPhysics
    LevelMapping
        g > gem
    InteractionSet
        avatar wall > wallBounce friction=1/5
        gem avatar > killSprite scoreChange=1
    TerminationSet
        Timeout limit=2*100 win=false
"""

if __name__ == "__main__":
    from vgdl.core import VGDLParser
    VGDLParser.playGame(gems_game, small_level)
