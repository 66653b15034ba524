//! A small world: a glade with trees, a pond, a house, fences, five kinds of creatures, one of them selected.

use bestiary::AgentId;
use bestiary::KnownMark;
use bestiary::testing::agent::{BodySpec, Species, Symbols};
use bestiary::{Aabb, Obb, Vec2};
use bestiary::{
    AgentMark, CodeInfo, CodeOutcome, ErrorGroup, EventKind, EventText, Focus, GoalInfo, Level, LogLine, PathInfo,
    PhaseTimes, Probe, ProfileRow, RosterRow, ScriptRow, ScriptStatus, Snapshot, WhyLine, WindowInfo,
};
use bestiary::{Area, Areas, Ground, GroundKind, Look, Object, PLAIN_COST, Place, Traversability, Volume, World};
use bestiary::{Catalogue, Key, Value};
use std::sync::Arc;

pub(super) const WIDTH: usize = 120;
pub(super) const HEIGHT: usize = 64;

pub(super) fn kind(name: &str, letter: char, walkable: bool, look: Look) -> GroundKind {
    GroundKind {
        name: name.into(),
        letter,
        walkable,
        opaque: !walkable,
        cost: PLAIN_COST,
        traversability: Traversability::default(),
        look,
    }
}

fn ground() -> Ground {
    let kinds = vec![
        kind("grass", '.', true, Look::Grass),
        kind("tree", 'T', false, Look::Tree),
        kind("water", '~', false, Look::Water),
        kind("road", '-', true, Look::Road),
    ];
    let cell = |i: usize| {
        let (x, y) = ((i % WIDTH) as f32, (i / WIDTH) as f32);
        let pond = ((x - 84.0) / 15.0).powi(2) + ((y - 14.0) / 8.0).powi(2);
        let edge = x < 2.0 + (y * 0.7).sin().abs() * 3.0 || y < 1.0 + (x * 0.37).sin().abs() * 3.0;
        let road = (y - 44.0 - (x * 0.06).sin() * 5.0).abs() < 1.2;
        match () {
            () if pond < 1.0 => 2,
            () if road => 3,
            () if edge || (i * 7919).is_multiple_of(97) => 1,
            () => 0,
        }
    };
    Ground::new(WIDTH, HEIGHT, 1.0, kinds, (0..WIDTH * HEIGHT).map(cell).collect())
}

fn boxed(x: f32, y: f32, w: f32, h: f32, angle: f32, top_m: f32, object: u32) -> Volume {
    let footprint = Obb::new(Vec2::new(x, y), Vec2::new(w, h) / 2.0, angle);
    Volume { footprint, base_m: 0.0, top_m, object }
}

pub(super) fn world() -> World {
    let volumes = vec![
        boxed(60.0, 30.0, 10.0, 0.4, 0.0, 3.0, 0),
        boxed(55.0, 33.0, 0.4, 6.0, 0.0, 3.0, 0),
        boxed(65.0, 33.0, 0.4, 6.0, 0.0, 3.0, 0),
        boxed(57.0, 36.0, 4.4, 0.4, 0.0, 3.0, 0),
        boxed(64.0, 36.0, 2.4, 0.4, 0.0, 3.0, 0),
        boxed(30.0, 50.0, 18.0, 0.2, 0.0, 1.2, 1),
        boxed(21.0, 54.0, 8.0, 0.2, std::f32::consts::FRAC_PI_2, 1.2, 1),
        boxed(98.0, 50.0, 4.0, 3.0, 0.5, 2.0, 2),
        boxed(76.0, 40.0, 2.0, 1.0, 0.0, 1.0, 3),
    ];
    let object = |kind: &str, from, to| Object {
        name: kind.into(),
        kind: kind.into(),
        volumes: std::ops::Range { start: from, end: to },
    };
    let objects = vec![object("wall", 0, 5), object("fence", 5, 7), object("rock", 7, 8), object("stall", 8, 9)];
    let pen = Area {
        name: "pen".into(),
        parts: vec![Aabb::new(Vec2::new(66.0, 50.0), Vec2::new(80.0, 62.0))],
        roles: vec![],
    };
    let post = Place { name: "post".into(), at: Vec2::new(84.0, 48.0) };
    let mut world = World::new("glade", ground(), objects, volumes);
    world.areas = Areas::new([pen], [post]);
    world
}

