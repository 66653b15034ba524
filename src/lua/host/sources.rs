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
    /// Compiles and parses every file; one that fails does not keep the others from being read.
    pub(crate) fn read(mods: &ModSet, params: &ScriptParams) -> Self {
        let (mut sources, mut passed) = (Self::default(), Vec::new());
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
                let manifest = &manifests[m.manifest.name.as_str()];
                match compile(&label, text, params) {
                    Ok(bytecode) => passed.push((key, label, (manifest, keys.get(i + 1).cloned()), text, bytecode)),
                    Err(fault) => sources.refuse(&key, fault),
                }
            }
        }
        let labelled: Vec<(&str, &str)> = passed.iter().map(|(_, label, _, text, _)| (label.as_str(), *text)).collect();
        let trees = parse::parse_all(&labelled);
        for ((path, label, (manifest, below), _, bytecode), tree) in passed.into_iter().zip(trees) {
            match tree {
                Ok(tree) => {
                    sources.faults.extend(refusals(&label, &tree, Lifetime::Lasting));
                    let (counting, assigned_upvalues) = (params.coverage, assigned_upvalues(&tree));
                    let (mod_name, manifest) = (manifest.name.clone(), Arc::clone(manifest));
                    sources.files.push(File::new(path.clone(), label.clone(), tree, Arc::clone(&manifest)));
                    let file = CompiledFile { label, mod_name, manifest, below, bytecode, counting, assigned_upvalues };
                    sources.compiled.insert(path, file);
                }
                Err(fault) => sources.refuse(&path, fault),
            }
        }
        sources
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
    pub(crate) bytecode: Vec<u8>,
    /// Compiled so that it counts the lines that run.
    pub(crate) counting: bool,
    /// Functions (by line) that assign a variable of a function around them, and its name.
    pub(crate) assigned_upvalues: BTreeSet<(u32, String)>,
}
