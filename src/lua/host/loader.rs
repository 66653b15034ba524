//! Runs a program's files in a machine: `require`, the order of loading, freezing what they return.

use crate::diag::{Code, Diagnostic};
use crate::lua::analysis::coverage::{Coverage, FunctionHits};
use crate::lua::host::machine::Machine;
use crate::lua::host::sources::CompiledFile;
use crate::lua::host::values::{Unknown, closest, kind_name};
use crate::lua::host::{budget, environment, fault, freeze, raw};
use crate::lua::source::mods::{NO_RESULT, is_module, module_name, module_path, no_module};
use mlua::chunk::ChunkMode;
use mlua::{Error, Function, Lua, Table, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The files of a program in one machine: its application data while they run, and afterwards for `require` in handlers.
#[derive(Default)]
pub(crate) struct Loading {
    files: Arc<BTreeMap<String, CompiledFile>>,
    globals: Option<Table>,
    /// The globals of each mod's files, by its name.
    environments: BTreeMap<String, Table>,
    /// What every file returned, by path.
    pub returned: BTreeMap<String, Value>,
    /// Addresses of what was frozen of them.
    frozen: BTreeSet<usize>,
    /// Paths being loaded at this moment, outermost first.
    chain: Vec<String>,
    failed: BTreeSet<String>,
    /// What each file compiled to, by its label: keeps what was counted of the lines that ran.
    chunks: BTreeMap<String, Function>,
    /// Modules that each file uses, itself and through others.
    pub needs: BTreeMap<String, BTreeSet<String>>,
    /// The error was raised only because a module had failed before.
    secondary: bool,
    /// A file was refused because of those that were being loaded at the time: what others returned may depend on which ran first.
    order_matters: bool,
}

/// Files that may be loading at one time, each required or extended by the one before: Luau's own stack has more levels.
const MOST_NESTED: usize = 100;

/// Why a module did not load although each of its lines is sound.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    /// It ended without `return`, or returned nil.
    #[error("{label}:1: {NO_RESULT}")]
    NoResult { label: String },
    /// It was required while it was being loaded: the paths from it to itself.
    #[error("modules require each other in a circle: {0}")]
    Circle(String),
    /// It was reached through too many others.
    #[error("files require or extend one another more than {MOST_NESTED} deep")]
    TooDeep,
}

impl Loading {
    /// For a spec, whose own calls of `require` are kept under its label.
    pub(crate) fn for_spec(mut self, label: &str) -> Self {
        self.chain = vec![label.to_owned()];
        self
    }

    /// What is kept of a program that ran here before: of files that are as they were, like all that they use. It is frozen, so it is what they
    /// would return again. `require` can be asked for any path: where other files exist, nothing is kept.
    fn keep(&mut self, before: &Self) {
        if before.order_matters || !before.files.keys().eq(self.files.keys()) {
            return;
        }
        let is_same = |path: &String| before.files[path].is_as(&self.files[path]) && before.returned.contains_key(path);
        for (path, file) in self.files.iter() {
            let needs = before.needs.get(path);
            if !is_same(path) || !needs.into_iter().flatten().all(is_same) {
                continue;
            }
            self.returned.insert(path.clone(), before.returned[path].clone());
            self.needs.extend(needs.map(|needs| (path.clone(), needs.clone())));
            let chunk = before.chunks.get(&file.label);
            self.chunks.extend(chunk.map(|chunk| (file.label.clone(), chunk.clone())));
            let environment = before.environments.get(&file.mod_name);
            self.environments.extend(environment.map(|made| (file.mod_name.clone(), made.clone())));
        }
    }
}

impl LoadError {
    pub(crate) fn code(&self) -> Option<Code> {
        match self {
            Self::NoResult { .. } => Some(Code::ModuleWithoutResult),
            Self::Circle(_) => Some(Code::ModuleCircle),
            Self::TooDeep => None,
        }
    }
}