pub(super) fn species(symbols: &mut Symbols, name: &str, start: &str) -> Species {
    let body = BodySpec { glyph: name.chars().next().unwrap_or('?'), ..BodySpec::default() };
    Species {
        name: name.into(),
        symbol: symbols.intern(name),
        faction: symbols.intern(&body.faction),
        body,
        moves: bestiary::MoveClass::WALK,
        start: symbols.intern(start),
        states: Vec::new(),
        settings: Vec::new(),
        file: format!("scripts/npc/{name}.lua"),
    }
}

/// Behaviour, states, how many.
const POPULATION: [(&str, [&str; 2], usize); 5] = [
    ("deer", ["graze", "flee"], 36),
    ("guard", ["patrol", "attack"], 4),
    ("merchant", ["stall", "greet"], 3),
    ("scavenger", ["follow", "rest"], 9),
    ("wolf", ["attack", "rest"], 12),
];

pub(super) fn catalogue() -> Catalogue {
    let mut symbols = Symbols::default();
    let species = POPULATION.iter().map(|(name, states, _)| species(&mut symbols, name, states[0])).collect();
    for (_, states, _) in POPULATION {
        states.iter().for_each(|s| _ = symbols.intern(s));
    }
    Catalogue { symbols, species, ..Catalogue::default() }
}

fn agents(c: &mut Catalogue) -> Vec<AgentMark> {
    let mut agents = Vec::new();
    for (name, states, count) in POPULATION {
        for i in 0..count {
            let slot = agents.len();
            let n = slot as f32;
            let position = Vec2::new(8.0 + (n * 37.7) % 104.0, 6.0 + (n * 23.3) % 52.0);
            agents.push(AgentMark {
                id: AgentId::new(slot, 0),
                position,
                storey: bestiary::Storey::GROUND,
                heading: n * 0.9,
                radius: 0.5,
                behaviour: c.symbols.intern(name),
                state: c.symbols.intern(states[usize::from(i % 3 == 0)]),
                asleep: name == "deer" && i % 4 == 1,
                health: 1.0,
                glyph: name.chars().next().unwrap_or('?'),
                is_player: false,
            });
        }
    }
    let player = AgentMark {
        id: AgentId::new(agents.len(), 0),
        position: Vec2::new(50.0, 45.0),
        glyph: '@',
        is_player: true,
        ..agents[0]
    };
    agents.push(player);
    agents
}

