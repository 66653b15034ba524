//! Reading arguments by their declared types, with errors that name the function and the parameter.

use crate::agent::{Catalogue, Filter, PLAYER, StepView, Symbol, Value as Data};
use crate::body::{AgentId, MAX_AGENTS};
use crate::diag;
use crate::geom::Vec2;
use crate::lua::api::creature::{FILTER, Kept, NO_WITHIN, Query};
use crate::lua::api::declare::{Function, Param, ShapeName, Signature, Type};
use crate::lua::api::domain::Domain;
use crate::lua::api::native::{Arg, Args, FoundName, NativeState};
use crate::lua::api::params::{PlainLimits, ScriptParams};
use crate::lua::host::raw::{Given, Home, Names, RawKey, RawTable, RawValue};
use crate::lua::host::values::{suggestion, unknown};
use crate::lua::host::{budget, plain};
use mlua::{Error, Result, Value};
use std::collections::BTreeSet;
use std::fmt::Display;

/// Bytes of a string that a native function takes.
const MAX_STRING: usize = 200;
/// Counts charged for each entry of data that is kept or sent, besides its copying …
pub(crate) const COUNTS_PER_ENTRY: u64 = 12;
/// … and for so many bytes of strings in it.
pub(crate) const BYTES_PER_COUNT: u64 = 16;
/// A name is looked for among so many others for a count.
const NAMES_PER_COUNT: u64 = 16;
/// Numbers are smaller than this.
const MAX_NUMBER: f64 = 1e9;

/// A query without a filter; `within` is missing.
const NO_FILTER: Query = (
    Filter { within: f32::NAN, faction: None, behaviour: None, state: None, visible: false, hurt: false },
    f32::INFINITY,
);

/// Reads the arguments of a call; the creature is not among `given`. Outside turns there is no `state`.
///
/// # Errors
/// When a value does not have the declared type.
#[inline]
pub(crate) fn read(f: &Function, home: &Home, given: &[Given], state: Option<&NativeState>) -> Result<Args> {
    let skipped = f.creature_params().unwrap_or(0);
    let count = given.iter().rposition(|v| !v.is_nil()).map_or(0, |last| last + 1);
    let fits = |s: &Signature| s.params.len() - skipped >= count;
    let signature = f.signatures.iter().position(fits).unwrap_or(f.signatures.len() - 1);
    let mut args = Args { signature, ..Args::default() };
    let params = &f.signatures[signature].params[skipped..];
    for ((p, v), arg) in params.iter().zip(given).zip(&mut args.values) {
        if !(p.optional && v.is_nil()) {
            *arg = read_one(f, home, p, v, state)?;
        }
    }
    Ok(args)
}

fn read_one(f: &Function, home: &Home, p: &Param, v: &Given, state: Option<&NativeState>) -> Result<Arg> {
    Ok(match p.ty {
        Type::Number | Type::Measure(_) => Arg::Number(wide(f, p.name, v)?),
        Type::Integer => match wide(f, p.name, v)? {
            n if n.fract() == 0.0 => Arg::Number(n),
            _ => return Err(Error::runtime(format!("{f}: {} must be a whole number", p.name))),
        },
        Type::Boolean => match v {
            Given::Boolean(b) => Arg::Boolean(*b),
            other => return Err(mistyped(f, p.name, Type::Boolean, other)),
        },
        Type::String => Arg::String(text(f, p.name, v, MAX_STRING)?),
        Type::Id => Arg::Id(agent_id(f, v)?),
        Type::Shape(ShapeName::Npc) => {
            check_creature(f, v, state.and_then(|s| s.turn).map(|turn| turn.table))?;
            Arg::Nil
        }
        Type::Word(domain) if domain.is_open() => Arg::String(text(f, p.name, v, MAX_STRING)?),
        Type::Word(domain) if domain.words().is_none() => match state.and_then(|s| s.view.as_ref()) {
            Some(view) => Arg::Name(in_use(f, domain, view, v)?),
            None => Arg::Nil,
        },
        Type::Word(domain) => Arg::Word(word(f, p.name, domain, v)?),
        Type::Shape(ShapeName::Filter) => match state.and_then(|s| Some((s, s.view.as_ref()?))) {
            Some((state, view)) => filter(f, home, state, view, v).map(|(filter, limit)| Arg::Filter(filter, limit))?,
            None => Arg::Nil,
        },
        _ => {
            let limits = state.map_or_else(|| ScriptParams::default().plain_limits(), |s| s.params.plain_limits());
            let mut left = limits;
            let data = plain::from_given(v, p.name, &mut left);
            charge_for_data(limits, left)?;
            Arg::Data(data.map_err(|e| Error::runtime(format!("{f}: {e}")))?)
        }
    })
}

