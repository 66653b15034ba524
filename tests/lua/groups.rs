//! Groups: joining, leaving, members, the leader and the board, the same on any number of machines and threads.

use crate::game::{Game, brisk, spawn};
use crate::stage::{Stage, ticking};
use bestiary::testing::diag::NoClock;
use bestiary::{Command, ScriptParams};

fn usual() -> ScriptParams {
    ScriptParams::default()
}

/// What a wolf sees of its group.
const SEES: &str = "npc.memory.sees = table.concat(group.members('pack'), ' ') .. ' led by '
    .. tostring(group.leader('pack')) .. ', ' .. group.size('pack')";

#[test]
fn members_are_in_the_order_in_which_they_joined_and_of_a_step_in_the_order_of_numbers() {
    let tick = format!("{SEES} if npc.id ~= 1 or npc.time > 0.12 then group.join('pack', npc) end");
    let file = ticking("wolf", &tick);
    let run = |threads, vms| {
        let script = ScriptParams { vms, ..usual() };
        let mut game = brisk(threads, script, &spawn("wolf", 4), &[("npc/wolf.lua", &file)]);
        assert_eq!(game.steps(1).remembered("sees"), ["\" led by nil, 0\""; 4]);
        assert_eq!(game.steps(1).remembered("sees"), ["\"0 2 3 led by 0, 3\""; 4]);
        assert_eq!(game.steps(5).remembered("sees"), ["\"0 2 3 1 led by 0, 4\""; 4]);
        game.sim.hash()
    };
    assert!([2, 8].into_iter().all(|threads| run(threads, 8) == run(1, 8)));
    run(1, 1);
}

#[test]
fn another_leads_when_the_leader_dies_or_leaves() {
    let tick = format!(
        "{SEES} if npc.time < 0.1 then group.join('pack', npc) end
        if npc.id == 1 and npc.time > 0.6 then npc.memory.left = group.leave('pack', npc) end"
    );
    let mut game = brisk(2, usual(), &spawn("wolf", 3), &[("npc/wolf.lua", &ticking("wolf", &tick))]);
    assert_eq!(game.steps(4).remembered("sees"), ["\"0 1 2 led by 0, 3\""; 3]);
    let leader = game.sim.agents().bodies.id(0);
    game.sim.step(&[Command::Kill { id: leader }], &NoClock);
    assert_eq!(game.remembered("sees"), ["\"1 2 led by 1, 2\""; 2]);
    assert_eq!(game.steps(15).remembered("sees"), ["\"2 led by 2, 1\""; 2]);
    assert_eq!(game.remembered("left"), ["false", "nil"], "it left once, and asks again in each tick");
}

#[test]
fn its_members_share_a_board_which_ends_with_the_last_of_them() {
    let wolf = "npc.memory.read = tostring(group.board('pack', 'prey')) .. ' ' .. group.size('pack')
        if npc.time < 0.1 then group.join('pack', npc) group.post('pack', 'prey', npc.id) end
        if npc.time > 1 then group.leave('pack', npc) end";
    let deer = "npc.memory.read = group.board('pack', 'prey')
        npc.memory.said = select(2, pcall(group.post, 'pack', 'prey', 'none'))";
    let (wolf, deer) = (ticking("wolf", wolf), ticking("deer", deer));
    let map = spawn("wolf", 2) + &spawn("deer", 1);
    let mut game = brisk(1, usual(), &map, &[("npc/wolf.lua", &wolf), ("npc/deer.lua", &deer)]);
    assert_eq!(game.steps(3).remembered("read"), ["\"1 2\"", "\"1 2\"", "1"]);
    let refused = "\"group.post: only members post on the board of a group; join 'pack' first\"";
    assert_eq!(game.remembered("said")[2], refused);
    assert_eq!(game.steps(20).remembered("read"), ["\"nil 0\"", "\"nil 0\"", "nil"]);
}

#[test]
fn members_know_where_the_others_are_and_no_other_creature_does() {
    let wolf = ticking("wolf", "group.join('pack', npc) npc.memory.at = table.pack(group.place('pack', 1))");
    let deer = ticking("deer", "npc.memory.at = table.pack(group.place('pack', 1))");
    let mut stage = Stage::new(&[("npc/wolf.lua", &wolf), ("npc/deer.lua", &deer)]);
    let ids = [stage.spawn("wolf", 3.5, 4.5), stage.spawn("wolf", 30.5, 20.25), stage.spawn("deer", 6.5, 4.5)];
    stage.turn(&ids);
    stage.turn(&ids);
    assert_eq!(stage.memory(ids[0], "at").to_string(), "{ [1] 30.50, [2] 20.25, [3] 0, [4] 0, n 4 }");
    assert_eq!(stage.memory(ids[2], "at").to_string(), "{ n 4 }");
}