/// The wolf of slot 53 and everything about it.
pub(super) fn focus(agents: &[AgentMark]) -> Focus {
    let me = &agents[53];
    let p = me.position;
    let feeler =
        |dx, dy, touching| Probe { from: p, to: p + Vec2::new(dx, dy), clear: if touching { 0.5 } else { 1.0 } };
    let corner = p.trunc() - Vec2::new(8.0, 7.0);
    let waypoints =
        vec![p + Vec2::new(4.0, 0.0), p + Vec2::new(12.0, 3.0), p + Vec2::new(20.0, -2.0), p + Vec2::new(27.0, 4.0)];
    let home = Value::Table(vec![text("x", Value::Number(31.5)), text("y", Value::Number(80.0))]);
    let story =
        |step, what: &str, why: &str| EventText { step, kind: EventKind::Action, what: what.into(), why: why.into() };
    let why = |step, depth, text: &str| WhyLine { step, depth, text: text.into() };
    Focus {
        id: me.id,
        behaviour: "wolf".into(),
        state: "attack".into(),
        state_since: 8_367,
        sleep: None,
        tactic: "pursue".into(),
        health: 31.0,
        max_health: 40.0,
        position: p,
        heading: me.heading,
        radius: 0.5,
        moves: bestiary::MoveClass::WALK,
        eyes: bestiary::Eyes { height_m: 0.8, view_rad: 3.5 },
        known: vec![
            KnownMark { id: agents[4].id, position: p + Vec2::new(27.0, 4.0), in_sight: true, heard: false },
            KnownMark { id: agents[5].id, position: p + Vec2::new(6.0, -4.0), in_sight: false, heard: false },
            KnownMark { id: agents[6].id, position: p + Vec2::new(-6.0, 5.0), in_sight: false, heard: true },
        ],
        speed: 5.8,
        steering: waypoints.first().copied(),
        feelers: vec![feeler(3.0, -1.5, false), feeler(3.5, 0.0, false), feeler(3.0, 1.5, true)],
        path: PathInfo {
            goal: GoalInfo::Agent { id: agents[4].id, seen: Some(("deer 4".into(), p + Vec2::new(27.0, 4.0))) },
            tick: Some(CodeInfo { name: "NO_NEW_PATH", outcome: CodeOutcome::Good }),
            waypoint: Some(CodeInfo { name: "MORE_WAYPOINTS", outcome: CodeOutcome::Good }),
            reason: None,
            next: 1,
            window: Some(WindowInfo { area: Aabb::new(corner, corner + Vec2::new(46.0, 21.0)), columns: 46, rows: 21 }),
            searches: 19,
            reused: 12,
            expanded: 212,
            buffer_m: 1.0,
            line: waypoints.clone(),
            waypoints,
        },
        memory: Value::Table(vec![
            text("home", home),
            text("last_meal", Value::Number(7_902.0)),
            text("prey", Value::Number(4.0)),
        ]),
        timers: vec![("hunger".into(), 8_431 + 64), ("howl".into(), 8_431 + 400)],
        groups: Vec::new(),
        board: Vec::new(),
        story: vec![
            story(8_020, "flee → rest", "npc/wolf.lua:52"),
            story(8_366, "SEARCH_OK", "212 nodes, 7 waypoints"),
            story(8_367, "rest → attack", "npc/wolf.lua:21"),
            story(8_424, "hurt 5", "by deer 4"),
            EventText {
                kind: EventKind::Memory { inner: true },
                ..story(8_425, "memory.tactics.state \"seek\" → \"pursue\"", "")
            },
        ],
        why: vec![
            why(8_020, 0, "flee → rest  by tick at npc/wolf.lua:52"),
            why(8_020, 1, "there: if not npc:nearest { faction = \"guard\", within = 20 } then return \"rest\" end"),
            why(8_020, 1, "nothing happened to it just before: it decided by what it saw"),
            why(8_367, 0, "rest → attack  by tick at npc/wolf.lua:21"),
            why(8_366, 1, "because: SEARCH_OK: 212 nodes, 7 waypoints"),
            why(8_367, 1, "because: memory.prey nil → 4"),
        ],
    }
}

fn text(key: &str, value: Value) -> (Key, Value) {
    (Key::String(key.into()), value)
}

fn script(path: &str, version: u32, since_step: u64, users: u32, status: ScriptStatus) -> ScriptRow {
    ScriptRow {
        path: path.into(),
        mod_name: "base".into(),
        label: format!("scripts/{path}"),
        version,
        status,
        since_step,
        users,
        errors: 0,
        remarks: Arc::default(),
    }
}

/// Errors raised on one line of a script of the built-in mod.
pub(super) fn error_group(path: &str, line: u32, count: u64, message: &str) -> ErrorGroup {
    let (file, mod_name) = (format!("scripts/{path}"), "base".into());
    let (path, message) = (path.into(), message.into());
    ErrorGroup { file, line, path, mod_name, count, message, last_step: 8_430 }
}

/// What three functions cost; the most expensive one has not run lately.
pub(super) fn profile(s: &Snapshot) -> Vec<ProfileRow> {
    let mut symbols = s.catalogue.symbols.clone();
    let mut row = |behaviour, state: Option<&str>, function, calls, instructions, recent| ProfileRow {
        behaviour: symbols.intern(behaviour),
        state: state.map(|s| symbols.intern(s)),
        function,
        calls,
        instructions,
        recent,
        worst: 1_204,
        worst_by: Some(AgentId::new(17, 0)),
        worst_step: 8_100,
    };
    vec![
        row("wolf", None, "on_reload", 12, 900_000, 0),
        row("wolf", Some("attack"), "tick", 12_034, 600_000, 3_000),
        row("deer", Some("graze"), "tick", 70_211, 400_000, 1_000),
    ]
}

