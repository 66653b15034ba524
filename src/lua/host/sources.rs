//! The files of mods, compiled and parsed: what the loader runs, and what stays known of their source.

use crate::diag::Diagnostic;
use crate::lua::analysis::infer::File;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::machine;
use crate::lua::source::manifest::Manifest;
use crate::lua::source::mods::{ModSet, layer_key};
use crate::lua::source::parse;
use crate::lua::source::refusals::{Lifetime, assigned_upvalues, refusals};
use crate::lua::source::syntax::syntax_error;
use crate::lua::source::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Every file of the mods: what can be compiled, and what is wrong with the rest.
#[derive(Default)]
pub(crate) struct Sources {
    /// By path inside the mod.
    pub compiled: BTreeMap<String, CompiledFile>,
    /// The same files, parsed, in the same order.
    pub files: Vec<File>,
    pub faults: Vec<Diagnostic>,
    /// Paths of files that do not compile.
    pub broken: Vec<String>,
}

impl Sources {
    /// Compiles and parses every file; one that fails does not keep the others from being read. What has the text that it has in
    /// `known` is taken from there.
    pub(crate) fn read(mods: &ModSet, params: &ScriptParams, known: Option<&BTreeMap<String, CompiledFile>>) -> Self {
        let (mut sources, mut compiled) = (Self::default(), Vec::new());
        let manifests: BTreeMap<&str, Arc<Manifest>> =
            mods.mods.iter().map(|m| (m.manifest.name.as_str(), Arc::new(m.manifest.clone()))).collect();
        for path in mods.paths() {
            let layers = mods.layers(path);
            let keys: Vec<String> = (0..)
                .zip(&layers)
                .map(|(i, (m, _))| if i == 0 { path.to_owned() } else { layer_key(path, &m.manifest.name) })
                .collect();
            for (i, (m, text)) in layers.into_iter().enumerate() {
                let (label, key) = (format!("{}/{path}", m.label), keys[i].clone());
                let before = known.and_then(|files| files.get(&key)).map(|file| &file.code);
                let before = before.filter(|code| code.counting == params.coverage && code.text == text);
                let code = match before {
                    Some(code) => Ok(Code::Known(Arc::clone(code))),
                    None => compile(&label, text, params).map(|bytecode| Code::New { text, bytecode }),
                };
                let of = Origin { label, manifest: Arc::clone(&manifests[m.manifest.name.as_str()]) };
                match code {
                    Ok(code) => compiled.push((key, of, keys.get(i + 1).cloned(), code)),
                    Err(fault) => sources.refuse(&key, fault),
                }
            }
        }
        let new = compiled.iter().filter_map(|(_, of, _, code)| Some((of.label.as_str(), code.new_text()?)));
        let mut trees = parse::parse_all(&new.collect::<Vec<_>>()).into_iter();
        for (key, of, below, code) in compiled {
            let code = match code {
                Code::Known(code) => code,
                Code::New { text, bytecode } => match trees.next() {
                    Some(Ok(tree)) => Arc::new(FileCode::new(text, bytecode, tree, params.coverage)),
                    Some(Err(fault)) => {
                        sources.refuse(&key, fault);
                        continue;
                    }
                    None => continue,
                },
            };
            sources.add(key, of, below, code);
        }
        sources
    }

    fn add(&mut self, key: String, Origin { label, manifest }: Origin, below: Option<String>, code: Arc<FileCode>) {
        self.faults.extend(refusals(&label, &code.tree, Lifetime::Lasting));
        self.files.push(File::new(key.clone(), label.clone(), Arc::clone(&code.tree), Arc::clone(&manifest)));
        let mod_name = manifest.name.clone();
        self.compiled.insert(key, CompiledFile { label, mod_name, manifest, below, code });
    }

    fn refuse(&mut self, path: &str, fault: Diagnostic) {
        self.faults.push(fault);
        self.broken.push(path.to_owned());
    }
}

/// The bytecode of a file.
///
/// # Errors
/// It is too long, or is no Lua.
pub(crate) fn compile(label: &str, text: &str, params: &ScriptParams) -> Result<Vec<u8>, Diagnostic> {
    let limit = params.source_max_kb * 1024;
    if text.len() > limit {
        let message = format!("the file is {} bytes long; {limit} are allowed", text.len());
        return Err(Diagnostic::error(label, message));
    }
    machine::compile(text, params.coverage).map_err(|e| refused(label, text, &e))
}

/// A diagnostic for what the compiler refused.
pub(crate) fn refused(label: &str, text: &str, error: &mlua::Error) -> Diagnostic {
    match error {
        mlua::Error::SyntaxError { message, .. } => syntax_error(label, text, message),
        other => Diagnostic::error(label, other.to_string()),
    }
}

/// Where a file comes from.
struct Origin {
    label: String,
    manifest: Arc<Manifest>,
}

/// What a file comes to: known, or compiled and still to be parsed.
enum Code<'a> {
    Known(Arc<FileCode>),
    New { text: &'a str, bytecode: Vec<u8> },
}

impl<'a> Code<'a> {
    fn new_text(&self) -> Option<&'a str> {
        match self {
            Self::Known(_) => None,
            Self::New { text, .. } => Some(text),
        }
    }
}

/// One file, ready to run in any machine.
#[derive(Clone, Debug)]
pub struct CompiledFile {
    /// As shown to people: `scripts/npc/wolf.lua`.
    pub label: String,
    pub mod_name: String,
    /// Of its mod.
    pub(crate) manifest: Arc<Manifest>,
    /// The key of the file of a mod below that it extends.
    pub(crate) below: Option<String>,
    pub(crate) code: Arc<FileCode>,
}

impl CompiledFile {
    /// Whether another one runs in the same way, as long as what it uses does.
    pub fn is_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.code, &other.code)
            && (&self.label, &self.manifest, &self.below) == (&other.label, &other.manifest, &other.below)
    }
}

/// What the text of a file comes to, whatever lies beside it. Programs share that of files that did not change.
#[derive(Debug)]
pub(crate) struct FileCode {
    text: String,
    pub bytecode: Vec<u8>,
    tree: Arc<Tree>,
    /// Compiled so that it counts the lines that run.
    pub counting: bool,
    /// Functions (by line) that assign a variable of a function around them, and its name.
    pub assigned_upvalues: BTreeSet<(u32, String)>,
}

impl FileCode {
    fn new(text: &str, bytecode: Vec<u8>, tree: Tree, counting: bool) -> Self {
        let assigned_upvalues = assigned_upvalues(&tree);
        Self { text: text.to_owned(), bytecode, tree: Arc::new(tree), counting, assigned_upvalues }
    }
}
