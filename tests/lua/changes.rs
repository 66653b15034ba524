//! Boxes and ground of a map, as scripts and commands change them.

use crate::game::{Game, noting};
use bestiary::testing::diag::NoClock;
use bestiary::{Cell, Command, Edit, Obb, PhaseTimes, Vec2};

fn builder(tick: &str) -> String {
    noting("builder", "faction = 'town', radius = 0.5", tick)
}

const SPAWN: &str = "[[spawn]]\nbehaviour = \"builder\"\narea = [10, 10, 11, 11]\ncount = 1\n";
const FREE: &str = "[changes]\n";

fn game(map: &str, tick: &str) -> Game {
    Game::new(&(map.to_owned() + SPAWN), &[("npc/builder.lua", &builder(tick))])
}

fn returned(map: &str, tick: &str) -> String {
    let mut game = game(map, tick);
    let said = game.steps(20).remembered("seen").concat();
    if said.is_empty() || said == "nil" { format!("{:?}", lines(&game)) } else { said }
}

fn lines(game: &Game) -> Vec<String> {
    game.sim.log().lines().map(|l| l.text.clone()).collect()
}

/// Whether something lies on a point of the world.
fn is_blocked(game: &Game, x: f32, y: f32) -> bool {
    !game.sim.world().is_free(Vec2::new(x, y), 0.1, 1.0, bestiary::MoveClass::WALK)
}

/// Where the creature is; the first slot is the player's.
fn builder_at(game: &Game) -> Vec2 {
    let (agents, symbols) = (game.sim.agents(), &game.sim.catalogue().symbols);
    let is_builder = |slot: &usize| symbols.name(agents.behaviour[*slot]) == "builder";
    let slot = agents.bodies.living().find(is_builder).expect("lives");
    agents.bodies.position[slot]
}

#[test]
fn a_creature_places_pushes_and_takes_away_a_box() {
    let tick = "local x, y = npc.x, npc.y
        if npc.memory.turn == 1 then note(npc:place('crate', x + 1.5, y)) end
        if npc.memory.turn == 2 then note(npc:push('crate', x, y + 1.5)) end
        if npc.memory.turn == 3 then note(npc:take('crate')) end";
    let mut game = game(FREE, tick);
    let here = builder_at(&game);
    let right = |game: &Game| is_blocked(game, here.x + 1.5, here.y);
    let below = |game: &Game| is_blocked(game, here.x, here.y + 1.5);
    assert!(!right(&game) && !below(&game));
    game.steps(6);
    assert!(right(&game) && !below(&game), "{:?}", lines(&game));
    game.steps(6);
    assert!(!right(&game) && below(&game));
    game.steps(6);
    assert!(!right(&game) && !below(&game));
    assert_eq!(game.remembered("seen"), ["\"true true true \""]);
    assert_eq!(game.sim.world_counts().edits, 3);
}

#[test]
fn only_creatures_that_the_map_lets_change_it_do_and_only_near_them() {
    let tick = "if npc.memory.turn > 1 then return end
        note(npc:place('a', npc.x + 1.5, npc.y), npc:dig(npc.x, npc.y, 'road'), npc:take('a'), npc:push('a', 1, 1))";
    assert_eq!(returned("", tick), "\"false false false false \"");
    assert_eq!(returned("[changes]\nby = [\"wolves\"]\n", tick), "\"false false false false \"");
    assert_eq!(returned("[changes]\nby = [\"town\"]\n", tick), "\"true true false false \"");
    let far = tick.replace("npc.x", "(npc.x + 5)");
    assert_eq!(returned(FREE, &far), "\"false false false false \"");
}

#[test]
fn strange_numbers_and_names_change_nothing() {
    let tick = "if npc.memory.turn > 1 then return end
        local x, y = npc.x + 1.5, npc.y
        note(npc:place('', x, y), npc:place(string.rep('a', 81), x, y), npc:dig(x, y, 'lava'), npc:push('none', x, y))";
    assert_eq!(returned(FREE, tick), "\"false false false false \"");
}

#[test]
fn nothing_closes_where_a_body_is() {
    let tick = "if npc.memory.turn > 1 then return end
        note(npc:place('crate', npc.x + 0.5, npc.y), npc:dig(npc.x, npc.y, 'wall'))";
    let mut game = game(FREE, tick);
    game.steps(20);
    let here = builder_at(&game);
    assert!(game.sim.world().is_free(here, 0.5, 1.0, bestiary::MoveClass::WALK));
    let said: Vec<String> = lines(&game).into_iter().filter(|l| l.contains("something is in its place")).collect();
    assert_eq!(said.len(), 2, "{:?}", lines(&game));
    assert_eq!(game.sim.world_counts().edits, 0);
}

