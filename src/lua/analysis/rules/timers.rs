//! Timers that are set again before they are due.

use crate::agent::Handler;
use crate::lua::analysis::rules::*;
use std::ops::ControlFlow;

/// `tick` runs this often as a rule, seconds: a timer that is shorter is due between.
const TICK: f64 = 0.3;

pub(super) fn check(c: &Checker) {
    for behaviour in c.index.behaviours.iter().filter(|b| b.file == c.file && b.whole) {
        let waits = |name: &str| behaviour.handler(name, Handler::Timer).is_some();
        let waiting = behaviour.states.keys().filter(|name| waits(name)).count();
        for name in behaviour.states.keys() {
            // Set again and again, it is due when the state was left: another one may wait for that.
            let elsewhere = waiting > usize::from(waits(name));
            if let Some((home, tick)) = behaviour
                .handler(name, Handler::Tick)
                .filter(|h| h.0 == c.file && !elsewhere && c.tree.functions[h.1].ends)
            {
                let _ = each_tick(&c.of(home), &c.tree.functions[tick].body);
            }
        }
    }
}

/// Looks at the calls that every run of a block makes.
fn each_tick(c: &Checker, block: &Block) -> ControlFlow<()> {
    for stmt in block {
        match stmt {
            Stmt::Call(e) => reset(c, *e),
            Stmt::Do(inner) => each_tick(c, inner)?,
            Stmt::Local(..) | Stmt::Assign(..) | Stmt::Change(..) => {}
            // It may end the run.
            _ if !stmt.blocks().is_empty() && !returns(stmt) => {}
            _ => return ControlFlow::Break(()),
        }
    }
    ControlFlow::Continue(())
}

fn returns(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Return(_)) || stmt.blocks().into_iter().flatten().any(returns)
}

fn reset(c: &Checker, call: ExprId) {
    let Kind::Method { name, args, .. } = c.tree.kind(call) else { return };
    let [seconds, timer] = args[..] else { return };
    let long = c.s.constant(c.file, seconds).is_some_and(|n| n > TICK);
    if long
        && c.s.literals(c.file, timer).is_some_and(|words| words.len() == 1)
        && c.calls(call, &["npc:after", "npc:every"])
    {
        let message = format!("npc:{name} in each tick sets the timer again, so it is never due");
        c.warning(c.tree.named_at(call), message, "set it in enter");
    }
}
