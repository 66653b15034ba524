//! A validated whole: every file compiled, run once in a scratch machine, and read as data.

use crate::agent::{Catalogue, Handler, PLAYER, Species, Symbols};
use crate::diag::{Diagnostic, did_you_mean};
use crate::lua::api::domain::TACTICS;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::behaviour::Reader;
use crate::lua::host::compiled::CompiledFile;
use crate::lua::host::machine::compiler;
use crate::lua::host::{behaviour, loader, sandbox};
use crate::lua::source::lint;
use crate::lua::source::lint::Lint;
use crate::lua::source::mods::ModSet;
use mlua::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Everything that scripts are, at one moment. Never changes; a reload makes another.
#[derive(Clone, Debug)]
pub struct Program {
    pub catalogue: Arc<Catalogue>,
    /// By path inside the mod.
    pub files: Arc<BTreeMap<String, CompiledFile>>,
    /// How many behaviours use a file: 1 for a behaviour's own.
    pub users: BTreeMap<String, u32>,
    /// Modules that each file requires, itself and through others.
    pub needs: BTreeMap<String, BTreeSet<String>>,
    /// In words: which mod's file replaces which other's.
    pub replacements: Vec<String>,
}

/// Names that have a symbol whether or not a behaviour uses them: the tactical states, and the player.
pub fn reserved_names() -> impl Iterator<Item = &'static str> {
    TACTICS.into_iter().chain([PLAYER])
}

impl Program {
    /// Checks and compiles everything. Symbols of `previous` stay what they were.
    ///
    /// # Errors
    /// Every fault found, in order of file and line; nothing is loaded then.
    pub fn load(mods: &ModSet, params: &ScriptParams, previous: Option<&Catalogue>) -> Result<Self, Vec<Diagnostic>> {
        let (mut files, mut lints, mut faults) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        for path in mods.paths() {
            let Some((m, text)) = mods.file(path) else { continue };
            let label = format!("{}/{path}", m.label);
            match compile(&label, text, params) {
                Ok((bytecode, lint)) => {
                    faults.extend(lint.faults.iter().cloned());
                    let file = CompiledFile::new(label, m.manifest.name.clone(), bytecode, &lint, params.coverage);
                    lints.insert(path.to_owned(), lint);
                    files.insert(path.to_owned(), file);
                }
                Err(fault) => faults.push(fault),
            }
        }
        if !faults.is_empty() {
            return Err(in_order(faults));
        }
        let files = Arc::new(files);
        let machine = sandbox::machine(params).map_err(|e| vec![crate::lua::host::fault::diagnose(&e, "")])?;
        let loaded = loader::load(&machine, &files, params.instructions_per_load).map_err(in_order)?;
        let before = previous.cloned().unwrap_or_default();
        let (mut once_behaviours, mut once_factions) = (before.once_behaviours, before.once_factions);
        for species in before.species {
            once_behaviours.insert(species.name);
            once_factions.insert(species.body.faction);
        }
        let mut catalogue = Catalogue { symbols: before.symbols, species: Vec::new(), once_behaviours, once_factions };
        for name in reserved_names() {
            catalogue.symbols.intern(name);
        }
        for (path, value) in &loaded.behaviours {
            let (Some(file), Some(lint)) = (files.get(path), lints.get(path)) else { continue };
            catalogue.species.extend(read(path, &file.label, lint, value, &mut catalogue.symbols, &mut faults));
        }
        if !faults.is_empty() {
            return Err(in_order(faults));
        }
        let player = Species::player(&mut catalogue.symbols);
        catalogue.species.push(player);
        catalogue.species.sort_by(|a, b| a.name.cmp(&b.name));
        let users = users(&files, &loaded.needs);
        Ok(Self {
            catalogue: Arc::new(catalogue),
            files,
            users,
            needs: loaded.needs,
            replacements: mods.replacements(),
        })
    }
}

pub(crate) fn compile(label: &str, text: &str, params: &ScriptParams) -> Result<(Vec<u8>, Lint), Diagnostic> {
    let limit = params.source_max_kb * 1024;
    if text.len() > limit {
        let message = format!("the file is {} bytes long; {limit} are allowed", text.len());
        return Err(Diagnostic::error(label, message));
    }
    let bytecode = compiler()
        .set_coverage_level(u8::from(params.coverage))
        .compile(text)
        .map_err(|e| lint::syntax_error(label, text, &e))?;
    Ok((bytecode, lint::check(label, text)?))
}

fn read(
    path: &str,
    label: &str,
    lint: &Lint,
    value: &Value,
    symbols: &mut Symbols,
    faults: &mut Vec<Diagnostic>,
) -> Option<Species> {
    let stem = path.trim_start_matches("npc/").trim_end_matches(".lua");
    let mut reader = Reader { file: label, stem, lint, faults: Vec::new(), meant: Vec::new() };
    let species = reader.species(value, symbols);
    faults.append(&mut reader.faults);
    let species = species?;
    let lines = handler_lines(value, label);
    for r in lint.returns.iter().filter(|r| lines.contains(&r.function_line)) {
        if !species.states.iter().any(|s| s.name == r.name) {
            let mut d =
                Diagnostic::error(label, format!("there is no state '{}' to change to", r.name)).at(r.line, r.column);
            d.hint = did_you_mean(&r.name, species.states.iter().map(|s| s.name.as_str()));
            faults.push(d);
        }
    }
    Some(species)
}

/// Lines on which the handlers of this file begin whose answer is the name of a state.
fn handler_lines(value: &Value, label: &str) -> Vec<u32> {
    let Value::Table(t) = value else { return Vec::new() };
    let all = behaviour::handlers(t).unwrap_or_default();
    let asked = Handler::ALL.into_iter().filter(|h| !matches!(h, Handler::Leave | Handler::Died));
    let functions = asked.flat_map(|h| all.iter().filter_map(move |(_, f)| f[h as usize].as_ref()));
    functions
        .map(mlua::Function::info)
        .filter(|i| i.source.as_deref().is_some_and(|s| s.trim_start_matches('@') == label))
        .filter_map(|i| u32::try_from(i.line_defined?).ok())
        .collect()
}

fn users(files: &BTreeMap<String, CompiledFile>, needs: &BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, u32> {
    let behaviours = || files.keys().filter(|p| p.starts_with("npc/"));
    let count = |path: &String| {
        behaviours().filter(|b| *b == path || needs.get(*b).is_some_and(|n| n.contains(path))).count() as u32
    };
    files.keys().map(|path| (path.clone(), count(path))).collect()
}

fn in_order(mut faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    faults.sort_by(|a, b| (&a.file, a.line, a.column, &a.message).cmp(&(&b.file, b.line, b.column, &b.message)));
    faults.dedup();
    faults
}