/// Whether a parameter takes data that is copied: tables that are read by handles.
pub(super) fn takes_data(p: &Param) -> bool {
    let scalar = p.ty.is_number() || matches!(p.ty, Type::Boolean | Type::String | Type::Word(_));
    !scalar && !matches!(p.ty, Type::Shape(ShapeName::Npc | ShapeName::Filter))
}

/// Charges for data that is copied, by what its reading left of the limits.
pub(crate) fn charge_for_data(limits: PlainLimits, left: PlainLimits) -> Result<()> {
    charge_for_size(limits.entries - left.entries, limits.string_bytes - left.string_bytes)
}

/// Charges for a Lua copy of data: as much as for reading the data from Lua.
pub(crate) fn charge_for_copy(data: &Data) -> Result<()> {
    let (entries, bytes) = data.size();
    if entries > 0 {
        budget::charge(plain::COUNTS_PER_TABLE + plain::COUNTS_PER_COPIED * entries as u64)?;
    }
    charge_for_size(entries, bytes)
}

fn charge_for_size(entries: usize, bytes: usize) -> Result<()> {
    budget::charge(COUNTS_PER_ENTRY * entries as u64 + bytes as u64 / BYTES_PER_COUNT)
}

/// A finite number below 10⁹.
fn wide(what: impl Display, name: &str, v: &Given) -> Result<f64> {
    match *v {
        Given::Number(n) if n.is_finite() && n.abs() < MAX_NUMBER => Ok(n),
        Given::Number(n) => {
            let why =
                if n.is_finite() { "numbers are below a thousand million here" } else { "which cannot be used here" };
            Err(Error::runtime(format!("{what}: {name} is {}, {why}", diag::number(n))))
        }
        ref other => Err(mistyped(what, name, Type::Number, other)),
    }
}

/// A finite number below 10⁹.
pub(crate) fn number(what: impl Display, name: &str, v: &Value) -> Result<f32> {
    wide(what, name, &Given::of(v)).map(|n| n as f32)
}

pub(crate) fn optional_number(what: impl Display, name: &str, v: &Value) -> Result<Option<f32>> {
    if v.is_nil() { Ok(None) } else { number(what, name, v).map(Some) }
}

/// A point given as two numbers.
pub(crate) fn point(what: impl Display + Copy, x: &Value, y: &Value) -> Result<Vec2> {
    Ok(Vec2::new(number(what, "x", x)?, number(what, "y", y)?))
}

/// A string of at most `max` bytes.
pub(crate) fn string(what: impl Display, name: &str, v: &Value, max: usize) -> Result<String> {
    text(what, name, &Given::of(v), max)
}

fn text(what: impl Display, name: &str, v: &Given, max: usize) -> Result<String> {
    let s = match v {
        Given::String(_) | Given::Number(_) => v.key_name(),
        other => return Err(mistyped(what, name, Type::String, other)),
    };
    if s.len() > max {
        return Err(Error::runtime(format!("{what}: {name} is {} bytes long; {max} are allowed", s.len())));
    }
    Ok(s)
}

pub(crate) fn boolean(what: impl Display, name: &str, v: &Value) -> Result<bool> {
    v.as_boolean().ok_or_else(|| mistyped(what, name, Type::Boolean, &Given::of(v)))
}

