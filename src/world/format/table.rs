//! One table of a TOML document: typed, checked access to its keys.

use super::doc::{integer, number, real};
use super::{Doc, Span, describe, numbers};
use crate::diag::nearest;
use crate::geom::Vec2;
use std::str::FromStr;
use strum::VariantNames;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table of the document. Readers return `None` where a key is absent, and also where its value is wrong: then they
/// have reported it.
#[derive(Clone)]
pub(super) struct Table<'a> {
    pub doc: &'a Doc<'a>,
    pub table: &'a DeTable<'a>,
    pub span: Span,
    /// How messages call it: `[[object]]`, `box`.
    pub what: &'static str,
}

/// The key of this format for a key that other formats use.
fn in_spirit(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "height" | "hight" | "heigth" | "tall" => "top",
        "pos" | "position" | "place" | "location" => "at",
        "angle" | "rotation" | "rotate" | "rot" => "turn",
        "creature" | "kind" | "type" | "species" | "npc" => "behaviour",
        "number" | "amount" | "n" => "count",
        "bottom" | "from" => "base",
        "rect" | "region" | "bounds" | "box" => "area",
        "prefabs" => "prefab",
        "objects" => "object",
        "doors" => "door",
        "spawns" | "spawner" => "spawn",
        _ => return None,
    })
}

impl<'a> Table<'a> {
    /// Complains about keys that mean nothing here.
    pub(super) fn allow(&self, keys: &[&str]) {
        let mut strange: Vec<_> = self.table.keys().filter(|k| !keys.contains(&k.get_ref().as_ref())).collect();
        // The first in the file are reported, not the first by name.
        strange.sort_by_key(|k| k.span().start);
        for key in strange {
            if !self.doc.has_room() {
                break;
            }
            let hint = match in_spirit(key.get_ref()).filter(|k| keys.contains(k)) {
                Some(meant) => Some(format!("did you mean '{meant}'?")),
                None => self.doc.did_you_mean(key.get_ref(), keys.iter().copied()),
            };
            self.doc.error(&key.span(), format!("{} has no key '{}'", self.what, key.get_ref().escape_debug()), hint);
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    /// The place of a key's value, else of the table itself.
    pub(super) fn place(&self, key: &str) -> Span {
        self.get(key).map_or(self.span.clone(), Spanned::span)
    }

    /// Complains where a key is missing; not where it is misspelt, because [`Table::allow`] reports that.
    pub(super) fn need(&self, key: &str, example: &str) {
        if self.get(key).is_none() && !self.misspelt(key) {
            self.wrong(key, format!("{} needs '{key}'", self.what), Some(format!("for example: {key} = {example}")));
        }
    }

    /// Whether another key is a misspelling of this one.
    pub(super) fn misspelt(&self, key: &str) -> bool {
        let meant = |k: &str| k != key && (nearest(k, [key]).is_some() || in_spirit(k) == Some(key));
        self.table.keys().any(|k| meant(k.get_ref()))
    }

    /// Reports that a key's value is wrong.
    pub(super) fn wrong(&self, key: &str, message: impl Into<String>, hint: Option<String>) {
        self.doc.error(&self.place(key), message, hint);
    }

    /// [`Table::wrong`], where nothing can be read without that key.
    pub(super) fn fail<T>(&self, key: &str, message: impl Into<String>, hint: Option<String>) -> Option<T> {
        self.wrong(key, message, hint);
        None
    }

    fn expected(&self, key: &str, wanted: &str, got: &Spanned<DeValue>) {
        let hint = match got.get_ref() {
            DeValue::Table(_) if wanted.contains("list of tables") => Some(format!("write [[{key}]]")),
            DeValue::String(s) if wanted.contains("number") && s.trim().parse::<f64>().is_ok() => {
                Some(format!("write it without quotes: {key} = {}", s.trim()))
            }
            DeValue::Integer(_) | DeValue::Float(_) if wanted.contains("string") => {
                Some("strings are written in quotes: \"…\"".into())
            }
            _ if wanted.contains("[x0, y0, x1, y1]") => Some(format!("for example: {key} = [10, 10, 40, 30]")),
            _ if wanted.contains("[x, y]") => Some(format!("for example: {key} = [12.5, 8]")),
            _ => None,
        };
        self.doc.error(&got.span(), format!("'{key}' must be {wanted}, got {}", describe(got.get_ref())), hint);
    }

    /// A key's value as `read` takes it; reports one that it does not take.
    fn read<T>(
        &self,
        key: &str,
        wanted: impl std::fmt::Display,
        read: impl FnOnce(&'a DeValue<'a>) -> Option<T>,
    ) -> Option<T> {
        let value = self.get(key)?;
        let found = read(value.get_ref());
        if found.is_none() {
            self.expected(key, &wanted.to_string(), value);
        }
        found
    }

    /// A string of 1 to `longest` characters without control characters.
    pub(super) fn text(&self, key: &str, longest: usize) -> Option<&'a str> {
        let fits = |s: &&str| !s.trim().is_empty() && s.chars().count() <= longest && !s.contains(char::is_control);
        self.read(key, format_args!("a string of 1 to {longest} characters on one line"), |v| v.as_str().filter(fits))
    }

    /// A list of so many strings at most.
    pub(super) fn texts(&self, key: &str, longest: usize, most: usize) -> Option<Vec<&'a str>> {
        let fits = |s: &&str| !s.trim().is_empty() && s.chars().count() <= longest && !s.contains(char::is_control);
        self.read(key, format_args!("a list of at most {most} strings"), |v| {
            let all = v.as_array().filter(|a| a.len() <= most)?;
            all.iter().map(|v| v.get_ref().as_str().filter(fits)).collect()
        })
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        self.read(key, "true or false", DeValue::as_bool)
    }

