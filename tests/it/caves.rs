//! Caves: the roguelike as a game, its two extensions (`Grower`, `directions=8`), its levels and its view.

use std::collections::BTreeSet;
use std::path::PathBuf;

use vgdl::caves::{Cave, Terrain, View, Window};
use vgdl::{Options, Source, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::program::TypeId;
use vgdl_vm::rng::JavaRandom;
use vgdl_vm::{Image, State};

use crate::corpus;
use crate::own::Dice;

/// A folder of the corpus.
fn data(file: &str) -> Option<Vec<serde_json::Value>> {
    let path: PathBuf = corpus::shared()?.join("conformance/caves").join(file);
    let text = corpus::read(&path);
    Some(text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
}

fn grid(value: &serde_json::Value) -> String {
    value.as_array().expect("rows").iter().map(|row| format!("{}\n", row.as_str().expect("a row"))).collect()
}

/// Our game, with some of its words replaced and without an end.
fn game(replace: &[(&str, &str)]) -> String {
    let mut text = corpus::read(&crate::own::folder().join("caves.vgdl"));
    let all = [("SpriteCounter stype=lichen limit=0 win=True", ""), ("limit=1000", "limit=100000")];
    for (from, to) in all.iter().chain(replace) {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    text
}

/// A play of a level in the characters `.`, `#`, `@`, `F`.
fn start(game: &str, map: &str, seed: i32) -> State {
    let level = map.replace('#', "w").replace('.', " ");
    let (game, level) = (Source::new("caves", game.to_owned()), Source::new("level", level));
    let compiled = compile(&game, &[level], &Options::default());
    let mut program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    (program.game.max_sprites, program.game.max_ticks) = (1_000_000, 100_000);
    let level = program.levels[0].clone();
    Image::load(program).expect("a sound program").start(&level, seed).expect("a level")
}

fn named(state: &State, name: &str) -> TypeId {
    let program = state.image().program();
    (0..program.types.len() as u16).map(TypeId).find(|&t| program.type_name(t) == name).expect("a type")
}

/// Cells of all sprites of a type, in order of creation.
fn cells(state: &State, name: &str) -> Vec<(i32, i32)> {
    let block = state.block();
    state.sprites_of(named(state, name)).map(|s| (s.rect.x / block, s.rect.y / block)).collect()
}

/// The level as the corpus writes it.
fn map(state: &State) -> String {
    let (w, h) = state.grid();
    let mut rows = vec![vec!['.'; w]; h];
    for (name, glyph) in [("wall", '#'), ("lichen", 'F'), ("avatar", '@')] {
        cells(state, name).iter().for_each(|&(x, y)| rows[y as usize][x as usize] = glyph);
    }
    rows.into_iter().flat_map(|row| row.into_iter().chain(['\n'])).collect()
}

/// Sum of the health points of all lichens, and their number.
fn health(state: &State) -> (i32, usize) {
    let lichens: Vec<i32> = state.sprites_of(named(state, "lichen")).map(|s| s.health).collect();
    (lichens.iter().sum(), lichens.len())
}

#[test]
fn smoothing_is_that_of_the_corpus() {
    let Some(rows) = data("smoothing.jsonl") else { return };
    let mut compared = 0;
    for row in &rows {
        let passes: Vec<String> = row["passes"].as_array().expect("passes").iter().map(grid).collect();
        let terrain = Terrain::parse(&passes[0]).expect("a grid");
        for (n, wanted) in passes.iter().enumerate().skip(1) {
            assert_eq!(&terrain.clone().smoothed(n as u32, 5).to_string(), wanted);
            compared += 1;
        }
    }
    assert_eq!((rows.len(), compared), (31, 93));
}

#[test]
fn views_are_those_of_the_corpus() {
    let Some(rows) = data("viewport.jsonl") else { return };
    for row in &rows {
        let n = |key: &str, i: usize| row[key][i].as_u64().expect("a number") as usize;
        let view = View { width: n("view", 0), height: n("view", 1) };
        let window = view.around((n("world", 0), n("world", 1)), (n("player", 0), n("player", 1)));
        let wanted = Window { left: n("rect", 0), top: n("rect", 1), right: n("rect", 2), bottom: n("rect", 3) };
        assert_eq!(window, wanted, "{row}");
    }
    assert_eq!(rows.len(), 52);
}

#[test]
fn moves_digs_and_attacks_are_those_of_the_corpus() {
    let Some(rows) = data("actions.jsonl") else { return };
    let mut keys = 0;
    for row in &rows {
        let health_points = format!("healthPoints={}", row["lichen_hp"]);
        let text = game(&[("prob=0.01", "prob=0"), ("healthPoints=1", &health_points)]);
        let mut state = start(&text, &grid(&row["map"]), 1);
        for step in row["trace"].as_array().expect("a trace") {
            let key = step[0].as_str().and_then(|k| k.chars().next()).expect("a key");
            let moves = "hjklyubn".contains(key);
            let before = (cells(&state, "avatar"), cells(&state, "wall").len(), health(&state));
            state.step(&[if moves { Action::from_letter(key).expect("an action") } else { Action::Nil }]);
            let after = (cells(&state, "avatar"), cells(&state, "wall").len(), health(&state));
            let event = if before.0 != after.0 {
                "move"
            } else if after.1 < before.1 {
                "dig"
            } else if after.2.1 < before.2.1 {
                "kill"
            } else if after.2.0 < before.2.0 {
                "attack"
            } else if moves {
                "blocked"
            } else {
                "none"
            };
            let place = [0, 1].map(|i| step[2][i].as_i64().expect("a number") as i32);
            assert_eq!((event, after.0), (step[1].as_str().expect("an event"), vec![(place[0], place[1])]), "{row}");
            keys += 1;
        }
        assert_eq!(map(&state), grid(&row["result"]), "{row}");
    }
    assert_eq!((rows.len(), keys), (47, 1299));
}

/// An open room with walls around, the avatar in a corner, a lichen in the middle.
fn room(side: usize) -> String {
    let wall = "#".repeat(side + 2);
    let row = |y: usize| -> String {
        let at = |x: usize| match (x, y) {
            (0, 0) => '@',
            _ if (x, y) == (side / 2, side / 2) => 'F',
            _ => '.',
        };
        (0..side).map(at).collect()
    };
    let rows: String = (0..side).map(|y| format!("#{}#\n", row(y))).collect();
    format!("{wall}\n{rows}{wall}\n")
}

#[test]
fn lichens_that_always_grow_double_until_the_room_is_full() {
    let mut state = start(&game(&[("prob=0.01", "prob=1")]), &room(9), 7);
    let mut counts = vec![1];
    for _ in 0..60 {
        state.step(&[]);
        counts.push(cells(&state, "lichen").len());
    }
    assert_eq!(counts[..3], [1, 2, 4]);
    assert!(counts.windows(2).all(|w| w[0] <= w[1] && w[1] <= 2 * w[0]), "{counts:?}");
    assert_eq!(counts.last(), Some(&80));
    assert_eq!(map(&state).matches('F').count(), 80);
}

/// The original's rules over plain sets: what the machine is held to, draw by draw.
struct Plain {
    size: (i32, i32),
    walls: BTreeSet<(i32, i32)>,
    lichens: Vec<(i32, i32)>,
    avatar: (i32, i32),
    prob: f64,
    rng: JavaRandom,
}

impl Plain {
    fn of(state: &State, prob: f64, seed: i32) -> Self {
        Self {
            size: (state.grid().0 as i32, state.grid().1 as i32),
            walls: cells(state, "wall").into_iter().collect(),
            lichens: cells(state, "lichen"),
            avatar: cells(state, "avatar")[0],
            prob,
            rng: JavaRandom::new(seed),
        }
    }

    fn free(&self, at: (i32, i32)) -> bool {
        (0..self.size.0).contains(&at.0)
            && (0..self.size.1).contains(&at.1)
            && !self.walls.contains(&at)
            && at != self.avatar
            && !self.lichens.contains(&at)
    }

    fn step(&mut self, (dx, dy): (i32, i32)) {
        let to = (self.avatar.0 + dx, self.avatar.1 + dy);
        if let Some(i) = self.lichens.iter().position(|&l| l == to) {
            self.lichens.remove(i);
        } else if (dx, dy) != (0, 0) && self.free(to) {
            self.avatar = to;
        } else {
            self.walls.remove(&to);
        }
        for i in 0..self.lichens.len() {
            if self.rng.next_double() >= self.prob {
                continue;
            }
            let (x, y) = self.lichens[i];
            let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy)));
            let free: Vec<_> = around.filter(|&at| at != (x, y) && self.free(at)).collect();
            if !free.is_empty() {
                self.lichens.push(free[self.rng.next_int(free.len() as i32) as usize]);
            }
        }
    }
}

