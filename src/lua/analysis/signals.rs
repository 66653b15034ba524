//! Names that scripts invent for each other, over all mods: shouts and messages, by what sends them and what receives them.
//!
//! Which functions send and which handlers receive follows from the declarations: a parameter whose domain is invented.

use crate::lua::analysis::behaviour_index::BehaviourIndex;
use crate::lua::analysis::infer::Session;
use crate::lua::analysis::types::{FileId, Type};
use crate::lua::api::behaviour;
use crate::lua::api::declare::{Function, Type as Declared};
use crate::lua::api::domain::Domain;
use crate::lua::api::natives;
use crate::lua::source::tree::{ExprId, FunctionId, Kind, LocalId, Op, Source};
use std::collections::{BTreeMap, BTreeSet};

/// How many levels of helpers and variables are followed.
const MAX_DEPTH: usize = 6;

/// Where a name is written.
pub(crate) type Written = (FileId, ExprId);

/// The names of one domain, with the places that write them.
#[derive(Default)]
pub(crate) struct Names {
    pub places: BTreeMap<String, Vec<Written>>,
    /// There may be others: some name is worked out when the script runs.
    pub open: bool,
    /// Variables and parameters that were followed.
    followed: BTreeSet<(FileId, LocalId)>,
}

/// Both ends of one domain.
pub(crate) struct Signals {
    pub domain: Domain,
    pub sent: Names,
    pub received: Names,
}

impl Signals {
    /// Those of all files.
    pub(crate) fn of(s: &Session, index: &BehaviourIndex) -> Vec<Self> {
        let reader = Reader { s, calls: calls(s) };
        let of = |domain: Domain| {
            let mut signals = Self { domain, sent: Names::default(), received: Names::default() };
            reader.callers(domain, &mut signals);
            signals.received.open |= !index.behaviours.iter().all(|b| b.whole) || s.symbols.incomplete;
            signals.sent.open |= s.symbols.incomplete;
            let states = || index.behaviours.iter().flat_map(|b| b.states.values()).flat_map(|state| &state.handlers);
            for (handler, place) in handlers(domain) {
                for (_, file, id) in states().filter(|h| h.0.name() == handler.name) {
                    match s.tree(*file).functions[*id].parameters.get(place) {
                        Some(name) => reader.compared(*file, *name, &mut signals.received, 0),
                        // It reacts to any.
                        None => signals.received.open = true,
                    }
                }
            }
            signals
        };
        Domain::INVENTED.map(of).into()
    }
}

/// The invented domain of a parameter.
fn of_params(ty: Declared) -> Option<Domain> {
    if let Declared::Word(domain) = ty { Some(domain).filter(|d| d.is_invented()) } else { None }
}

/// The handlers that receive names of a domain, and in which parameter.
fn handlers(domain: Domain) -> impl Iterator<Item = (&'static Function, usize)> {
    behaviour::HANDLERS.iter().filter_map(move |h| Some((h, takes(h, domain)?)))
}

/// The place of the parameter of a function that takes a name of a domain.
fn takes(f: &Function, domain: Domain) -> Option<usize> {
    f.signatures.last()?.params.iter().position(|p| of_params(p.ty) == Some(domain))
}

/// Whether a function that takes a name of a domain sends it. One that returns something asks about it; of two names, the second
/// one is sent (a key) and the first one says to which of the domain (a group).
fn sends(f: &Function, domain: Domain) -> bool {
    let last = f.signatures.last().and_then(|s| s.params.iter().filter_map(|p| of_params(p.ty)).next_back());
    last == Some(domain) && f.signatures.iter().all(|s| s.returns.is_empty())
}

/// All calls of each function of the mods; `None` where it is also passed on as a value.
type Calls = BTreeMap<(FileId, FunctionId), Option<Vec<Written>>>;