    /// A whole number within `range`.
    pub(super) fn whole(&self, key: &str, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
        self.read(key, format_args!("a whole number from {} to {}", range.start(), range.end()), |v| {
            integer(v).and_then(|n| u32::try_from(n).ok()).filter(|n| range.contains(n))
        })
    }

    /// A number with `low <= number <= high`.
    pub(super) fn number(&self, key: &str, low: f32, high: f32) -> Option<f32> {
        self.read(key, format_args!("a number from {low} to {high}"), |v| {
            number(v).map(|n| n as f32).filter(|n| (low..=high).contains(n))
        })
    }

    /// The same, or `inf`.
    pub(super) fn number_or_inf(&self, key: &str, low: f32, high: f32) -> Option<f32> {
        self.read(key, format_args!("a number from {low} to {high}, or inf"), |v| {
            real(v).map(|n| n as f32).filter(|n| (low..=high).contains(n) || *n == f32::INFINITY)
        })
    }

    /// `[x, y]` in metres.
    pub(super) fn pair(&self, key: &str) -> Option<Vec2> {
        self.read(key, "two numbers of metres, [x, y]", |v| <[f32; 2]>::try_from(numbers(v)?).ok().map(Vec2::from))
    }

    /// `[[x, y], …]` in metres.
    pub(super) fn places(&self, key: &str) -> Option<Vec<Vec2>> {
        let place = |v: &Spanned<DeValue>| <[f32; 2]>::try_from(numbers(v.get_ref())?).ok().map(Vec2::from);
        self.read(key, "a list of places in metres, [[0, 40], [60, 45]]", |v| v.as_array()?.iter().map(place).collect())
    }

    /// `[x0, y0, x1, y1]` in metres.
    pub(super) fn rectangle(&self, key: &str) -> Option<[f32; 4]> {
        self.read(key, "four numbers of metres, [x0, y0, x1, y1]", |v| numbers(v)?.try_into().ok())
    }

    /// The tables of `[[key]]`, or of `key = [{ … }, …]`; none when the key is absent.
    pub(super) fn tables(&self, key: &str, what: &'static str) -> Vec<Self> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let Some(array) = value.get_ref().as_array() else {
            self.expected(key, "a list of tables", value);
            return Vec::new();
        };
        let one = |item: &'a Spanned<DeValue<'a>>| match item.get_ref().as_table() {
            Some(table) => Some(Self { doc: self.doc, table, span: item.span(), what }),
            None => {
                self.expected(key, "a list of tables", item);
                None
            }
        };
        array.iter().filter_map(one).collect()
    }

    /// The tables of a key, of which a map may have so many.
    pub(super) fn few_tables(&self, key: &str, what: &'static str, most: usize) -> Vec<Self> {
        let mut tables = self.tables(key, what);
        if let Some(extra) = tables.get(most) {
            extra.doc.error(&extra.span, format!("{} has at most {most} [[{key}]]", self.what), None);
            tables.truncate(most);
        }
        tables
    }

    /// The table of `[key]`.
    pub(super) fn table(&self, key: &str, what: &'static str) -> Option<Self> {
        let table = self.read(key, "a table", DeValue::as_table)?;
        Some(Self { doc: self.doc, table, span: self.place(key), what })
    }

    /// The named tables of `[key.NAME]`, in order of name.
    pub(super) fn named_tables(&self, key: &str, what: &'static str) -> Vec<(&'a str, Span, Self)> {
        let Some(all) = self.table(key, what) else { return Vec::new() };
        let names: Vec<_> = all.table.iter().map(|(name, _)| (name.get_ref().as_ref(), name.span())).collect();
        names.into_iter().filter_map(|(name, span)| Some((name, span, all.table(name, what)?))).collect()
    }

    /// One of the words that name the variants of an enum.
    pub(super) fn word<T: FromStr + VariantNames>(&self, key: &str) -> Option<T> {
        let text = self.text(key, 40)?;
        let meant = text.parse().ok();
        if meant.is_none() {
            let hint = self.doc.did_you_mean(text, T::VARIANTS.iter().copied());
            self.wrong(key, format!("'{key}' cannot be '{}'", text.escape_debug()), hint);
        }
        meant
    }
}
