//! The vocabulary: one plain word for one thing, in identifiers, comments, messages, scripts and documentation alike.

mod table;

use std::path::{Path, PathBuf};
use table::{TABLE, Term};

/// What is read: sources, documentation, scripts, and the tests with their names.
const READ: &[&str] = &["src", "docs", "scripts", "examples", "benches", "tests", "README.md", "Cargo.toml"];
const ENDINGS: &[&str] = &["rs", "md", "lua", "luau", "toml", "snap"];
/// Lists the words themselves.
const SKIPPED: &[&str] = &["tests/vocabulary", "benches/rivals/target"];

/// A word that is to be replaced: file, line (0: the file's name), and what to write.
#[derive(Debug)]
struct Finding {
    file: String,
    line: usize,
    word: &'static str,
    term: &'static Term,
    text: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { file, line, word, term, text } = self;
        write!(f, "{file}:{line}: \"{word}\": write {} ({})\n    {}", term.write, term.sense, text.trim())
    }
}

#[test]
fn sources_and_documentation_use_the_vocabulary() {
    let lines: Vec<String> =
        files().iter().flat_map(|(file, text)| findings(file, text)).map(|f| f.to_string()).collect();
    assert!(lines.is_empty(), "{} words to replace:\n{}", lines.len(), lines.join("\n"));
}

#[test]
fn every_exception_excuses_something() {
    let files = files();
    let lines: Vec<(&str, String)> = files
        .iter()
        .flat_map(|(file, text)| std::iter::once(file.as_str()).chain(text.lines()).map(|l| (file.as_str(), normal(l))))
        .collect();
    let mut unused = Vec::new();
    for term in TABLE {
        let held: Vec<_> = lines.iter().filter(|(f, l)| term.covers(f) && term.word_in(l).is_some()).collect();
        for (context, reason) in term.except {
            let others = |c: &str| c != *context;
            if !held.iter().any(|(f, l)| !term.excuses_file(f, others) && term.word_in(&term.rest(l, others)).is_some())
            {
                unused.push(format!("{}: \"{context}\" ({reason})", term.write));
            }
        }
        let elsewhere = lines.iter().any(|(f, l)| !term.covers(f) && term.word_in(l).is_some());
        if !term.within.is_empty() && !elsewhere {
            unused
                .push(format!("{}: no other folder has {:?}, so that the row can be about all", term.write, term.not));
        }
    }
    assert!(unused.is_empty(), "{} exceptions to delete:\n{}", unused.len(), unused.join("\n"));
}

#[test]
fn every_word_of_the_table_is_found_and_every_exception_passes() {
    for term in TABLE {
        assert_eq!(term.within.is_empty(), term.elsewhere.is_empty(), "{}: why only there?", term.write);
        let within = term.within.first().map_or("src", |w| w.trim_end_matches('/'));
        for word in term.not {
            let planted = format!("Here {word} occurs.");
            let found = findings(&format!("{within}/planted.rs"), &planted);
            assert!(found.iter().any(|f| f.word == *word), "{word} is not found in {within}");
        }
        for (context, reason) in term.except {
            assert!(!reason.is_empty(), "{context} gives no reason");
            if !is_path(context) {
                let of_term = |found: Vec<Finding>| found.into_iter().filter(|f| std::ptr::eq(f.term, term)).count();
                let sentence = format!("Here {context} occurs.");
                assert_eq!(of_term(findings(&format!("{within}/planted.rs"), &sentence)), 0, "{context} passes");
                let shown = term.not.iter().any(|word| contains(&normal(context), word));
                assert!(shown, "the exception '{context}' holds none of {:?}", term.not);
            }
        }
    }
}

#[test]
fn words_are_found_inside_identifiers_and_not_inside_other_words() {
    let words = |text: &str| findings("src/nav/a.rs", text).into_iter().map(|f| f.word).collect::<Vec<_>>();
    assert_eq!(words("struct HuntState; fn long_way() {}"), ["way", "hunt"]);
    assert_eq!(words("let waypoint = always; // towards the highway"), Vec::<&str>::new());
    assert_eq!(findings("src/nav/desk.rs", "").len(), 1, "a file's name counts");
}

/// The files that are read: name, content.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    READ.iter().for_each(|start| collect(&root.join(start), &mut paths));
    assert!(paths.len() > 300, "the files were found");
    let name = |path: &Path| path.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
    let read = paths.iter().map(|p| (name(p), std::fs::read_to_string(p).unwrap_or_default()));
    read.filter(|(file, _)| !SKIPPED.iter().any(|s| file.starts_with(s))).collect()
}

fn findings(file: &str, text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    let terms: Vec<&Term> = TABLE.iter().filter(|t| t.covers(file) && !t.excuses_file(file, |_| true)).collect();
    for (line, text) in std::iter::once(file).chain(text.lines()).enumerate() {
        let line_words = normal(text);
        for term in &terms {
            if term.word_in(&line_words).is_some() {
                let word = term.word_in(&term.rest(&line_words, |_| true));
                found.extend(word.map(|word| Finding {
                    file: file.to_owned(),
                    line,
                    word,
                    term,
                    text: text.to_owned(),
                }));
            }
        }
    }
    found
}

impl Term {
    fn covers(&self, file: &str) -> bool {
        self.within.is_empty() || self.within.iter().any(|w| file.starts_with(w))
    }

    fn excuses_file(&self, file: &str, used: impl Fn(&str) -> bool) -> bool {
        self.except.iter().any(|(context, _)| used(context) && is_path(context) && file.starts_with(context))
    }

    /// A line without the phrases that may hold the words.
    fn rest(&self, line: &str, used: impl Fn(&str) -> bool) -> String {
        let contexts = self.except.iter().filter(|(context, _)| used(context));
        contexts.fold(line.to_owned(), |rest, (context, _)| without(&rest, context))
    }

    fn word_in(&self, line: &str) -> Option<&'static str> {
        self.not.iter().copied().find(|word| contains(line, word))
    }
}

/// An exception that names a file or folder, not a phrase.
fn is_path(context: &str) -> bool {
    READ.iter().any(|r| context.starts_with(&format!("{r}/")) || context == *r)
}

/// Lower-case words: identifiers are split at underscores and capitals.
fn normal(text: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in text.chars() {
        if c.is_uppercase() && (before.is_lowercase() || before.is_numeric()) {
            out.push(' ');
        }
        out.extend(if c == '_' { ' ' } else { c }.to_lowercase());
        before = c;
    }
    out
}

/// Where a phrase begins in a line, between characters that are no letters or digits.
fn find(line: &str, phrase: &str) -> Option<usize> {
    let part_of_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    line.match_indices(phrase).map(|(at, _)| at).find(|at| {
        let after = &line[at + phrase.len()..];
        let starts_inside = phrase.starts_with(char::is_alphanumeric) && part_of_word(line[..*at].chars().next_back());
        let ends_inside = phrase.ends_with(char::is_alphanumeric) && part_of_word(after.chars().next());
        !starts_inside && !ends_inside
    })
}

fn contains(line: &str, phrase: &str) -> bool {
    find(line, phrase).is_some()
}

fn without(line: &str, phrase: &str) -> String {
    let mut line = line.to_owned();
    while let Some(at) = find(&line, phrase) {
        line.replace_range(at..at + phrase.len(), "·");
    }
    line
}

fn collect(path: &Path, out: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(path).expect("a readable folder").map(|e| e.expect("an entry").path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| collect(entry, out));
    } else if path.extension().is_some_and(|e| ENDINGS.iter().any(|x| e == *x)) {
        out.push(path.to_owned());
    }
}