#[test]
fn when_two_place_one_box_the_last_one_wins_and_both_are_recorded() {
    let tick = "if npc.memory.turn == 1 then npc:place('crate', npc.x + 1.5, npc.y) end";
    let map = FREE.to_owned() + &SPAWN.replace("[10, 10, 11, 11]", "[20, 20, 21, 21]");
    let mut game = game(&map, tick);
    game.steps(20);
    let placed: Vec<String> = lines(&game).into_iter().filter(|l| l.contains("'crate' placed")).collect();
    assert_eq!(placed.len(), 2, "{:?}", lines(&game));
    let boxes = game.sim.world().volumes.iter().filter(|v| v.is_there()).count();
    assert_eq!(boxes, 1);
}

fn place(name: &str, x: f32, y: f32) -> Command {
    let footprint = Obb::new(Vec2::new(x, y), Vec2::new(1.0, 1.0), 0.3);
    Command::Edit(Edit::Place { name: name.into(), footprint, base_m: 0.0, top_m: 2.0 })
}

#[test]
fn commands_place_move_and_remove_boxes_and_the_maps_own_objects() {
    let shed = "[[object]]\nname = \"shed\"\nat = [30, 20]\nboxes = [{ size = [2, 2], top = 3 }, { size = [1, 1], at = [3, 0], top = 3 }]\n";
    let mut game = game(shed, "");
    let edit = |game: &mut Game, command: Command| {
        game.sim.step(&[command], &NoClock);
    };
    let moved = |name: &str, x: f32, y: f32| Command::Edit(Edit::Move { name: name.into(), to: Vec2::new(x, y) });
    edit(&mut game, place("crate", 20.0, 5.0));
    edit(&mut game, moved("shed", 20.0, 20.0));
    assert!(is_blocked(&game, 20.0, 5.0) && is_blocked(&game, 20.0, 20.0) && is_blocked(&game, 23.0, 20.0));
    assert!(!is_blocked(&game, 30.0, 20.0) && !is_blocked(&game, 33.0, 20.0));
    // As often as one likes: nothing is left where it was.
    for i in 0..50 {
        edit(&mut game, moved("shed", 20.0 + (i % 5) as f32, 25.0));
        edit(&mut game, place("crate", 20.0, 5.0 + (i % 3) as f32));
    }
    let there = game.sim.world().volumes.iter().filter(|v| v.is_there()).count();
    assert_eq!((there, game.sim.world().volumes.len()), (3, 5));
    edit(&mut game, Command::Edit(Edit::Remove { name: "shed".into() }));
    edit(&mut game, Command::Edit(Edit::Remove { name: "shed".into() }));
    assert_eq!(lines(&game).last().map(String::as_str), Some("not done: there is no object 'shed' that can be moved"));
    // Numbers that are none.
    edit(&mut game, place("crate", f32::NAN, 5.0));
    edit(&mut game, moved("crate", f32::INFINITY, 5.0));
    edit(&mut game, moved("crate", -5.0, 5.0));
    let wide = [Cell::new(i32::MIN, 0), Cell::new(i32::MAX, 3)];
    edit(&mut game, Command::Edit(Edit::Ground { corners: wide, kind: "grass".into() }));
    assert_eq!(lines(&game).last().map(String::as_str), Some("not done: the rectangle is out of range"));
    assert_eq!(game.sim.world_counts().edits, 103);
}

/// A wide meadow.
fn meadow(threads: usize, tick: &str, builders: usize) -> Game {
    let spawn = format!("[[spawn]]\nbehaviour = \"builder\"\narea = [2, 2, 398, 298]\ncount = {builders}\n");
    let map = format!("[ground]\nsize = [400, 300]\n[changes]\n{spawn}");
    Game::on_threads(threads, &map, &[("npc/builder.lua", &builder(tick))])
}