/// A word of a domain that the program knows.
fn word(what: impl Display, name: &str, domain: Domain, v: &Given) -> Result<&'static str> {
    let Given::String(s) = v else { return Err(mistyped(what, name, Type::Word(domain), v)) };
    let words = domain.words().unwrap_or_default();
    words.iter().copied().find(|w| **s == *w.as_bytes()).ok_or_else(|| {
        let s = v.key_name();
        let hint = suggestion(&s, words.iter());
        Error::runtime(format!("{what}: {}{hint}", domain.no_such(&s)))
    })
}

/// The identity that a number stands for; its creature may be gone.
fn agent_id(what: impl Display, v: &Given) -> Result<AgentId> {
    let Given::Number(n) = *v else {
        let found = if v.kind_name() == "table" { "a table (use .id)" } else { v.kind_name() };
        return Err(Error::runtime(format!("{what}: a creature's id is needed, not {found}")));
    };
    // A number that no creature can have stands for one that is gone: no slot reaches this far.
    Ok(AgentId::from_number(n).unwrap_or_else(|| AgentId::new(MAX_AGENTS - 1, u32::MAX)))
}

/// The creature that a function is called with must be the one whose turn it is; `table` is the address of its table.
#[inline]
pub(super) fn check_creature(f: &Function, npc: &Given, table: Option<usize>) -> Result<()> {
    let address = npc.address();
    if address != 0 && table == Some(address) { Ok(()) } else { Err(no_creature(f, npc)) }
}

#[cold]
fn no_creature(f: &Function, npc: &Given) -> Error {
    if npc.address() == 0 {
        let usage = match f.creature_params() {
            Some(0) => "with a colon",
            Some(_) => "with npc first",
            None => "with npc",
        };
        let kind = npc.kind_name();
        return Error::runtime(format!("{f} must be called {usage}; got {kind} instead of a creature"));
    }
    let owner = match npc {
        Given::Table(t) if t.is_readonly() => t.string(c"name"),
        Given::Handle(Value::Table(t)) if t.is_readonly() => t.raw_get("name").ok(),
        _ => None,
    };
    Error::runtime(match owner {
        Some(name) => format!("{f}: npc of {name} used outside its own turn"),
        None => format!("{f} needs a creature (npc), not a table"),
    })
}

fn mistyped(what: impl Display, name: &str, wanted: Type, v: &Given) -> Error {
    Error::runtime(wanted.mismatch(what, name, v.kind_name()))
}

/// Reads `{ faction = "prey", within = 25, visible = true }`; the second value is `limit`.
fn filter(f: &Function, home: &Home, state: &NativeState, view: &StepView, v: &Given) -> Result<(Filter, usize)> {
    let what = f;
    let Given::Table(t) = v else {
        let message = format!("{what} needs a filter table: {what} {{ faction = \"prey\", within = 25 }}");
        return Err(Error::runtime(message));
    };
    plain::charge_for_slots(t.slots())?;
    let mut query = NO_FILTER;
    let names = home.names();
    if !t.each_plain(|key, value| keep(&mut query, &names, state, view, key, value)) {
        query = unusual_filter(what, view, t)?;
    }
    let (filter, limit) = query;
    match filter.within {
        m if m >= 0.0 => Ok((filter, limit as usize)),
        m if m.is_nan() => Err(Error::runtime(format!("{what}: {NO_WITHIN}"))),
        m => Err(Error::runtime(format!("{what}: within is {m}; a distance cannot be negative"))),
    }
}

/// Keeps an entry of a filter; false when it is not written as usual, or wrong.
fn keep(query: &mut Query, names: &Names, state: &NativeState, view: &StepView, key: RawKey, value: RawValue) -> bool {
    let RawKey::String(name) = key else { return false };
    match (names.entry(name).map(|at| (FILTER[at].1, FILTER[at].0.ty)), value) {
        (Some((Kept::Name(of), Type::Word(domain))), RawValue::String(s)) => {
            let Ok(name) = std::str::from_utf8(s) else { return false };
            let known = state.found.borrow_mut().get(domain, name, || look_up(&view.catalogue, domain, name));
            let symbol = known.symbol.filter(|_| budget::affords(known.looked_at / NAMES_PER_COUNT));
            *of(query) = symbol;
            return symbol.is_some();
        }
        (Some((Kept::Number(of), _)), RawValue::Number(n)) if n.abs() < MAX_NUMBER => *of(query) = n as f32,
        (Some((Kept::Flag(of), _)), RawValue::Bool(b)) => *of(query) = b,
        _ => return false,
    }
    true
}