fn calls(s: &Session) -> Calls {
    let mut calls = Calls::new();
    for file in 0..s.files.len() {
        let tree = s.tree(file);
        for (id, e) in tree.exprs.iter().enumerate() {
            match &e.kind {
                Kind::Call { callee, .. } => {
                    for f in s.types(file, *callee).iter().filter_map(Type::function) {
                        calls
                            .entry(f)
                            .or_insert_with(|| Some(Vec::new()))
                            .iter_mut()
                            .for_each(|all| all.push((file, id)));
                    }
                }
                // Handed on as an argument, or returned.
                Kind::Local(_) | Kind::Field { .. } => {
                    let user = tree.user(id).map(|user| tree.kind(user));
                    let given = matches!(user, Some(Kind::Call { callee, .. }) if tree.bare(*callee) != id)
                        || matches!(user, Some(Kind::Method { of, .. }) if tree.bare(*of) != id);
                    if given {
                        s.types(file, id).iter().filter_map(Type::function).for_each(|f| drop(calls.insert(f, None)));
                    }
                }
                _ => {}
            }
        }
    }
    calls
}

struct Reader<'s> {
    s: &'s Session<'s>,
    calls: Calls,
}

impl Reader<'_> {
    /// All that is ever sent, and asked about.
    fn callers(&self, domain: Domain, signals: &mut Signals) {
        let handled = handlers(domain).next().is_some();
        let emitters: Vec<&Function> = natives::all().filter(|f| takes(f, domain).is_some()).collect();
        let emits = |name: &str| emitters.iter().any(|f| f.name == name);
        for file in 0..self.s.files.len() {
            let tree = self.s.tree(file);
            for (id, e) in tree.exprs.iter().enumerate() {
                let (name, args, by_dot) = match &e.kind {
                    Kind::Method { name, args, .. } => (name.as_str(), args, false),
                    Kind::Call { callee, args } => {
                        (tree.field_name(tree.bare(*callee)).unwrap_or_default(), args, true)
                    }
                    _ => {
                        for f in self.taken(file, id, &emitters) {
                            signals.sent.open |= sends(f, domain);
                            signals.received.open |= !sends(f, domain) && !handled;
                        }
                        continue;
                    }
                };
                if !emits(name) {
                    continue;
                }
                // Something that is called like the function may be the creature.
                let function = match &self.s.callees(file, id, 0)[..] {
                    [Type::Native(f)] => Some(*f),
                    [Type::Any] => natives::find("npc", name),
                    _ if by_dot => None,
                    _ => natives::find("npc", name),
                };
                let Some((f, place)) = function.and_then(|f| Some((f, takes(f, domain)?))) else { continue };
                match args.get(place + usize::from(by_dot && f.area == "npc")) {
                    Some(arg) if sends(f, domain) => self.values(file, *arg, &mut signals.sent, 0),
                    Some(arg) => {
                        let open = signals.received.open;
                        self.values(file, *arg, &mut signals.received, 0);
                        // A name that is only asked about hides no handler that waits for it.
                        if handled {
                            signals.received.open = open;
                        }
                    }
                    None => signals.sent.open |= sends(f, domain),
                }
            }
        }
    }

    /// The functions that an expression takes as values, to be called with names that are not followed: `local f =
    /// npc.shout`, `npc[how]`.
    fn taken<'f>(&self, file: FileId, e: ExprId, emitters: &[&'f Function]) -> Vec<&'f Function> {
        let tree = self.s.tree(file);
        let called = |user: ExprId| matches!(tree.kind(user), Kind::Call { callee, .. } if tree.bare(*callee) == e);
        let names = match tree.kind(e) {
            Kind::Field { name, .. } if emitters.iter().any(|f| f.name == name) => {
                let native = self.s.types(file, e).iter().any(|ty| matches!(ty, Type::Native(f) if f.name == name));
                if native && !tree.user(e).is_some_and(called) { vec![name.clone()] } else { Vec::new() }
            }
            Kind::Item { of, key } if self.s.types(file, *of).contains(&Type::Npc) => match self.s.literals(file, *key)
            {
                Some(words) => words.into_iter().map(|w| w.0).collect(),
                None => return emitters.to_vec(),
            },
            _ => Vec::new(),
        };
        emitters.iter().copied().filter(|f| names.iter().any(|n| n == f.name)).collect()
    }

    /// The strings that an expression may be, also those that callers pass in.
    fn values(&self, file: FileId, e: ExprId, names: &mut Names, depth: usize) {
        let tree = self.s.tree(file);
        let e = tree.bare(e);
        if depth > MAX_DEPTH {
            names.open = true;
        } else if let Some(words) = self.s.literals(file, e) {
            words.into_iter().for_each(|(word, home, at)| names.places.entry(word).or_default().push((home, at)));
        } else if let Kind::Binary(Op::Or, l, r) = *tree.kind(e) {
            self.values(file, l, names, depth + 1);
            self.values(file, r, names, depth + 1);
        } else if let Kind::Binary(Op::And, _, r) = *tree.kind(e) {
            self.values(file, r, names, depth + 1);
        } else if let Kind::Choice(_, all) = tree.kind(e) {
            all.iter().for_each(|value| self.values(file, *value, names, depth + 1));
        } else if let Kind::Local(l) = *tree.kind(e)
            && let [Source::Parameter(function, i)] = tree.locals[l].sources[..]
            && let Some(Some(calls)) = self.calls.get(&(file, function))
        {
            if !names.followed.insert((file, l)) {
                return;
            }
            for (theirs, call) in calls {
                match self.s.tree(*theirs).kind(*call) {
                    Kind::Call { args, .. } if args.len() > i => self.values(*theirs, args[i], names, depth + 1),
                    _ => names.open = true,
                }
            }
        } else {
            names.open = true;
        }
    }

    /// The words that a variable is compared with, here and in functions that it is passed to.
    fn compared(&self, file: FileId, local: LocalId, names: &mut Names, depth: usize) {
        let tree = self.s.tree(file);
        if !names.followed.insert((file, local)) {
            return;
        }
        if tree.mentions[local].is_empty() || tree.locals[local].sources.len() > 1 || depth > MAX_DEPTH {
            names.open = true;
        }
        for mention in &tree.mentions[local] {
            match tree.user(*mention).map(|user| (user, tree.kind(user))) {
                Some((_, Kind::Binary(Op::Equal | Op::Unequal, l, r))) => {
                    let other = if tree.bare(*l) == *mention { *r } else { *l };
                    self.values(file, other, names, depth + 1);
                }
                // `REPLIES[name]`.
                Some((_, Kind::Item { of, key })) if tree.bare(*key) == *mention => {
                    let known = match self.s.types(file, *of)[..] {
                        [Type::Table(home, table)] => self.s.fields(home, table).map(|fields| (home, fields)),
                        _ => None,
                    };
                    let Some((home, fields)) = known else {
                        names.open = true;
                        continue;
                    };
                    for (name, values) in fields.iter() {
                        names.places.entry(name.clone()).or_default().extend(values.iter().map(|(e, _)| (home, *e)));
                    }
                }
                Some((user, Kind::Call { args, .. })) => {
                    let place = args.iter().position(|a| tree.bare(*a) == *mention);
                    match (&self.s.callees(file, user, 0)[..], place) {
                        ([Type::Function(home, id)], Some(i)) if depth <= MAX_DEPTH => {
                            match self.s.tree(*home).functions[*id].parameters.get(i) {
                                Some(theirs) => self.compared(*home, *theirs, names, depth + 1),
                                None => names.open = true,
                            }
                        }
                        _ => names.open = true,
                    }
                }
                None => match (0..tree.locals.len()).find(|l| tree.only_value(*l) == Some(*mention)) {
                    Some(alias) if depth <= MAX_DEPTH => self.compared(file, alias, names, depth + 1),
                    _ => names.open = true,
                },
                _ => names.open = true,
            }
        }
    }
}