fn vector(action: Action) -> (i32, i32) {
    let (x, y) = action.diagonal().unwrap_or_else(|| action.dir().vector());
    (x as i32, y as i32)
}

#[test]
fn growth_is_that_of_the_original_draw_by_draw() {
    for seed in 0..12 {
        let prob = [0.01, 0.1, 0.5][seed as usize % 3];
        let put = vec![('@', 1), ('F', 4)];
        let cave = Cave { width: 24, height: 14, wall: '#', floor: '.', put, ..Cave::default() };
        let level = cave.level(seed).expect("room");
        let text = game(&[("prob=0.01", &format!("prob={prob}"))]);
        let mut state = start(&text, &level, seed);
        let mut plain = Plain::of(&state, prob, seed);
        let mut dice = Dice(seed.cast_unsigned().into());
        for tick in 0..150 {
            let before = cells(&state, "lichen");
            let action = dice.actions(&state)[0];
            state.step(&[action]);
            plain.step(vector(action));
            let lichens = cells(&state, "lichen");
            assert_eq!(lichens, plain.lichens, "seed {seed}, tick {tick}");
            assert_eq!(cells(&state, "avatar"), [plain.avatar]);
            assert_eq!(cells(&state, "wall").into_iter().collect::<BTreeSet<_>>(), plain.walls);
            assert_eq!(state.rng_calls(), plain.rng.calls());
            // Each new one is next to an older one, and only an attack takes one away.
            for (x, y) in lichens.iter().filter(|l| !before.contains(l)) {
                assert!(lichens.iter().any(|l| l != &(*x, *y) && (l.0 - x).abs() <= 1 && (l.1 - y).abs() <= 1));
            }
            assert!(before.iter().filter(|l| !lichens.contains(l)).count() <= 1);
        }
    }
}

