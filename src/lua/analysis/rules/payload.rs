//! What messages carry and boards hold: fields that no sender gives, and boards on which nothing is posted at first.

use crate::agent::Handler;
use crate::lua::analysis::rules::*;
use crate::lua::analysis::signals::{Names, Signals, Written};
use crate::lua::api::behaviour;
use crate::lua::api::declare::Type as Declared;
use std::collections::BTreeSet;

pub(super) fn check(c: &Checker) {
    // What is sent by nothing here may come from mods that are not.
    for signals in c.signals.iter().filter(|s| !s.sent.open && !s.sent.places.is_empty()) {
        match signals.domain {
            Domain::Message => messages(c, &signals.sent),
            Domain::BoardKey | Domain::GroupKey => boards(c, signals),
            _ => {}
        }
    }
}

/// Which parameter of the handler of messages has what they carry.
fn data() -> Option<usize> {
    let params = behaviour::handler_params(Handler::Message.name());
    params.iter().position(|p| p.ty == Declared::Word(Domain::Message)).map(|i| i + 1)
}

/// What comes after a name in the call that sends it.
fn sent_with<'c>(c: &Checker<'c>, (file, name): Written) -> Option<(Checker<'c>, Option<ExprId>)> {
    let theirs = c.of(file);
    let user = theirs.tree.user(name)?;
    let (Kind::Method { args, .. } | Kind::Call { args, .. }) = theirs.tree.kind(user) else { return None };
    // In a call of a function of the mod, what comes after the name may be anything.
    matches!(theirs.s.callees(file, user, 0)[..], [Type::Native(_)]).then_some(())?;
    let at = args.iter().position(|a| theirs.tree.bare(*a) == name)?;
    Some((theirs, args.get(at + 1).copied()))
}

/// The names of the fields in what is sent under names; `None` when that is not known.
fn fields<'c>(c: &Checker, places: impl Iterator<Item = &'c Written>) -> Option<BTreeSet<String>> {
    let mut all = BTreeSet::new();
    for place in places {
        let (theirs, Some(value)) = sent_with(c, *place)? else { continue };
        for ty in theirs.types(value) {
            match ty {
                Type::Table(home, table) => all.extend(c.s.fields(home, table)?.keys().cloned()),
                Type::Any | Type::Module(_) | Type::Npc | Type::Creature => return None,
                _ => {}
            }
        }
    }
    Some(all)
}

/// Reads of fields that no message has.
fn messages(c: &Checker, sent: &Names) {
    // A file that could not be read may send more.
    if c.s.symbols.incomplete {
        return;
    }
    let Some(known) = data().and_then(|_| fields(c, sent.places.values().flatten())) else { return };
    let states = c.index.behaviours.iter().flat_map(|b| b.states.values());
    let handlers = states.flat_map(|s| &s.handlers).filter(|h| h.0 == Handler::Message && h.1 == c.file);
    for function in handlers.map(|h| h.2).collect::<BTreeSet<_>>() {
        let parameter = data().and_then(|i| c.tree.functions[function].parameters.get(i));
        if let Some(parameter) = parameter.filter(|l| c.tree.locals[**l].sources.len() == 1) {
            unknown(c, *parameter, &known, |name| format!("no message carries '{name}'"));
        }
    }
}

/// Reads of fields of a variable that are not known.
fn unknown(c: &Checker, local: LocalId, known: &BTreeSet<String>, message: impl Fn(&str) -> String) {
    let uses = || c.tree.mentions[local].iter().filter_map(|m| Some((*m, c.tree.parents[*m]?)));
    let written = |user: ExprId| c.tree.written(user).is_some();
    let mut reported: BTreeSet<&str> =
        uses().filter(|(_, user)| written(*user)).filter_map(|(_, user)| c.tree.field_name(user)).collect();
    for mention in &c.tree.mentions[local] {
        let Some(Kind::Field { of, name, at }) = c.tree.parents[*mention].map(|user| c.tree.kind(user)) else {
            continue;
        };
        if of == mention && !known.contains(name) && reported.insert(name.as_str()) {
            let names = || known.iter().map(String::as_str).filter(|n| !n.starts_with('#'));
            c.warning(*at, message(name), did_you_mean(name, names()));
        }
    }
}

