//! Specs of behaviours that a later mod replaces: they run on the mods below that one.

use super::Batch;
use crate::lua::host::spec_host::SpecFile;
use crate::lua::source::mods::{ModSet, behaviour_name};
use std::collections::{BTreeMap, BTreeSet};

/// Specs with the place of their mod on the stack, as batches that share one stack each.
pub(super) fn split(mods: &ModSet, own: &BTreeSet<String>, files: Vec<(usize, SpecFile)>) -> Vec<Batch> {
    let mut by_height: BTreeMap<usize, (Vec<SpecFile>, BTreeSet<&str>)> = BTreeMap::new();
    for (at, file) in files {
        let (height, names) = height(mods, at, &file.source);
        let (files, replaced) = by_height.entry(height).or_default();
        files.push(file);
        replaced.extend(names);
    }
    let batch = |(height, (files, replaced)): (usize, (Vec<SpecFile>, BTreeSet<&str>))| {
        let below = ModSet { mods: mods.mods[..height].to_vec() };
        let own = own.iter().filter(|n| below.mods.iter().any(|m| m.manifest.name == **n)).cloned().collect();
        let note = mods.mods.get(height).map(|m| {
            let names: Vec<&str> = replaced.into_iter().collect();
            format!("without the mod '{}', which replaces {}", m.manifest.name, names.join(", "))
        });
        Batch { mods: below, own, files, note }
    };
    by_height.into_iter().map(batch).collect()
}

/// How many of the mods the spec of the one at `at` runs on, and which behaviours it names the next mod replaces.
fn height<'a>(mods: &'a ModSet, at: usize, text: &str) -> (usize, Vec<&'a str>) {
    let named = |name: &&str| text.contains(&format!("\"{name}\"")) || text.contains(&format!("'{name}'"));
    // Specs of all mods name the built-in creatures: a later mod that replaces one replaces it for them too.
    let known: BTreeSet<&str> =
        mods.mods.iter().take(at + 1).flat_map(|m| m.files.keys()).map(String::as_str).collect();
    for (height, later) in mods.mods.iter().enumerate().skip(at + 1) {
        let replaced = later.files.keys().map(String::as_str).filter(|path| known.contains(path));
        let names: Vec<&str> = replaced.filter_map(behaviour_name).filter(named).collect();
        if !names.is_empty() {
            return (height, names);
        }
    }
    (mods.mods.len(), Vec::new())
}
