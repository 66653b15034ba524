//! `npc:why()`: what the recorder knows of how a creature came into its state.

use crate::agent::recorder::{EventKind, EventText, WhyLine, why};
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::{List, String};
use crate::lua::api::functions::functions;
use crate::lua::api::native::{Args, NativeCall, NativeError, Returned};
use crate::lua::api::output::{Note, Noted};

/// Counts for searching one record.
pub(crate) const RECORD_COST: u64 = 300;
/// Counts for each event of it, and for each note of the turn, which is searched for those that belong to it.
const EVENT_COST: u64 = 12;

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Pure why() -> [List(&String)], run chain, cost RECORD_COST,
        "how it came into its state, newest last: each change with its handler, file and line, and what led to it; made \
         for print, and empty when nothing is recorded";
};

fn chain(call: &mut NativeCall, _: Args) -> Result<Returned, NativeError> {
    let view = call.view;
    let events = view.recorder.events(call.me()) + notes(call).count();
    call.charge(EVENT_COST * events as u64)?;
    let mut events = view.recorder.describe(call.me(), &view.catalogue.symbols);
    if !events.is_empty() {
        events.extend(this_turn(call));
    }
    Ok(Returned::Strings(lines(why(&events), view.step_s)))
}

/// The chain as lines: a change of state with its time, and below it what belongs to it.
pub(crate) fn lines(chain: Vec<WhyLine>, step_s: f32) -> Vec<std::string::String> {
    let time = |step: u64| {
        let tenths = (step as f64 * f64::from(step_s) * 10.0).round() as u64;
        format!("{:02}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
    };
    let line = |l: WhyLine| match l.depth {
        0 => format!("{} {}", time(l.step), l.text),
        _ => format!("        {}", l.text),
    };
    chain.into_iter().map(line).collect()
}

/// What the running turn noted so far, newest first.
fn notes<'a>(call: &'a NativeCall) -> impl Iterator<Item = &'a Note> {
    let me = call.me();
    call.out.notes.iter().rev().take_while(move |n| n.slot == me)
}

/// What the running turn has done so far, which the recorder gets only after the step.
fn this_turn(call: &NativeCall) -> Vec<EventText> {
    let view = call.view;
    let name = |symbol| view.catalogue.symbols.name(symbol);
    let mut events: Vec<EventText> = notes(call)
        .filter_map(|note| {
            let (kind, what, why) = match &note.what {
                Noted::Transition(n, handler) => {
                    let t = call.out.transitions.get(*n)?;
                    let to = name(t.to).to_owned();
                    let kind = EventKind::State { to, handler: *handler, line: Default::default() };
                    (kind, format!("{} → {}", name(t.from), name(t.to)), t.place.clone())
                }
                Noted::Sight(seeing, id) => {
                    let behaviour = view.agents.bodies.find(*id).map_or("creature", |s| name(view.agents.behaviour[s]));
                    (EventKind::Sight, seeing.of(&format!("{behaviour} {id}")), Default::default())
                }
                Noted::Code(code) => (EventKind::Path, code.name().to_owned(), Default::default()),
                _ => return None,
            };
            Some(EventText { step: view.step, kind, what, why })
        })
        .collect();
    events.reverse();
    events
}