/// Runs every file once, each under its own budget, and continues after a fault. Returns what the files left, and one
/// diagnostic for each that failed by its own fault; those that require one of the `broken` have none. `require` keeps to
/// the files that were loaded before until the first value is set as application data. Of those, what did not change does not run again.
pub(crate) fn load(
    machine: &Machine,
    files: &Arc<BTreeMap<String, CompiledFile>>,
    counts: u64,
    broken: &[String],
) -> (Loading, Vec<Diagnostic>) {
    let lua = &machine.lua;
    let mut loading = Loading {
        files: files.clone(),
        globals: Some(machine.globals.clone()),
        failed: broken.iter().cloned().collect(),
        ..Loading::default()
    };
    if let Some(before) = lua.app_data_ref::<Loading>() {
        loading.keep(&before);
    }
    let before = lua.set_app_data(loading);
    let mut faults = Vec::new();
    let mut kept: BTreeMap<&str, usize> = BTreeMap::new();
    for (path, file) in files.iter() {
        if with(lua, |l| l.failed.contains(path) || l.returned.contains_key(path)) {
            continue;
        }
        let before = lua.used_memory();
        let (result, _) = budget::limited(counts, machine.memory_limit, || run(lua, path));
        let of_mod = kept.entry(&file.mod_name).or_default();
        *of_mod += kept_since(lua, before);
        if *of_mod > machine.memory_limit / SHARE_OF_A_MOD {
            let (mb, most) = (*of_mod >> 20, (machine.memory_limit / SHARE_OF_A_MOD) >> 20);
            let message = format!("the files of mod '{}' keep {mb} MB in memory; {most} are allowed", file.mod_name);
            faults.push(Diagnostic::error(&file.label, message).hint("make large tables when they are needed"));
            continue;
        }
        let Err(e) = result else { continue };
        if fault::is_memory(&e) {
            raw::collect_all(lua);
        }
        if !with(lua, |l| std::mem::take(&mut l.secondary)) {
            let mut d = fault::diagnose(&e, &file.label);
            if let Some(unknown) = e.downcast_ref::<Unknown>() {
                (d.message, d.hint) = (unknown.what.clone(), unknown.hint.clone());
            }
            faults.push(d);
        }
    }
    let loading = before.map_or_else(|| lua.remove_app_data(), |before| lua.set_app_data(before));
    let mut loading: Loading = loading.unwrap_or_default();
    loading.needs = transitive(&loading.needs);
    (loading, faults)
}

/// A module's name is looked at, and shown where there is no such module.
const NAME_BYTES_PER_COUNT: u64 = 4;

/// The global `require`.
pub(crate) fn require(lua: &Lua, name: Value) -> mlua::Result<Value> {
    let Value::String(name) = name else {
        return Err(Error::runtime(format!("require needs a module's name, not {}", kind_name(&name))));
    };
    budget::charge(name.as_bytes().len() as u64 / NAME_BYTES_PER_COUNT)?;
    let name = name.to_string_lossy();
    let path = module_path(&name).filter(|path| {
        with(lua, |l| {
            let exists = l.files.contains_key(path) || l.failed.contains(path);
            if let Some(user) = l.chain.last().filter(|_| exists) {
                l.needs.entry(user.clone()).or_default().insert(path.clone());
            }
            exists
        })
    });
    path.map_or_else(|| Err(unknown_module(lua, &name)), |path| run(lua, &path))
}

/// How deep tables of a behaviour are merged: `states.rest.tick` is the deepest.
const MERGED_LEVELS: u32 = 3;
/// Counts for an entry of a table that is merged.
const MERGED_COST: u64 = 4;