#[test]
fn what_one_step_has_no_time_for_waits_for_the_next_ones_in_order() {
    let mut game = meadow(1, "", 1);
    // Far apart: each is brought up to date by itself. The last one would go again before it came.
    let at = |i: usize| (5.0 + (i % 20) as f32 * 19.0, 5.0 + (i / 20) as f32 * 19.0);
    let commands = (0..300).map(|i| place(&format!("crate {i}"), at(i).0, at(i).1));
    let commands: Vec<Command> = commands.chain([Command::Edit(Edit::Remove { name: "crate 299".into() })]).collect();
    game.sim.step(&commands, &NoClock);
    let done = game.sim.world_counts().edits as usize;
    assert!((1..299).contains(&done), "{done}");
    assert!(is_blocked(&game, at(done - 1).0, at(done - 1).1) && !is_blocked(&game, at(done).0, at(done).1));
    let (x, y) = at(299);
    assert_eq!(
        lines(&game)[lines(&game).len() - 2],
        format!("'crate 299' placed at ({x:.1}, {y:.1}) waits for a later step")
    );
    // What comes later does not overtake what waits.
    game.sim.step(&[place("late", 395.0, 295.0)], &NoClock);
    assert!(!is_blocked(&game, 395.0, 295.0));
    let mut steps = 2;
    while game.sim.world_counts().edits < 302 {
        let before = game.sim.world_counts().edits;
        game.steps(1);
        assert!(game.sim.world_counts().edits > before, "each step makes some");
        steps += 1;
    }
    assert!(steps > 2 && !is_blocked(&game, x, y) && is_blocked(&game, 395.0, 295.0));
}

#[test]
fn a_world_that_is_still_shown_is_changed_in_copies_of_single_parts() {
    let scattered =
        "[prefab.post]\nboxes = [{ size = [0.5, 0.5], top = 2 }]\n[[scatter]]\nprefab = \"post\"\ncount = 4000\n";
    let map = format!("[ground]\nsize = [400, 300]\n{SPAWN}{scattered}");
    let mut game = Game::new(&map, &[("npc/builder.lua", &builder(""))]);
    let shown = game.sim.snapshot(None, PhaseTimes::default());
    let dig = Edit::Ground { corners: [Cell::new(300, 200); 2], kind: "wall".into() };
    game.sim.step(&[place("crate", 350.0, 250.0), Command::Edit(dig)], &NoClock);
    assert_eq!(game.sim.world_counts().edits, 2, "{:?}", lines(&game));
    // Of objects, volumes and rows of ground one part each; the rest is shown and changed in one.
    let (common, all) = game.sim.world().in_common(&shown.world);
    assert!(all > 30 && all - common <= 3, "{common} of {all}");
    assert!(shown.world.is_free(Vec2::new(350.0, 250.0), 0.1, 1.0, bestiary::MoveClass::WALK));
    assert!(is_blocked(&game, 350.0, 250.0) && is_blocked(&game, 300.5, 200.5));
}

#[test]
fn many_changes_in_every_step_repeat_on_any_number_of_threads_and_few_of_them_wait() {
    let tick = "for i = 1, 4 do npc:place('crate ' .. npc.id .. ' ' .. i, npc.x + 1.5, npc.y + i / 10) end
        npc:steer(200, 150)";
    let run = |threads: usize| {
        let mut game = meadow(threads, tick, 60);
        game.steps(60);
        let refused = lines(&game).into_iter().find(|l| l.contains("changes wait already"));
        (game.sim.hash(), game.sim.world_counts(), refused)
    };
    let first = run(1);
    assert!(first.1.edits > 100, "{first:?}");
    assert_eq!(run(2), first);
}

#[test]
fn a_world_that_changes_repeats_on_any_number_of_threads_and_differs_from_one_that_does_not() {
    let run = |threads: usize, changes: bool| {
        let tick =
            "npc:steer(20, 15) if npc.memory.turn % 5 == 0 then npc:place('crate ' .. npc.id, npc.x + 1.5, npc.y) end";
        let map = if changes { FREE } else { "" }.to_owned()
            + &SPAWN.replace("count = 1", "count = 8").replace("[10, 10, 11, 11]", "[2, 2, 38, 28]");
        let mut game = Game::on_threads(threads, &map, &[("npc/builder.lua", &builder(tick))]);
        for step in 0..120 {
            let command = place("block", 5.0 + (step % 30) as f32, 15.0);
            game.sim.step(if changes { std::slice::from_ref(&command) } else { &[] }, &NoClock);
            // No body is ever in a box.
            let bodies = &game.sim.agents().bodies;
            for slot in bodies.living() {
                let (at, inner) = (bodies.position[slot], bodies.radius[slot] - 0.03);
                assert!(game.sim.world().is_free(at, inner, bodies.height[slot], bodies.moves[slot]), "step {step}");
            }
        }
        (game.sim.hash(), game.sim.world_counts().edits)
    };
    let first = run(1, true);
    assert!(first.1 > 50, "{first:?}");
    assert_eq!(run(2, true), first);
    assert_eq!(run(8, true), first);
    assert_ne!(run(1, false).0, first.0);
}
