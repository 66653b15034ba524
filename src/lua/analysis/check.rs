//! Reading mods without running creatures: everything that can be known to be wrong from the text, told with its place.
//!
//! Files are compiled and their top level is run once in the sandbox, as at load; what handlers would do is worked out from
//! the syntax tree (`infer`) and judged by rules (`rules`). Where something can come from outside, nothing is claimed: an
//! error means that the line is wrong, not that it might be.

use crate::diag::{Diagnostic, Severity};
use crate::lua::analysis::infer::{File, Session, Uses};
use crate::lua::analysis::known::Known;
use crate::lua::analysis::rules::{self, Cast, Found};
use crate::lua::analysis::spec;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::compiled::CompiledFile;
use crate::lua::host::program;
use crate::lua::host::survey;
use crate::lua::source::lint;
use crate::lua::source::mods::ModSet;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What checking mods found.
#[derive(Debug, Default)]
pub struct Checked {
    /// Errors and warnings, in order of file and line.
    pub found: Vec<Diagnostic>,
    /// Names of all behaviours, also of those whose files are broken.
    pub behaviours: Vec<String>,
    /// Names in use; `None` when they could not be gathered.
    pub known: Option<Known>,
}

/// Checks every file of the mods as one program. Never fails: what cannot be read is among what was found.
pub fn check(mods: &ModSet, params: &ScriptParams) -> Checked {
    let mut desk = Desk::default();
    desk.read(mods, params);
    let mut behaviours: Vec<String> = mods.paths().into_iter().filter_map(behaviour_name).collect();
    behaviours.sort();
    desk.run(params);
    if let Err(e) = desk.apply_rules(params) {
        desk.found.push(Diagnostic::error("", format!("the checks cannot be made: {e}")));
    }
    Checked { found: in_order(desk.found), behaviours, known: desk.known }
}

/// What is wrong with a spec: the first mistake for which it cannot be compiled, or the names in it that do not exist.
pub fn check_spec(label: &str, text: &str, params: &ScriptParams, known: Option<&Known>) -> Vec<Diagnostic> {
    if let Err(fault) = program::compile(label, text, params) {
        return vec![fault];
    }
    match (lint::tree(label, text), known) {
        (Ok(tree), Some(known)) => spec::check(label, &tree, known),
        _ => Vec::new(),
    }
}

fn behaviour_name(path: &str) -> Option<String> {
    Some(path.strip_prefix("npc/")?.strip_suffix(".lua")?.to_owned())
}

/// The files on their way through the checks.
#[derive(Default)]
struct Desk {
    files: Vec<File>,
    texts: BTreeMap<String, String>,
    lints: BTreeMap<String, lint::Lint>,
    compiled: BTreeMap<String, CompiledFile>,
    /// Paths of files that cannot be read.
    broken: Vec<String>,
    found: Vec<Diagnostic>,
    known: Option<Known>,
}

impl Desk {
    /// Compiles and parses everything; a file that fails does not keep the others from being checked.
    fn read(&mut self, mods: &ModSet, params: &ScriptParams) {
        for path in mods.paths() {
            let Some((m, text)) = mods.file(path) else { continue };
            let label = format!("{}/{path}", m.label);
            self.texts.insert(label.clone(), text.to_owned());
            match program::compile(&label, text, params).and_then(|done| Ok((done, lint::tree(&label, text)?))) {
                Ok(((bytecode, lint), tree)) => {
                    self.found.extend(lint.faults.iter().cloned());
                    let file = CompiledFile::new(label.clone(), m.manifest.name.clone(), bytecode, &lint, false);
                    self.lints.insert(path.to_owned(), lint);
                    self.compiled.insert(path.to_owned(), file);
                    let uses = Uses::of(&tree);
                    self.files.push(File { path: path.to_owned(), label, tree, uses, members: None });
                }
                Err(fault) => {
                    self.found.push(fault);
                    self.broken.push(path.to_owned());
                }
            }
        }
    }

    /// Runs the top level of every file, as loading does, and reads the behaviours' tables.
    fn run(&mut self, params: &ScriptParams) {
        let files = Arc::new(std::mem::take(&mut self.compiled));
        let survey = match survey::survey(&files, &self.lints, &self.broken, params) {
            Ok(survey) => survey,
            Err(e) => return self.found.push(Diagnostic::error("", format!("the scripts cannot be run: {e}"))),
        };
        for file in &mut self.files {
            file.members = survey.members.get(&file.path).cloned();
        }
        self.found.extend(survey.faults);
    }

    fn apply_rules(&mut self, params: &ScriptParams) -> mlua::Result<()> {
        let mut known = Known::of_machine(params)?;
        known.incomplete = self.broken.iter().any(|p| p.starts_with("npc/"));
        let cast = {
            let session = Session::new(&self.files, &known, &self.broken);
            Cast::of(&session)
        };
        cast.tell(&mut known);
        let mut session = Session::new(&self.files, &known, &self.broken);
        cast.hand(&mut session);
        session.forget();
        session.hand_on();
        let mut found = Found::default();
        for file in 0..self.files.len() {
            rules::apply(&session, &cast, file, &mut found);
        }
        self.merge(found.all);
        self.known = Some(known);
        Ok(())
    }

    /// What the rules say about a line is more exact than what running it raised.
    fn merge(&mut self, ruled: Vec<Diagnostic>) {
        let same_line = |d: &Diagnostic, r: &Diagnostic| d.file == r.file && d.line == r.line;
        self.found.retain(|d| d.column > 0 || !ruled.iter().any(|r| r.severity == Severity::Error && same_line(d, r)));
        // Where a module's answer is missing is at its end.
        let nothing = "a module must return something";
        self.found.retain(|d| {
            !d.message.starts_with(nothing) || !ruled.iter().any(|r| r.file == d.file && r.message.starts_with(nothing))
        });
        for r in ruled {
            let told = |d: &Diagnostic| same_line(d, &r) && d.column == r.column;
            if !self.found.iter().any(told) {
                self.found.push(r);
            }
        }
        for d in self.found.iter_mut().filter(|d| d.line > 0 && d.column == 0) {
            if let Some(text) = self.texts.get(&d.file) {
                let line = text.lines().nth(d.line as usize - 1).unwrap_or("");
                let blank = line.chars().take_while(|c| c.is_whitespace()).count() as u32;
                let circle = d.message.starts_with("modules require").then(|| line.find("require")).flatten();
                d.column = circle.map_or(blank, |at| line[..at].chars().count() as u32) + 1;
                if circle.is_some() {
                    d.hint = Some("put what both need into a third file below lib/".into());
                }
                d.trace.clear();
            }
        }
    }
}

fn in_order(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by(|a, b| {
        (&a.file, a.line, a.column, b.severity, &a.message).cmp(&(&b.file, b.line, b.column, a.severity, &b.message))
    });
    found.dedup();
    found
}