fn log() -> Vec<LogLine> {
    let line = |seq, step, level, speaker: Option<(AgentId, &str)>, text: &str| LogLine {
        seq,
        step,
        level,
        speaker: speaker.map(|(id, name)| (id, name.into())),
        text: text.into(),
        repeats: u32::from(seq == 1) * 2,
    };
    vec![
        line(0, 0, Level::Info, None, "glade: 65 creatures of 5 kinds"),
        line(1, 8_020, Level::Info, Some((AgentId::new(40, 0), "merchant 40")), "Fresh apples!"),
        line(2, 8_300, Level::Warn, None, "npc/deer.lua: 'herd' is shadowed"),
        line(3, 8_391, Level::Good, None, "npc/wolf.lua v3 live in 41 ms, 12 kept their memory"),
        line(4, 8_402, Level::Error, None, "npc/guard.lua:31:14: error: expected 'then', got 'the'"),
    ]
}

/// How often the pathfinder returned what.
fn codes() -> Vec<(CodeInfo, u64)> {
    use CodeOutcome::{Failed, Good, Neutral, Warning};
    let all = [
        ("SEARCHING", Neutral, 5_210),
        ("SEARCH_OK", Good, 1_320),
        ("NO_NEW_PATH", Good, 20_114),
        ("SEARCH_FAILED", Warning, 44),
        ("OUT_OF_TIME", Warning, 0),
        ("MAP_FAILED", Failed, 2),
        ("MORE_WAYPOINTS", Good, 18_000),
        ("LAST_WAYPOINT", Good, 930),
        ("TARGET_FAILED", Warning, 71),
        ("NO_TARGET", Neutral, 12),
    ];
    all.map(|(name, outcome, count)| (CodeInfo { name, outcome }, count)).into()
}

/// The whole snapshot.
pub(super) fn glade() -> Snapshot {
    let mut catalogue = catalogue();
    let agents = agents(&mut catalogue);
    let focus = focus(&agents);
    let rejected =
        ScriptStatus::Rejected { version: 4, message: "npc/guard.lua:31:14: expected 'then', got 'the'".into() };
    let roster = POPULATION.map(|(name, [a, b], n)| {
        let second = n.div_ceil(3) as u32;
        let states = vec![(a.into(), n as u32 - second), (b.into(), second)];
        RosterRow {
            behaviour: name.into(),
            alive: n as u32,
            spawned: n as u32 + 3,
            died: 3,
            asleep: n as u32 / 4,
            states,
        }
    });
    Snapshot {
        world: Arc::new(world()),
        catalogue: Arc::new(catalogue),
        mods: String::new(),
        seed: 7,
        step: 8_431,
        step_ms: 50,
        pathfinding_on: true,
        player: agents.last().map(|a| a.id),
        agents: Arc::new(agents),
        roster: roster.into(),
        focus: Some(focus),
        scripts: vec![
            script("lib/tactics.lua", 1, 0, 5, ScriptStatus::Live),
            script("npc/deer.lua", 1, 0, 1, ScriptStatus::Live),
            script("npc/guard.lua", 3, 8_402, 1, rejected),
            script("npc/merchant.lua", 1, 0, 1, ScriptStatus::Live),
            script("npc/wolf.lua", 3, 8_391, 1, ScriptStatus::Live),
        ],
        errors: Vec::new(),
        profile: Vec::new(),
        influence: Vec::new(),
        crowd: None,
        flow: None,
        graph: None,
        search: None,
        potentials: None,
        time_lost: None,
        log: log(),
        codes: codes(),
        phases: PhaseTimes { step: 1.9, script: 0.6, search: 0.4, abstraction: 0.5, motion: 0.4, influence: 0.0 },
        arrivals: 930,
    }
}