#[test]
fn groups_members_and_boards_are_bounded() {
    let script = ScriptParams { groups: 3, group_members: 2, groups_per_creature: 2, group_board_keys: 1, ..usual() };
    let tick = "local m = npc.memory
        m.many = select(2, pcall(group.join, 'own ' .. npc.id, npc))
        m.full = select(2, pcall(group.join, 'all', npc))
        m.own = select(2, pcall(group.join, 'third', npc))
        m.keys = { pcall(group.post, 'own ' .. npc.id, 'key ' .. npc.time, 1) }";
    let mut game = brisk(1, script, &spawn("wolf", 4), &[("npc/wolf.lua", &ticking("wolf", tick))]);
    let all = || (0..4).map(|id| format!("own {id}")).chain(["all".to_owned(), "third".to_owned()]);
    let sizes = |game: &Game| -> Vec<usize> {
        let groups = game.sim.groups();
        all().map(|name| groups.get(&name).map_or(0, |g| g.size())).collect()
    };
    // The first wolf founds two, the second one; for the others the world has too many, or the group.
    assert_eq!(sizes(game.steps(1)), [1, 1, 0, 0, 2, 0]);
    assert_eq!(game.warnings(), ["cannot join 'third': a creature is in 2 groups at most"]);
    game.steps(1);
    let said = |key: &str, game: &Game| game.remembered(key);
    assert_eq!(said("many", &game)[3], "\"group.join: there are 3 groups already\"");
    assert_eq!(said("full", &game)[3], "\"group.join: the group has 2 members already\"");
    assert_eq!(said("own", &game)[0], "\"group.join: a creature is in 2 groups at most\"");
    assert!(said("keys", &game)[0].contains("the board has 1 keys already"), "{:?}", said("keys", &game));
    let messages = 40;
    let busy = ticking("wolf", &format!("for i = 1, {messages} do group.join('g' .. i, npc) end"));
    let mut game = brisk(1, usual(), &spawn("wolf", 1), &[("npc/wolf.lua", &busy)]);
    game.steps(1);
    assert_eq!(game.sim.groups().of(game.sim.agents().bodies.id(0)).len(), 8);
}

/// Creatures that join and leave in every tick, in hundreds of groups, with numbers that are none and keys that are long.
#[test]
fn a_crowd_that_joins_and_leaves_without_end_keeps_one_hash_and_little_memory() {
    let tick = "for i = 1, 8 do
            pcall(group.join, 'g' .. npc:random(1, 5000), npc)
            pcall(group.leave, 'g' .. npc:random(1, 5000), npc)
        end
        pcall(group.join, 'all', npc) pcall(group.post, 'all', ('k'):rep(190) .. npc:random(1, 500), ('x'):rep(5000))
        pcall(group.join, ('long'):rep(2000), npc) pcall(group.members, 'all', 0/0) pcall(group.members, 'all', -1)
        pcall(group.place, 'all', 1e300) pcall(group.place, 'all', 0/0) pcall(group.members, 'all', 1e8)
        if npc:random() < 0.2 then pcall(group.leave, 'all', npc) npc:despawn() end";
    let map = spawn("wolf", 100) + "respawn = 0.1\n";
    let run = |threads| {
        let mut game = brisk(threads, usual(), &map, &[("npc/wolf.lua", &ticking("wolf", tick))]);
        game.steps(25);
        let (bodies, groups) = (&game.sim.agents().bodies, game.sim.groups());
        let living: Vec<_> = bodies.living().map(|slot| bodies.id(slot)).collect();
        let members: Vec<_> = groups.get("all").into_iter().flat_map(|g| g.members()).collect();
        assert!(members.iter().all(|m| living.contains(m)), "the dead leave");
        assert!(living.iter().all(|id| groups.of(*id).len() <= 8));
        let errors: Vec<&str> =
            game.sim.log().lines().map(|l| l.text.as_str()).filter(|l| l.contains("error")).collect();
        assert_eq!(game.sim.stats().script_errors, 0, "{errors:?}");
        game.sim.hash()
    };
    let once = run(1);
    assert_eq!((run(2), run(8)), (once.clone(), once));
}

#[test]
fn misuse_is_reported_with_the_name_of_the_function() {
    let said = |call: &str| {
        let mut stage = Stage::new(&[("npc/wolf.lua", &ticking("wolf", call))]);
        let id = stage.spawn("wolf", 3.5, 4.5);
        stage.turn(&[id]).faults[0].diagnostic.message.clone()
    };
    let reports = |call: &str, part: &str| {
        let said = said(call);
        assert!(said.contains(part), "{call}: {said}");
    };
    reports("group.join('pack')", "group.join must be called with npc; got nil");
    reports("group.join('pack', npc.id)", "group.join must be called with npc; got number");
    reports("group.join('pack', {})", "group.join needs a creature (npc), not a table");
    reports("group.join(npc, 'pack')", "group.join: group must be a string");
    reports("group.join(('x'):rep(201), npc)", "201 bytes long; 200 are allowed");
    reports("group.jion('pack', npc)", "did you mean 'join'");
}

/// A version that fails takes back what it joined, and gives back what it left.
#[test]
fn groups_are_as_before_a_version_that_fails() {
    let good = "if npc.time < 0.4 then group.join('pack', npc) group.post('pack', 'a', 'good') end";
    let bad = "group.leave('pack', npc) group.join('gang', npc) group.post('gang', 'a', 1) if npc.time > 2 then error('no') end";
    let mut game = Game::new(&spawn("wolf", 3), &[("npc/wolf.lua", &ticking("wolf", good))]);
    let members = |game: &Game, name: &str| -> Vec<u64> {
        game.sim.groups().get(name).map_or_else(Vec::new, |g| g.members().map(|id| id.number()).collect())
    };
    let before = members(game.steps(20), "pack");
    assert_eq!(before.len(), 3);
    game.save("npc/wolf.lua", &ticking("wolf", bad)).steps(8);
    assert_eq!((members(&game, "pack"), members(&game, "gang").len()), (vec![], 3));
    game.steps(30);
    assert_eq!((members(&game, "pack"), members(&game, "gang")), (before, vec![]));
}
