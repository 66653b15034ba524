//! Garbage of scripts between values that live on: Luau takes memory in pages, and one value that lives keeps a page.

use crate::stage::{Stage, ticking};
use bestiary::AgentId;

/// Of one creature, at each tick: tables that are garbage at once, and now and then one that it keeps in the place of another.
const CHURN: &str = "for i = 1, 40 do local t = { x = i, y = npc.id } end
    if math.floor(npc.time * 20 + 0.5) % 37 == npc.id % 37 then npc.memory.kept = { x = npc.x, at = npc.time } end";

/// Runs so many steps, a turn for each creature; returns the most bytes in use after a turn.
fn most_after(stage: &mut Stage, ids: &[AgentId], steps: usize) -> usize {
    let used = (0..steps).map(|_| {
        stage.view.step += 1;
        let out = stage.turn(ids);
        assert!(out.faults.is_empty(), "{:?}", out.faults);
        stage.vm.used_memory()
    });
    used.max().unwrap_or(0)
}

#[test]
fn what_lives_on_does_not_spread_over_ever_more_pages() {
    let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", CHURN))]);
    let ids: Vec<_> = (0..60).map(|i| stage.spawn("probe", 5.5 + i as f32 * 0.2, 5.5)).collect();
    let early = most_after(&mut stage, &ids, 400);
    let late = most_after(&mut stage, &ids, 3600);
    assert!(late <= early + 16 * 1024, "{early} bytes in 400 steps, {late} in the 3 600 after them");
}