#[test]
fn nothing_grows_out_of_its_cave() {
    for seed in 0..6 {
        let cave =
            Cave { width: 60, height: 30, wall: '#', floor: '.', put: vec![('@', 1), ('F', 3)], ..Cave::default() };
        let mut state = start(&game(&[("prob=0.01", "prob=0.3")]), &cave.level(seed).expect("room"), seed);
        let walls: BTreeSet<_> = cells(&state, "wall").into_iter().collect();
        let (w, h) = (state.grid().0 as i32, state.grid().1 as i32);
        let mut open = cells(&state, "lichen");
        let mut inside: BTreeSet<(i32, i32)> = BTreeSet::new();
        while let Some((x, y)) = open.pop() {
            let on = (0..w).contains(&x) && (0..h).contains(&y) && !walls.contains(&(x, y));
            if on && inside.insert((x, y)) {
                open.extend((-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy))));
            }
        }
        let mut before = 0;
        for _ in 0..300 {
            state.step(&[]);
            let lichens = cells(&state, "lichen");
            assert!(lichens.iter().all(|l| inside.contains(l)), "seed {seed}");
            assert!(lichens.len() >= before);
            let apart: BTreeSet<_> = lichens.iter().chain(&cells(&state, "avatar")).copied().collect();
            assert_eq!(apart.len(), lichens.len() + 1, "two in a cell");
            before = lichens.len();
        }
        assert!(before > 3);
    }
}

