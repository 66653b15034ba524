//! A program that was compiled off the step and comes with a reload changes nothing but the time that the step takes.

use super::*;
use bestiary::testing::lua::Program;

fn compiled(sim: &Sim, files: &[SourceFile]) -> Arc<Program> {
    let program = Program::load(&sim.mods().with(files), &ScriptParams::default(), Some(sim.program()));
    Arc::new(program.expect("loads"))
}

fn saved(text: String) -> Vec<SourceFile> {
    vec![SourceFile { mod_name: "base".into(), path: "npc/counter.lua".into(), text: Some(text) }]
}

#[test]
fn a_replayed_reload_without_its_program_leads_to_the_same_world() {
    let run = |threads, prepared: bool| {
        let mut world = World::with(40, threads, ScriptParams::default());
        let ticks = [
            "npc.memory.list = { npc.x, npc:random() }",
            "if npc.id % 2 == 1 then local t = {} for i = 1, 999 do t[i] = {} end error('no') end",
        ];
        for tick in ticks {
            let files = saved(counter(tick));
            if prepared {
                let program = compiled(&world.sim, &files);
                world.sim.prepare(&files, program, &[]);
            }
            world.sim.step(&[Command::Reload { files }], &NoClock);
            world.steps(2 * SECOND);
        }
        (world.status("npc/counter.lua"), world.sim.hash())
    };
    let live = run(1, true);
    assert!(live.0.starts_with("v3 rolled back, v2 live"), "{}", live.0);
    assert_eq!(live, run(1, false));
    assert_eq!(live, run(3, true));
}

#[test]
fn a_program_compiled_on_other_mods_is_not_used() {
    let mut world = World::new(1);
    let files = saved(counter("npc.memory.tag = 'late'"));
    let other = compiled(&world.sim, &saved(counter("npc.memory.tag = 'early'")));
    world.sim.prepare(&files, other, &[]);
    world.sim.step(&[Command::Reload { files }], &NoClock);
    world.steps(SECOND);
    assert_eq!(world.memory(world.living("counter")[0], "tag"), Value::String("late".into()));
}
