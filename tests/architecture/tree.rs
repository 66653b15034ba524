//! The modules of a crate as its sources declare them: what each one names, and which file an imported name comes from
//! once re-exports are followed.

mod parser;

use crate::tokens::{Token, tokens};
use parser::Parser;
use std::collections::BTreeMap;
use std::path::Path;

/// The sources of a crate: path below `src` → text.
pub(crate) type Sources = BTreeMap<String, String>;

/// A module, a file's or an inline one.
pub(crate) struct Module {
    /// Names from the crate's root on; empty for the root.
    pub path: Vec<String>,
    pub file: String,
    children: BTreeMap<String, usize>,
    names: BTreeMap<String, Name>,
    pub uses: Vec<Use>,
    /// Words of the code outside tests, with their lines.
    pub words: Vec<(String, usize)>,
}

/// What a module declares besides its children, whose names are apart: `mod turn; pub use turn::turn;` is both.
enum Name {
    Item,
    /// Imported or re-exported from this path.
    Alias(Vec<String>),
}

/// A path that a module names in a `use` or in its code, as it is written.
pub(crate) struct Use {
    pub path: Vec<String>,
    pub line: usize,
}

/// Where a path leads.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Origin {
    Module(usize),
    /// A crate of this name.
    Outside(String),
}

pub(crate) struct Tree {
    pub modules: Vec<Module>,
    /// Files that belong to tests alone.
    pub tests: Vec<String>,
}

const ROOT: usize = 0;
/// More links than any honest chain of re-exports has: the end of a chain that closes on itself.
const MAX_LINKS: usize = 32;

impl Module {
    fn knows(&self, name: &str) -> bool {
        self.children.contains_key(name) || self.names.contains_key(name)
    }
}

impl Tree {
    /// The modules that `lib.rs` reaches, those under `cfg(test)` left out.
    pub(crate) fn of(sources: &Sources) -> Self {
        let mut tree = Self { modules: Vec::new(), tests: Vec::new() };
        tree.read(sources, "lib.rs", Vec::new());
        tree
    }

    /// Reads a file as a module; nothing where there is no such file.
    fn read(&mut self, sources: &Sources, file: &str, path: Vec<String>) -> Option<usize> {
        let tokens = tokens(sources.get(file)?);
        let module = self.open(file, path);
        Parser { tree: self, sources, tokens: &tokens, at: 0, declaring: Vec::new() }.module(module);
        Some(module)
    }

    fn open(&mut self, file: &str, path: Vec<String>) -> usize {
        let (children, names, uses, words) = Default::default();
        self.modules.push(Module { path, file: file.to_owned(), children, names, uses, words });
        self.modules.len() - 1
    }

    /// The modules whose names a path goes through, and where the named thing was declared.
    pub(crate) fn resolve(&self, from: usize, path: &[String]) -> (Vec<usize>, Option<Origin>) {
        let mut through = Vec::new();
        let origin = self.follow(from, path, &mut through, 0);
        (through, origin)
    }

    fn follow(&self, from: usize, path: &[String], through: &mut Vec<usize>, links: usize) -> Option<Origin> {
        let (head, rest) = path.split_first()?;
        if links > MAX_LINKS {
            return None;
        }
        match head.as_str() {
            "crate" => self.descend(ROOT, rest, through, links),
            "self" => self.descend(from, rest, through, links),
            "super" => self.descend(self.parent(from)?, rest, through, links),
            name if self.modules[from].knows(name) => self.descend(from, path, through, links),
            name => Some(Origin::Outside(name.to_owned())),
        }
    }

    fn descend(&self, module: usize, path: &[String], through: &mut Vec<usize>, links: usize) -> Option<Origin> {
        let Some((head, rest)) = path.split_first() else {
            return Some(Origin::Module(module));
        };
        if head == "super" {
            return self.descend(self.parent(module)?, rest, through, links);
        }
        let here = &self.modules[module];
        match (here.children.get(head), here.names.get(head)) {
            (Some(child), name) if !rest.is_empty() || name.is_none() => {
                through.push(module);
                self.descend(*child, rest, through, links)
            }
            (_, Some(Name::Alias(target))) => {
                through.push(module);
                let path: Vec<String> = target.iter().chain(rest).cloned().collect();
                self.follow(module, &path, through, links + 1)
            }
            // A variant, an associated item, or a name that a macro made: it lies here.
            _ => Some(Origin::Module(module)),
        }
    }

    fn parent(&self, module: usize) -> Option<usize> {
        let path = &self.modules[module].path;
        let parent = &path[..path.len().checked_sub(1)?];
        self.modules.iter().position(|m| m.path == parent)
    }
}

/// Every Rust file below a folder.
pub(crate) fn read_sources(folder: &Path) -> Sources {
    let mut sources = Sources::new();
    collect(folder, folder, &mut sources);
    sources
}

fn collect(root: &Path, folder: &Path, sources: &mut Sources) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, sources);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let name = path.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
            sources.insert(name, std::fs::read_to_string(&path).expect("a readable file"));
        }
    }
}