/// The global `extend`: what the file below the running one returns, with changes.
pub(crate) fn extend(lua: &Lua, changes: &Table) -> mlua::Result<Table> {
    let key = with(lua, |l| {
        let user = l.chain.last()?.clone();
        let below = l.files.get(&user)?.below.clone()?;
        l.needs.entry(user).or_default().insert(below.clone());
        Some(below)
    });
    let Some(key) = key else {
        let message =
            "extend: no mod below has a behaviour of this name; a file that extends one ends with return extend { … }";
        return Err(Error::runtime(message));
    };
    match run(lua, &key)? {
        Value::Table(base) => merged(lua, &base, changes, MERGED_LEVELS),
        other => Err(Error::runtime(format!("extend: {key} returns {}, not a behaviour", kind_name(&other)))),
    }
}

/// A copy of a table with the entries of another in place of its own; tables in both are merged likewise.
fn merged(lua: &Lua, base: &Table, changes: &Table, levels: u32) -> mlua::Result<Table> {
    let all = lua.create_table()?;
    base.for_each(|key: Value, value: Value| {
        budget::charge(MERGED_COST)?;
        all.raw_set(key, value)
    })?;
    changes.for_each(|key: Value, value: Value| {
        budget::charge(MERGED_COST)?;
        let merged = match (base.raw_get(key.clone())?, value) {
            (Value::Table(old), Value::Table(new)) if levels > 1 => Value::Table(merged(lua, &old, &new, levels - 1)?),
            (_, value) => value,
        };
        all.raw_set(key, merged)
    })?;
    Ok(all)
}

/// What a file returns; runs it unless that has been done.
fn run(lua: &Lua, path: &str) -> mlua::Result<Value> {
    if let Some(done) = enter(lua, path)? {
        return Ok(done);
    }
    let result = execute(lua, path);
    with(lua, |l| {
        l.chain.pop();
        match &result {
            Ok(value) => drop(l.returned.insert(path.to_owned(), value.clone())),
            Err(_) => drop(l.failed.insert(path.to_owned())),
        }
    });
    result
}

/// What a file returned; when it has not run, it is being loaded from now on.
fn enter(lua: &Lua, path: &str) -> mlua::Result<Option<Value>> {
    with(lua, |l| {
        if let Some(done) = l.returned.get(path) {
            return Ok(Some(done.clone()));
        }
        if l.failed.contains(path) {
            l.secondary = true;
            return Err(Error::runtime(format!("{path} did not load")));
        }
        if let Some(at) = l.chain.iter().position(|p| p == path) {
            let circle: Vec<&str> = l.chain[at..].iter().map(String::as_str).chain([path]).collect();
            let circle = circle.join(" → ");
            l.order_matters = true;
            return Err(Error::external(LoadError::Circle(circle)));
        }
        if l.chain.len() >= MOST_NESTED {
            l.order_matters = true;
            return Err(Error::external(LoadError::TooDeep));
        }
        l.chain.push(path.to_owned());
        Ok(None)
    })
}

/// Bytes of a machine's memory that the files of one mod may keep: one part of so many. The rest is for creatures.
const SHARE_OF_A_MOD: usize = 4;
/// Growth that is not worth a collection to find out what of it is kept.
const LITTLE_GROWTH: usize = 1 << 20;

/// Bytes that a file keeps.
fn kept_since(lua: &Lua, before: usize) -> usize {
    if lua.used_memory().saturating_sub(before) > LITTLE_GROWTH {
        raw::collect_all(lua);
    }
    lua.used_memory().saturating_sub(before)
}

/// The globals of the files of the mod that a file belongs to.
pub(crate) fn environment(lua: &Lua, path: &str) -> mlua::Result<Option<Table>> {
    let (files, globals) = with(lua, |l| (l.files.clone(), l.globals.clone()));
    let (Some(file), Some(globals)) = (files.get(path), globals) else { return Ok(None) };
    if let Some(made) = with(lua, |l| l.environments.get(&file.mod_name).cloned()) {
        return Ok(Some(made));
    }
    let made = environment::of_mod(lua, &globals, &file.manifest)?;
    with(lua, |l| l.environments.insert(file.mod_name.clone(), made.clone()));
    Ok(Some(made))
}