/// Lichens three cells apart on open floor.
fn meadow(n: usize) -> String {
    let side = (1..).find(|s| s * s >= n).expect("a square");
    let mut left = n;
    let mut rows = vec![format!("@{}", ".".repeat(3 * side))];
    for _ in 0..side {
        let here = left.min(side);
        left -= here;
        rows.extend([".".repeat(3 * side + 1), format!("{}{}.", ".F.".repeat(here), "...".repeat(side - here))]);
        rows.push(".".repeat(3 * side + 1));
    }
    rows.into_iter().map(|row| row + "\n").collect()
}

#[test]
fn lichens_grow_as_often_as_they_should() {
    let mut state = start(&game(&[]), &meadow(10_000), 11);
    state.step(&[]);
    let births = cells(&state, "lichen").len() as f64 - 10_000.0;
    assert!((births - 100.0).abs() < 5.0 * 9.95, "{births}");
}

#[test]
fn every_direction_is_as_likely() {
    let n = 20_000;
    let mut state = start(&game(&[("prob=0.01", "prob=1")]), &meadow(n), 5);
    state.step(&[]);
    let lichens = cells(&state, "lichen");
    let mut counts = [0f64; 9];
    for (old, new) in lichens[..n].iter().zip(&lichens[n..]) {
        let (dx, dy) = (new.0 - old.0, new.1 - old.1);
        assert!(dx.abs() <= 1 && dy.abs() <= 1);
        counts[((dy + 1) * 3 + dx + 1) as usize] += 1.0;
    }
    assert_eq!(counts[4], 0.0);
    let wanted = n as f64 / 8.0;
    let chi: f64 = counts.iter().enumerate().filter(|(i, _)| *i != 4).map(|(_, c)| (c - wanted).powi(2) / wanted).sum();
    assert!(chi < 40.5, "{counts:?}: {chi}");
    // With three ways open each is taken a third of the time.
    let mut counts = [0f64; 3];
    let pen = "#####\n#.F.#\n##.##\n#####\n@....\n";
    let text = game(&[("prob=0.01", "prob=1")]);
    let first = start(&text, pen, 0);
    for seed in 0..3000 {
        let mut state = first.clone();
        state.reseed(seed);
        state.step(&[]);
        let at = [(1, 1), (3, 1), (2, 2)].iter().position(|&c| c == cells(&state, "lichen")[1]).expect("a free cell");
        counts[at] += 1.0;
    }
    let sd = (3000.0f64 / 3.0 * 2.0 / 3.0).sqrt();
    assert!(counts.iter().all(|c| (c - 1000.0).abs() < 5.0 * sd), "{counts:?}");
}

/// Mean of a sample, and whether it is within five standard errors of a value; both samples count.
fn near(sample: &[f64], mean: f64, sd: f64, runs: f64) -> bool {
    let n = sample.len() as f64;
    let ours = sample.iter().sum::<f64>() / n;
    (ours - mean).abs() < 5.0 * sd * (1.0 / n + 1.0 / runs).sqrt()
}