/// Reads a filter whose entries are not all written as usual, or says what is wrong with it.
#[cold]
fn unusual_filter(what: impl Display + Copy, view: &StepView, t: &RawTable) -> Result<Query> {
    let mut query = NO_FILTER;
    for (key, v) in entries_by_name(what, t)? {
        let name = key.as_str();
        match FILTER.iter().find(|f| f.0.name == name).map(|f| (f.1, f.0.ty)) {
            Some((Kept::Name(of), Type::Word(domain))) => *of(&mut query) = Some(in_use(what, domain, view, &v)?),
            Some((Kept::Number(of), _)) => *of(&mut query) = wide(what, name, &v)? as f32,
            Some((Kept::Flag(of), _)) => match v {
                Given::Boolean(b) => *of(&mut query) = b,
                other => return Err(mistyped(what, name, Type::Boolean, &other)),
            },
            _ => return Err(unknown(&format!("the filter of {what}"), name, ShapeName::Filter.names())),
        }
    }
    Ok(query)
}

/// The entries of a filter in the order of their names, so that the same one is reported wherever its keys lie in memory.
fn entries_by_name<'a>(what: impl Display, t: &RawTable<'a>) -> Result<Vec<(String, Given<'a>)>> {
    let mut entries = Vec::with_capacity(FILTER.len());
    let mut fits = true;
    t.each(|key, value| {
        fits = entries.len() < FILTER.len();
        entries.push((key.key_name(), value));
        fits
    });
    if !fits {
        return Err(Error::runtime(format!("{what}: a filter has {} entries at most", FILTER.len())));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(entries)
}

/// The symbol of a faction, a behaviour or a state of the mods. Names that were in use once are no mistake: after a
/// behaviour's file was deleted, a filter that names it finds nothing.
fn in_use(what: impl Display, domain: Domain, view: &StepView, v: &Given) -> Result<Symbol> {
    let Given::String(_) = v else { return Err(mistyped(what, domain.noun(), Type::Word(domain), v)) };
    let (s, c) = (v.key_name(), &view.catalogue);
    if let Some(symbol) = symbol(c, domain, &s)? {
        return Ok(symbol);
    }
    let mut all = Vec::new();
    any_name(c, domain, |name| {
        all.push(name);
        false
    });
    let hint = suggestion(&s, all);
    Err(Error::runtime(format!("{what}: {}{hint}", domain.of_no_creature(&s))))
}

/// The symbol of a name that is or was in use. One that no creature ever had (no player in this world) has none of its own:
/// it fits no creature.
fn symbol(c: &Catalogue, domain: Domain, name: &str) -> Result<Option<Symbol>> {
    let FoundName { symbol, looked_at } = look_up(c, domain, name);
    budget::charge(looked_at / NAMES_PER_COUNT)?;
    Ok(symbol)
}

/// The same, and how many names were looked at, which is to be paid.
fn look_up(c: &Catalogue, domain: Domain, name: &str) -> FoundName {
    let mut looked_at = 0;
    let found = any_name(c, domain, |n| {
        looked_at += 1;
        n == name
    });
    FoundName { symbol: found.then(|| c.symbols.find(name).unwrap_or(Symbol(u16::MAX))), looked_at }
}

/// Whether `fits` holds for a name that a faction, a behaviour or a state has or had.
fn any_name<'a>(c: &'a Catalogue, domain: Domain, fits: impl FnMut(&'a str) -> bool) -> bool {
    let once = |names: &'a BTreeSet<String>| names.iter().map(String::as_str).chain([PLAYER]);
    match domain {
        Domain::Faction => c.species.iter().map(|s| s.body.faction.as_str()).chain(once(&c.once_factions)).any(fits),
        Domain::Behaviour => c.species.iter().map(|s| s.name.as_str()).chain(once(&c.once_behaviours)).any(fits),
        _ => c.species.iter().flat_map(|s| s.states.iter().map(|s| s.name.as_str())).any(fits),
    }
}
