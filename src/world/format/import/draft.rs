//! A native map that is made from one of another program: its text, and what each of its lines came from. So every other format has
//! the meaning, the limits and the checks of the native one, and can be written as it.

use crate::diag::Diagnostic;
use crate::world::World;
use crate::world::format::native;
use std::fmt::Write as _;
use toml::Value;

/// What a line of the draft came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Origin {
    /// The line of the file, from 1; 0: not known.
    pub line: u32,
    /// "layer 'walls', object 7 'gate'"; nothing: the map itself.
    pub what: String,
}

/// A map in the native format, and where it came from.
#[derive(Debug, Default)]
pub(in crate::world::format) struct Draft {
    text: String,
    lines: u32,
    /// The first line of each part, in order.
    origins: Vec<(u32, Origin)>,
}

impl Draft {
    /// The native map.
    pub(in crate::world::format) fn text(&self) -> &str {
        &self.text
    }

    /// What is written from here on came from there.
    pub(super) fn from(&mut self, origin: Origin) {
        self.origins.push((self.lines + 1, origin));
    }

    /// Writes one line, or several.
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.lines += 1 + line.bytes().filter(|b| *b == b'\n').count() as u32;
    }

    /// Begins a table: `[ground]`, `[[spawn]]`. At the top of the map there is none.
    pub(super) fn table(&mut self, header: &str) {
        self.line("");
        self.line(header);
    }

    /// Writes a key and its value.
    pub(super) fn key(&mut self, key: &str, value: &Value) {
        let mut line = String::new();
        // A key may be any text; values print as they are written within a line.
        _ = write!(line, "{} = {}", bare(key), value.to_string().replace(['\n', '\r'], " "));
        self.line(&line);
    }

    /// Writes keys and their values.
    pub(super) fn keys<'k>(&mut self, keys: impl IntoIterator<Item = (&'k str, Value)>) {
        keys.into_iter().for_each(|(key, value)| self.key(key, &value));
    }

    /// Writes rows of letters, or of words.
    pub(super) fn text_rows(&mut self, rows: impl IntoIterator<Item = String>) {
        self.line("rows = '''");
        rows.into_iter().for_each(|row| self.line(&row));
        self.line("'''");
    }

    /// Reads it as a map from `file`: what is wrong is said of what it came from.
    pub(in crate::world::format) fn read(&self, file: &str) -> (Option<World>, Vec<Diagnostic>) {
        let (mut world, mut found) = native::read(file, self.text.as_bytes());
        let origin_of = |line: u32| {
            let part = self.origins.partition_point(|(first, _)| *first <= line);
            part.checked_sub(1).map(|i| self.origins[i].1.clone()).unwrap_or_default()
        };
        for spawn in world.iter_mut().flat_map(|world| &mut world.spawns) {
            spawn.line = origin_of(spawn.line).line;
            spawn.settings.iter_mut().for_each(|setting| setting.line = origin_of(setting.line).line);
        }
        for problem in found.iter_mut().filter(|problem| problem.file == file) {
            let origin = origin_of(problem.line);
            (problem.line, problem.column) = (origin.line, 0);
            if !origin.what.is_empty() {
                problem.message = format!("{}: {}", origin.what, problem.message);
            }
        }
        (world, found)
    }
}

/// A key as it is written: in quotes where it must be.
fn bare(key: &str) -> String {
    let plain = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if plain { key.to_owned() } else { Value::String(key.to_owned()).to_string().replace(['\n', '\r'], " ") }
}