#[test]
fn terrain_is_like_that_of_the_original() {
    let Some(folder) = corpus::shared() else { return };
    let stats = corpus::read(&folder.join("conformance/caves/stats.json"));
    let stats: serde_json::Value = serde_json::from_str(&stats).expect("JSON");
    let number = |v: &serde_json::Value| v.as_f64().expect("a number");
    let runs = number(&stats["runs_terrain"]);
    let mut floor = vec![Vec::new(); 4];
    let mut border = Vec::new();
    for seed in 0..400 {
        let mut terrain = Terrain::noise(160, 50, 0.5, &mut JavaRandom::new(seed)).expect("a world");
        for (pass, sample) in floor.iter_mut().enumerate() {
            if pass > 0 {
                terrain = terrain.smooth(5);
            }
            let cells = (0..50).flat_map(|y| (0..160).map(move |x| (x, y)));
            sample.push(cells.filter(|&(x, y)| terrain.is_floor(x, y)).count() as f64 / 8000.0);
        }
        let rim = (0..50)
            .flat_map(|y| (0..160).map(move |x| (x, y)))
            .filter(|&(x, y)| x == 0 || y == 0 || x == 159 || y == 49);
        border.push(rim.clone().filter(|&(x, y)| terrain.is_floor(x, y)).count() as f64 / rim.count() as f64);
    }
    for (pass, sample) in floor.iter().enumerate() {
        let wanted = &stats["floor_fraction"][pass.to_string()];
        assert!(near(sample, number(&wanted["mean"]), number(&wanted["sd"]), runs), "pass {pass}");
    }
    let wanted = &stats["border_floor_fraction"];
    assert!(near(&border, number(&wanted["mean"]), number(&wanted["sd"]), runs));
    // What is known without any run.
    assert!(near(&floor[1], (7584.0 * 0.5 + 412.0 * 7.0 / 64.0) / 8000.0, 0.01436, f64::INFINITY));
}

#[test]
fn the_course_of_a_game_without_a_player_is_that_of_the_original() {
    let Some(folder) = corpus::shared() else { return };
    let stats = corpus::read(&folder.join("conformance/caves/stats.json"));
    let stats: serde_json::Value = serde_json::from_str(&stats).expect("JSON");
    let number = |v: &serde_json::Value| v.as_f64().expect("a number");
    let ticks = [10, 50, 100, 200, 300];
    let mut counts = vec![Vec::new(); ticks.len()];
    let cave = Cave { wall: '#', floor: '.', ..Cave::default() };
    let text = game(&[]);
    for seed in 0..200 {
        let mut state = start(&text, &cave.level(seed).expect("a level"), seed);
        let lichen = named(&state, "lichen");
        for tick in 1..=300 {
            state.step(&[]);
            if let Some(i) = ticks.iter().position(|&t| t == tick) {
                counts[i].push(state.count(lichen) as f64);
            }
        }
    }
    for (tick, sample) in ticks.iter().zip(&counts) {
        let wanted = &stats["lichens"][tick.to_string()];
        let (mean, sd) = (number(&wanted["mean"]), number(&wanted["sd"]));
        assert!(near(sample, mean, sd, number(&stats["runs_growth"])), "tick {tick}: {mean} is wanted");
        let most = 30.0 * 1.01f64.powi(*tick) + 5.0 * sd / (sample.len() as f64).sqrt();
        assert!(sample.iter().sum::<f64>() / sample.len() as f64 <= most, "tick {tick}");
    }
}

fn one_lichen(params: &str, map: &str, seed: i32) -> State {
    start(&game(&[("prob=0.01 neighbours=8", params)]), map, seed)
}

#[test]
fn four_neighbours_are_those_of_the_sides() {
    for seed in 0..20 {
        let mut state = one_lichen("prob=1 neighbours=4", &room(5), seed);
        state.step(&[]);
        let l = cells(&state, "lichen");
        assert_eq!((l[0].0 - l[1].0).abs() + (l[0].1 - l[1].1).abs(), 1, "{l:?}");
    }
    let mut state = one_lichen("prob=1", "#.#\n.F.\n#.#\n@..\n", 3);
    (0..20).for_each(|_| state.step(&[]));
    assert!(!cells(&state, "lichen").contains(&(0, 0)));
}

