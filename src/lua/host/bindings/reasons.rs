//! `npc:why()`: what the recorder knows of how a creature came into its state.

use crate::agent::recorder::{EventText, Kind, why};
use crate::lua::api::output::Noted;
use crate::lua::host::bindings::Binding;
use crate::lua::host::budget;
use crate::lua::host::call::Call;
use mlua::{Lua, Result, Value};

pub const BINDINGS: &[Binding] = &[Binding { area: "npc", name: "why", make: |lua| lua.create_function(chain) }];

/// Counts for looking through one record.
const COST: u64 = 300;

fn chain(lua: &Lua, npc: Value) -> Result<Vec<String>> {
    let call = Call::of(lua, "npc:why", &npc)?;
    budget::charge(COST)?;
    let view = call.view()?;
    let mut told = view.recorder.describe(call.me(), &view.catalogue.symbols);
    if !told.is_empty() {
        told.extend(this_turn(&call)?);
    }
    let time = |step: u64| {
        let tenths = (step as f64 * f64::from(view.step_s) * 10.0).round() as u64;
        format!("{:02}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
    };
    let line = |l: crate::agent::recorder::WhyLine| {
        if l.depth == 0 { format!("{} {}", time(l.step), l.text) } else { format!("        {}", l.text) }
    };
    Ok(why(&told).into_iter().map(line).collect())
}

/// What the running turn has done so far, which the recorder hears of after the step.
fn this_turn(call: &Call) -> Result<Vec<EventText>> {
    let (me, view) = (call.me(), call.view()?);
    let name = |symbol| view.catalogue.symbols.name(symbol);
    let notes = call.out.notes.iter().rev().take_while(|n| n.slot == me);
    let mut told: Vec<EventText> = notes
        .filter_map(|note| {
            let (kind, what, why) = match &note.what {
                Noted::Transition(n, handler) => {
                    let t = call.out.transitions.get(*n)?;
                    let to = name(t.to).to_owned();
                    let kind = Kind::State { to, handler: *handler, line: String::new() };
                    (kind, format!("{} → {}", name(t.from), name(t.to)), t.place.clone())
                }
                Noted::Code(code) => (Kind::Path, code.name().to_owned(), String::new()),
                _ => return None,
            };
            Some(EventText { step: view.step, kind, what, why })
        })
        .collect();
    told.reverse();
    Ok(told)
}
