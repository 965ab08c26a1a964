// A program for examples: an avatar and a gem in a corridor.
{
    use vgdl_vm::ontology::effects::operands::KillSprite;
    use vgdl_vm::ontology::{Class, Effect, End, Score, TypeRef};
    use vgdl_vm::program::{
        Ending, GameLine, Level, MAX_SPRITES, MAX_TICKS, Mapping, Pair, Program, Rule, RuleId, TypeDecl, TypeId,
    };
    let [avatar, gem] = [TypeId(0), TypeId(1)];
    let sprite_type = |id, class| TypeDecl {
        class: Ok(class),
        lineage: vec![id].into(),
        family: vec![id].into(),
        singleton: false,
        resource_limit: 0,
        params: vec![],
        messages: 0,
    };
    let glyph = |glyph, id| Mapping { glyph, types: vec![TypeRef(Some(id))] };
    Program {
        dialect: vgdl_vm::Dialect::Gvgai,
        game: GameLine {
            square_size: Some(10),
            players: 1,
            counters: 0,
            obstacles: None,
            max_sprites: MAX_SPRITES,
            max_ticks: MAX_TICKS,
        },
        types: vec![sprite_type(avatar, Class::MovingAvatar), sprite_type(gem, Class::Immovable)],
        order: vec![gem, avatar],
        mapping: vec![glyph('A', avatar), glyph('g', gem)],
        rules: vec![Rule { score: Score::same(5), ..Rule::new(Effect::KillSprite(KillSprite {})) }],
        pairs: vec![Pair { first: gem, second: avatar, rules: vec![RuleId(0)] }],
        edges: vec![],
        timers: vec![],
        ends: vec![Ending {
            end: End::SpriteCounter { stype: gem },
            limit: 0,
            win: vec![true],
            count_score: false,
        }],
        messages: 0,
        message_limit: false,
        levels: vec![Level { name: "corridor".into(), rows: vec!["A  g".into()] }],
        debug: None,
        requires: vec![],
    }
}
