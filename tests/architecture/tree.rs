//! The modules of a crate as its sources declare them: what each one names, and which file an imported name comes from
//! once re-exports are followed.

mod parser;

use crate::tokens::{Token, tokens};
use parser::Parser;
use std::collections::{BTreeMap, BTreeSet};
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
    /// The paths of `use path::*`.
    globs: Vec<Vec<String>>,
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
    pub form: Form,
}

/// How a path is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Import,
    /// `use path::*`: everything at once.
    Glob,
    /// `pub use`: hands on what others declare.
    Export,
    /// Outside a `use`.
    Code,
}

/// Where a path leads.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Origin {
    /// To a module itself.
    Module(usize),
    /// To what a module declares.
    Item(usize),
    /// A crate of this name.
    Outside(String),
}

impl Origin {
    pub(crate) fn module(&self) -> Option<usize> {
        match self {
            Self::Module(module) | Self::Item(module) => Some(*module),
            Self::Outside(_) => None,
        }
    }
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
        let (children, names, globs, uses, words) = Default::default();
        self.modules.push(Module { path, file: file.to_owned(), children, names, globs, uses, words });
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
            name => match self.knowing(from, name, &mut BTreeSet::new()) {
                Some(module) => self.descend(module, path, through, links),
                None => Some(Origin::Outside(name.to_owned())),
            },
        }
    }

    /// The module that declares or imports a name by itself: this one, or one that it imports everything from.
    fn knowing(&self, module: usize, name: &str, seen: &mut BTreeSet<usize>) -> Option<usize> {
        if self.modules[module].knows(name) {
            return Some(module);
        }
        if !seen.insert(module) {
            return None;
        }
        self.modules[module].globs.iter().find_map(|glob| match self.glob(module, glob) {
            Some(Origin::Module(all)) => self.knowing(all, name, seen),
            _ => None,
        })
    }

    /// Where the path of a `use path::*` leads, unless its own first name came in by a glob.
    fn glob(&self, module: usize, path: &[String]) -> Option<Origin> {
        let head = path.first()?.as_str();
        let known = ["crate", "self", "super"].contains(&head) || self.modules[module].knows(head);
        if known { self.follow(module, path, &mut Vec::new(), 1) } else { None }
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
            (_, Some(Name::Item)) => Some(Origin::Item(module)),
            // A variant, an associated item, or a name that a macro made lies here, unless all of another module does.
            _ => match self.knowing(module, head, &mut BTreeSet::new()) {
                Some(other) if links < MAX_LINKS => {
                    through.push(module);
                    self.descend(other, path, through, links + 1)
                }
                _ => Some(Origin::Item(module)),
            },
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