fn execute(lua: &Lua, path: &str) -> mlua::Result<Value> {
    let files = with(lua, |l| l.files.clone());
    let (Some(file), Some(globals)) = (files.get(path), environment(lua, path)?) else { return Ok(Value::Nil) };
    let chunk = lua.load(&file.code.bytecode[..]).set_name(format!("@{}", file.label)).set_mode(ChunkMode::Binary);
    let chunk = chunk.set_environment(globals).into_function()?;
    if file.code.counting {
        with(lua, |l| l.chunks.insert(file.label.clone(), chunk.clone()));
    }
    let value: Value = chunk.call(())?;
    if value.is_nil() && is_module(path) {
        return Err(Error::external(LoadError::NoResult { label: file.label.clone() }));
    }
    // Modules live as long as what is loaded with them: a file need not look at theirs again.
    let mut frozen = with(lua, |l| std::mem::take(&mut l.frozen));
    let result = freeze::deep(lua, value.clone(), &files, &mut frozen);
    with(lua, |l| l.frozen = frozen);
    result.map_err(|e| Error::runtime(format!("{}:1: {e}", file.label).replace("runtime error: ", "")))?;
    Ok(value)
}

/// Paths of the modules that a file required so far, itself and through others.
pub(crate) fn required_by(lua: &Lua, user: &str) -> BTreeSet<String> {
    with(lua, |l| transitive(&l.needs)).remove(user).unwrap_or_default()
}

/// Adds which lines of the loaded files have run; of nothing unless they were compiled to count.
pub(crate) fn count_lines(lua: &Lua, into: &mut Coverage) {
    for (label, chunk) in &with(lua, |l| l.chunks.clone()) {
        let mut functions: Vec<FunctionHits> = Vec::new();
        chunk.coverage(|f| functions.push(f.hits.iter().map(|n| u32::try_from(*n).ok()).collect()));
        into.add_lines(label, &functions);
    }
}

fn unknown_module(lua: &Lua, name: &str) -> Error {
    let hint = with(lua, |l| closest(name, l.files.keys().filter_map(|p| module_name(p))));
    Error::external(Unknown { what: no_module(name), hint })
}

fn with<R>(lua: &Lua, f: impl FnOnce(&mut Loading) -> R) -> R {
    match lua.app_data_mut::<Loading>() {
        Some(mut l) => f(&mut l),
        None => f(&mut Loading::default()),
    }
}

/// What each file uses, itself and through others. Of many files that use one another, a set for each is as much work as a
/// search from each; as bits it is little.
fn transitive(direct: &BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    let names: BTreeSet<&String> = direct.iter().flat_map(|(user, used)| used.iter().chain([user])).collect();
    let names: Vec<&String> = names.into_iter().collect();
    let has = |row: &[u64], n: usize| row.get(n / 64).is_some_and(|bits| bits >> (n % 64) & 1 == 1);
    let row = |user: &&String| {
        let mut row = vec![0_u64; names.len().div_ceil(64)];
        let used = direct.get(*user).into_iter().flatten().filter_map(|name| names.binary_search(&name).ok());
        used.for_each(|n| row[n / 64] |= 1 << (n % 64));
        row
    };
    let mut rows: Vec<Vec<u64>> = names.iter().map(row).collect();
    // Warshall's algorithm: each file that uses another one uses what that uses.
    for (through, _) in names.iter().enumerate().filter(|(_, name)| direct.contains_key(**name)) {
        let used = std::mem::take(&mut rows[through]);
        for row in rows.iter_mut().filter(|row| has(row, through)) {
            row.iter_mut().zip(&used).for_each(|(bits, more)| *bits |= more);
        }
        rows[through] = used;
    }
    let all_of = |row: &Vec<u64>| (0..names.len()).filter(|n| has(row, *n)).map(|n| names[n].clone()).collect();
    let users = names.iter().zip(&rows).filter(|(name, _)| direct.contains_key(**name));
    users.map(|(user, row)| ((*user).clone(), all_of(row))).collect()
}
