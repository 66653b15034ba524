//! From the tokens of a file to the modules, names, imports and paths in it.

use super::*;

/// Reads the tokens of one file into the tree.
pub(super) struct Parser<'a> {
    pub(super) tree: &'a mut Tree,
    pub(super) sources: &'a Sources,
    pub(super) tokens: &'a [Token<'a>],
    pub(super) at: usize,
    /// Macros of the file that declare modules: `$(mod $name;)*`, and whether they use them too: `$name::run()`.
    pub(super) declaring: Vec<(String, bool)>,
}

impl Parser<'_> {
    fn text(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("\0", |t| t.text)
    }

    fn word(&self, ahead: usize) -> Option<String> {
        self.tokens.get(self.at + ahead).filter(|t| t.is_word()).map(|t| t.text.to_owned())
    }

    fn line(&self) -> usize {
        self.tokens[self.at].line
    }

    /// Reads to the end of the file or to the `}` that closes an inline module.
    pub(super) fn module(&mut self, module: usize) {
        // A block hides its items, unless a macro that declares them gets it.
        let (mut blocks, mut test) = (Vec::new(), false);
        while self.at < self.tokens.len() {
            match self.text(0) {
                "#" => test |= self.attribute(),
                _ if test => {
                    self.skip_item(module);
                    test = false;
                }
                "{" => {
                    blocks.push(self.at == 0 || self.tokens[self.at - 1].text != "!");
                    self.at += 1;
                }
                "}" if blocks.pop().is_none() => return,
                "}" => self.at += 1,
                "pub" if self.text(1) == "(" => {
                    self.at += 1;
                    self.skip_group();
                }
                "use" => self.import(module),
                "mod" if self.word(1).is_some() => self.child(module),
                "macro_rules" if self.text(1) == "!" => self.define_macro(module),
                _ if self.text(1) == "!" && self.declaring.iter().any(|m| m.0 == self.text(0)) => self.children(module),
                "struct" | "enum" | "union" | "trait" | "type" | "fn" | "static" | "const"
                    if !blocks.contains(&true) && self.word(1).is_some_and(|w| w != "fn" && w != "mut") =>
                {
                    self.declare(module, 1, 1);
                }
                _ => self.code(module),
            }
        }
    }

    /// Records an item whose name lies `ahead`, and goes on by `by` tokens.
    fn declare(&mut self, module: usize, ahead: usize, by: usize) {
        if let Some(name) = self.word(ahead) {
            self.note_word(module);
            self.tree.modules[module].names.entry(name).or_insert(Name::Item);
        }
        self.at += by;
    }

    fn define_macro(&mut self, module: usize) {
        let name = self.word(2).unwrap_or_default();
        self.declare(module, 2, 3);
        let start = self.at;
        self.skip_group();
        let body = &self.tokens[start..self.at];
        if body.windows(2).any(|pair| pair[0].text == "mod" && pair[1].text == "$") {
            let uses = body.windows(3).any(|three| three[0].text == "$" && three[2].text == "::");
            self.declaring.push((name, uses));
        }
        self.at = start;
    }

    /// The modules that a call of a declaring macro names: the words that files are called.
    fn children(&mut self, module: usize) {
        let uses = self.declaring.iter().any(|(name, uses)| *uses && name == self.text(0));
        self.at += 2;
        let start = self.at;
        self.skip_group();
        for token in self.tokens[start..self.at].iter().filter(|t| t.is_word()) {
            self.add_child(module, token.text);
            if uses && self.tree.modules[module].children.contains_key(token.text) {
                self.note_use(module, vec![token.text.to_owned()], token.line, Form::Code);
            }
        }
    }

    fn note_use(&mut self, module: usize, path: Vec<String>, line: usize, form: Form) {
        self.tree.modules[module].uses.push(Use { path, line, form });
    }

    fn note_word(&mut self, module: usize) {
        if let Some(word) = self.word(0) {
            let line = self.line();
            self.tree.modules[module].words.push((word, line));
        }
    }

    /// Reads an attribute and says whether it keeps what follows for tests.
    fn attribute(&mut self) -> bool {
        self.at += 1;
        if self.text(0) == "!" {
            self.at += 1;
        }
        let start = self.at;
        self.skip_group();
        let words: Vec<&str> = self.tokens[start..self.at].iter().filter(|t| t.is_word()).map(|t| t.text).collect();
        words == ["test"] || (words.first() == Some(&"cfg") && words.contains(&"test") && !words.contains(&"not"))
    }

    /// Goes past a bracketed group; past one token where there is none.
    fn skip_group(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.tokens.len() {
            match self.text(0) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Goes past an item, a statement or a field that only tests have, and keeps the name of a test file.
    fn skip_item(&mut self, module: usize) {
        let is_item = ["pub", "fn", "mod", "use", "impl", "struct", "enum", "const", "static", "type", "trait"]
            .contains(&self.text(0));
        let is_use = (0..5).map(|i| self.text(i)).take_while(|t| *t != ";" && *t != "{").any(|t| t == "use");
        if let Some(at) = (0..5).find(|i| self.text(*i) == "mod" && self.text(i + 2) == ";") {
            let name = self.word(at + 1).unwrap_or_default();
            let files = self.files_of(module, &name);
            self.tree.tests.extend(files);
        }
        while self.at < self.tokens.len() {
            let end = match self.text(0) {
                ";" => true,
                "," => !is_item,
                "{" => !is_use,
                "}" => return,
                _ => false,
            };
            self.skip_group();
            if end {
                return;
            }
        }
    }

    /// The file of a child module and everything below its folder.
    fn files_of(&self, module: usize, child: &str) -> Vec<String> {
        let file = self.file_of(module, child);
        let folder = format!("{}/", file.trim_end_matches("/mod.rs").trim_end_matches(".rs"));
        self.sources.keys().filter(|f| **f == file || f.starts_with(&folder)).cloned().collect()
    }

    fn file_of(&self, module: usize, child: &str) -> String {
        let mut path = self.tree.modules[module].path.clone();
        path.push(child.to_owned());
        let flat = format!("{}.rs", path.join("/"));
        if self.sources.contains_key(&flat) { flat } else { format!("{}/mod.rs", path.join("/")) }
    }

    fn child(&mut self, module: usize) {
        let name = self.word(1).unwrap_or_default();
        let inline = self.text(2) == "{";
        self.at += 3;
        if inline {
            let mut path = self.tree.modules[module].path.clone();
            path.push(name.clone());
            let file = self.tree.modules[module].file.clone();
            let child = self.tree.open(&file, path);
            self.module(child);
            self.at += 1;
            self.tree.modules[module].children.insert(name, child);
        } else {
            self.add_child(module, &name);
        }
    }

    /// A child module in a file of its own, where there is one.
    fn add_child(&mut self, module: usize, name: &str) {
        let mut path = self.tree.modules[module].path.clone();
        path.push(name.to_owned());
        let file = self.file_of(module, name);
        if let Some(child) = self.tree.read(self.sources, &file, path) {
            self.tree.modules[module].children.insert(name.to_owned(), child);
        }
    }

    fn import(&mut self, module: usize) {
        let before = self.at.checked_sub(1).map_or("", |at| self.tokens[at].text);
        let form = if before == "pub" || before == ")" { Form::Export } else { Form::Import };
        self.at += 1;
        if self.text(0) == "::" {
            self.at += 1;
        }
        self.use_tree(module, &[], form);
    }

    /// One branch of a `use`: `a::b`, `a::{b, c as d}`, `a::*`.
    fn use_tree(&mut self, module: usize, base: &[String], form: Form) {
        let mut path = base.to_vec();
        loop {
            let line = self.tokens.get(self.at).map_or(0, |t| t.line);
            match self.text(0) {
                "{" => {
                    self.at += 1;
                    while self.at < self.tokens.len() && self.text(0) != "}" {
                        self.use_tree(module, &path, form);
                        if self.text(0) == "," {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return;
                }
                "*" => {
                    self.at += 1;
                    self.tree.modules[module].globs.push(path.clone());
                    let form = if form == Form::Import { Form::Glob } else { form };
                    self.note_use(module, path, line, form);
                    return;
                }
                _ => {}
            }
            let Some(word) = self.word(0) else { return };
            if word != "self" || path.is_empty() {
                path.push(word);
            }
            self.note_word(module);
            self.at += 1;
            if self.text(0) == "::" {
                self.at += 1;
                continue;
            }
            let mut name = path.last().cloned().unwrap_or_default();
            if self.text(0) == "as" {
                name = self.word(1).unwrap_or_default();
                self.at += 2;
            }
            if path != [name.as_str()] {
                self.tree.modules[module].names.insert(name, Name::Alias(path.clone()));
            }
            self.note_use(module, path, line, form);
            return;
        }
    }

    /// A token of ordinary code. A path in it is a use; so is a name alone: of a type, a constant, or something called.
    fn code(&mut self, module: usize) {
        let before = |by| self.at.checked_sub(by).map_or("", |at| self.tokens[at].text);
        let continues = before(1) == "::" || before(1) == "fn" || (before(1) == "." && before(2) != ".");
        let is_single = self.text(0).starts_with(char::is_uppercase) || ["(", "!"].contains(&self.text(1));
        let names = !continues && (is_single || self.text(1) == "::");
        self.note_word(module);
        if let Some(word) = self.word(0).filter(|_| names) {
            let line = self.line();
            let mut path = vec![word];
            let mut ahead = 1;
            while self.text(ahead) == "::" {
                let Some(word) = self.word(ahead + 1) else { break };
                path.push(word);
                ahead += 2;
            }
            self.note_use(module, path, line, Form::Code);
        }
        self.at += 1;
    }
}