#[test]
fn births_are_counted_for_each_sprite() {
    let mut state = one_lichen("prob=1 neighbours=8 total=1", &room(9), 3);
    let mut calls = vec![0];
    for n in 1..10 {
        assert_eq!(cells(&state, "lichen").len(), n);
        state.step(&[]);
        calls.push(state.rng_calls());
    }
    // Those that have had their births draw no numbers: each tick only the newest does.
    assert!(calls.windows(2).all(|w| w[1] - w[0] == calls[1]), "{calls:?}");
}

#[test]
fn growers_make_another_type_and_grow_over_what_they_may() {
    let text = game(&[
        (
            "lichen > Grower prob=0.01 neighbours=8",
            "moss > Immovable\n        lichen > Grower stype=moss over=moss prob=1",
        ),
        ("@ > avatar", "@ > avatar\n        m > moss"),
    ]);
    let mut state = start(&text, "###\n#F#\n#m#\n###\n@..\n", 3);
    let moss = named(&state, "moss");
    for n in 1..5 {
        assert_eq!(state.count(moss), n);
        state.step(&[]);
    }
    let over = text.replace(" over=moss", "");
    let mut state = start(&over, "###\n#F#\n#m#\n###\n@..\n", 3);
    state.step(&[]);
    assert_eq!(state.count(moss), 1);
}

#[test]
fn sprites_between_cells_take_room_in_all_that_they_touch() {
    // The ghost floats by a third of a cell a tick: for a while it is in two cells.
    let text = game(&[
        ("lichen > Grower", "ghost > Missile orientation=RIGHT speed=0.3\n        lichen > Grower"),
        ("prob=0.01 neighbours=8", "prob=1 neighbours=4"),
        ("@ > avatar", "@ > avatar\n        g > ghost"),
    ]);
    let mut state = start(&text, "##F##\n..g..\n#####\n@....\n", 3);
    let ghost = named(&state, "ghost");
    for _ in 0..12 {
        state.step(&[]);
        let x = state.sprites_of(ghost).next().expect("the ghost").rect.x;
        assert_eq!(cells(&state, "lichen").contains(&(2, 1)), x >= 30, "{x}");
    }
    assert!(cells(&state, "lichen").contains(&(2, 1)));
}

#[test]
fn several_growers_take_turns_in_order_of_creation() {
    let text = game(&[
        ("lichen > Grower", "moss > Grower prob=1 neighbours=4\n        lichen > Grower"),
        ("prob=0.01 neighbours=8", "prob=1 neighbours=4"),
        ("@ > avatar", "@ > avatar\n        m > moss"),
    ]);
    // Both want the one free cell; the first made gets it.
    for (map, first) in [("#####\n#F.m#\n#####\n@....\n", "lichen"), ("#####\n#m.F#\n#####\n@....\n", "moss")] {
        let mut state = start(&text, map, 9);
        state.step(&[]);
        assert!(cells(&state, first).contains(&(2, 1)), "{first}");
        assert_eq!(state.count(named(&state, "lichen")) + state.count(named(&state, "moss")), 3);
    }
}

#[test]
fn copies_and_profiles_of_a_growing_world_play_on_alike() {
    let level = Cave { width: 40, height: 20, wall: '#', floor: '.', ..Cave::default() }.level(3).expect("room");
    let mut state = start(&game(&[("prob=0.01", "prob=0.05")]), &level, 4);
    let mut dice = Dice(9);
    let mut profile = vgdl_vm::Profile::new(|| 0);
    for _ in 0..20 {
        let mut copy = state.clone();
        let mut profiled = state.clone();
        for _ in 0..10 {
            let actions = dice.actions(&state);
            state.step(&actions);
            copy.step(&actions);
            profiled.step_profiling(&actions, &mut profile);
        }
        assert_eq!(crate::own::face(&copy), crate::own::face(&state));
        assert_eq!(crate::own::face(&profiled), crate::own::face(&state));
    }
}