/// Reads of boards.
fn boards(c: &Checker, signals: &Signals) {
    for (key, reads) in &signals.received.places {
        let own: Vec<ExprId> = reads.iter().filter(|r| r.0 == c.file).filter_map(|r| c.tree.user(r.1)).collect();
        let posts = signals.sent.places.get(key).map_or(&[][..], Vec::as_slice);
        if own.is_empty() {
            continue;
        }
        if let Some(known) = fields(c, posts.iter()).filter(|known| !known.is_empty()) {
            for local in own.iter().filter_map(|read| c.s.files[c.file].uses.held.get(read).copied()) {
                unknown(c, local, &known, |name| format!("what is posted under '{key}' has no '{name}'"));
            }
        }
        let posts_first = |(file, e): &Written| {
            let function = function_of(c, *file, *e);
            at_first(c, *file, function, Handler::Enter) || called_first(c, *file, function)
        };
        if !posts.is_empty() && !posts.iter().any(posts_first) {
            unset(c, signals.domain, key, reads, posts);
        }
    }
}

fn function_of(c: &Checker, file: FileId, e: ExprId) -> FunctionId {
    c.s.tree(file).exprs[e].function
}

/// Whether a function is this handler of a state in which lives begin.
fn at_first(c: &Checker, file: FileId, function: FunctionId, handler: Handler) -> bool {
    c.index.behaviours.iter().any(|b| {
        let start = b.start.as_deref().and_then(|start| b.handler(start, handler));
        start == Some((file, function))
    })
}

/// Whether `enter` of a state in which lives begin calls a function.
fn called_first(c: &Checker, file: FileId, function: FunctionId) -> bool {
    let begins = c.index.behaviours.iter().filter_map(|b| b.handler(b.start.as_deref()?, Handler::Enter));
    begins.into_iter().any(|(home, enter)| {
        c.of(home).body(enter).any(|e| c.s.callees(home, e, 0).contains(&Type::Function(file, function)))
    })
}

/// What a use of a value shows of whether nil was thought of.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    /// Nil raises an error here.
    Needs,
    /// `… or {}`.
    Replaces,
    Asks,
}

fn use_of(c: &Checker, value: ExprId) -> Use {
    let Some(user) = c.tree.user(value) else { return Use::Asks };
    match c.tree.kind(user) {
        Kind::Field { of, .. } | Kind::Item { of, .. } if c.tree.bare(*of) == value => Use::Needs,
        Kind::Binary(Op::Arithmetic | Op::Order | Op::Concat, ..) => Use::Needs,
        Kind::Call { args, .. } if c.calls(user, &["ipairs", "pairs"]) && args.len() == 1 => Use::Needs,
        Kind::Binary(Op::Or, l, _) if c.tree.bare(*l) == value => Use::Replaces,
        _ => Use::Asks,
    }
}

/// Uses of a board where nothing asks whether something is posted: at first nothing is. Another value in its place helps only
/// the function that has it.
fn unset(c: &Checker, domain: Domain, key: &str, reads: &[Written], posts: &[Written]) {
    let (mut used, mut replaced) = (Vec::new(), BTreeSet::new());
    for (file, name) in reads {
        let theirs = c.of(*file);
        let Some(call) = theirs.tree.user(*name) else { return };
        let local = c.s.files[*file].uses.held.get(&call).copied();
        for value in local.map_or_else(|| vec![call], |l| theirs.tree.mentions[l].clone()) {
            match use_of(&theirs, value) {
                Use::Asks => return,
                Use::Replaces => drop(replaced.insert((*file, theirs.tree.exprs[value].function))),
                Use::Needs => used.extend((*file == c.file).then_some(value)),
            }
        }
    }
    // Lives begin here, or what is posted comes from what is read.
    let reached = |e: ExprId| {
        let function = function_of(c, c.file, e);
        let feeds = |(file, post): &Written| *file == c.file && function_of(c, c.file, *post) == function && *post > e;
        at_first(c, c.file, function, Handler::Tick) || posts.iter().all(feeds)
    };
    for value in used.into_iter().filter(|e| !replaced.contains(&(c.file, function_of(c, c.file, *e))) && reached(*e)) {
        let read = if domain == Domain::GroupKey { "group.board" } else { "npc:board" };
        let message = format!("nothing is posted under '{key}' at first: {read} gives nil");
        c.warning(c.tree.at(value), message, format!("write ({read}(…) or …), or check it first"));
    }
}
