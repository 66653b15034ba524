//! What the paths on the command line mean, and the checks that each kind of file gets.

use super::beside::{self, Beside, naming};
use super::determinism;
use super::map::{check_map, strange_sources};
use crate::config::Config;
use crate::diag::{Diagnostic, in_order, nearest};
use crate::file::{self, Folders, here_if_empty};
use crate::lua::analysis::symbol_table::{MapNames, SymbolTable};
use crate::lua::api::params::ScriptParams;
use crate::lua::host::check::{Checked, check, check_spec};
use crate::lua::host::spec_host::spec_files;
use crate::lua::source::mods::{BUILT_IN_LABEL, MANIFEST, Mod, ModSet, RUNTIME_FOLDERS};
use crate::lua::source::mods::{behaviour_name, behaviour_path, is_mod, is_same_place, mod_around};
use crate::world::format::{self, MapFormat};
use std::path::{Path, PathBuf};

const MAPS: &str = "maps";
/// How many levels of folders are looked into.
const MAX_DEPTH: usize = 4;
const NAME_ONE: &str = "name a mod's folder (one with a mod.toml), a folder of maps, or a file";

/// What is to be checked.
#[derive(Default)]
pub(crate) struct Subjects {
    /// Mods to load, in order.
    dirs: Vec<PathBuf>,
    /// Mods of which every fault is reported.
    whole: Vec<PathBuf>,
    /// Files of mods of which only their own faults are reported.
    files: Vec<PathBuf>,
    /// Scripts that belong to no mod.
    lone: Vec<PathBuf>,
    maps: Vec<PathBuf>,
    scenarios: Vec<PathBuf>,
    configs: Vec<PathBuf>,
    /// Nothing was named: the scripts that a world would start with are meant.
    everything: bool,
    /// Those that are no mods.
    folders: Folders,
    found: Vec<Diagnostic>,
}

impl Subjects {
    /// Sorts the paths by what they are. Mods in `before` are loaded first and reported only when a path names them.
    pub(crate) fn find(paths: &[PathBuf], before: &[PathBuf]) -> Self {
        let mut s = Self { dirs: before.to_vec(), ..Self::default() };
        if paths.is_empty() {
            s.everything = true;
            s.whole.extend(before.iter().cloned());
            if Path::new(MAPS).is_dir() {
                s.folder(Path::new(MAPS), 0);
            } else {
                s.maps.extend(format::embedded().into_iter().map(PathBuf::from));
            }
        }
        paths.iter().for_each(|p| s.add(p));
        s
    }

    fn add(&mut self, path: &Path) {
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_lowercase();
        if path.is_dir() {
            if is_mod(path) || RUNTIME_FOLDERS.iter().any(|d| has_script(&path.join(d))) {
                self.mod_dir(path);
            } else if !self.folder(path, 0) {
                let d = Diagnostic::error(path.to_string_lossy(), "there is nothing to check in this folder");
                self.found.push(d.hint(NAME_ONE));
            }
        } else if path.file_name().is_some_and(|n| n == MANIFEST) && path.is_file() {
            self.mod_dir(path.parent().unwrap_or(Path::new("")));
        } else if !path.exists() && !is_map(path, &ending) {
            let shown = path.to_string_lossy();
            let maps = format::embedded();
            let stems = maps.iter().filter_map(|name| Path::new(name).file_stem()?.to_str());
            let hint = nearest(&shown, stems).map(|near| format!("did you mean '{near}'?"));
            self.found.push(Diagnostic::error(&*shown, "there is no such file or folder").hint(hint));
        } else {
            match ending.as_str() {
                "lua" | "luau" => self.script(path),
                "scen" => self.scenarios.push(path.to_owned()),
                "toml" if format::is_palette(path) => {
                    let d = Diagnostic::error(path.to_string_lossy(), "this is the palette of a picture");
                    self.found.push(d.hint("name the picture: it is checked with its palette"));
                }
                "toml" if is_config(path) => self.configs.push(path.to_owned()),
                _ => self.maps.push(path.to_owned()),
            }
        }
    }

    fn mod_dir(&mut self, dir: &Path) {
        let dir = here_if_empty(dir);
        self.load(dir);
        self.whole.push(dir.to_owned());
    }

    fn load(&mut self, dir: &Path) {
        if !is_same_place(dir, Path::new(BUILT_IN_LABEL)) && !self.dirs.iter().any(|d| is_same_place(d, dir)) {
            self.dirs.push(dir.to_owned());
        }
    }

    /// Adds the mods and maps below a folder that is no mod itself; false when there are none.
    fn folder(&mut self, dir: &Path, depth: usize) -> bool {
        let entries = match self.folders.look_into(dir) {
            Ok(entries) => entries,
            Err(e) => {
                self.found.push(Diagnostic::error(dir.to_string_lossy(), e.to_string()).hint(NAME_ONE));
                return true;
            }
        };
        let mut any = false;
        let mut paths: Vec<(PathBuf, bool)> =
            entries.iter().map(|e| (e.path(), e.file_type().is_ok_and(|t| t.is_dir()))).collect();
        paths.sort();
        // A link to a mod counts, one to any other folder may lead anywhere.
        for (path, is_dir) in paths {
            let is_scenario = path.extension().is_some_and(|e| e == "scen");
            if is_mod(&path) {
                self.mod_dir(&path);
                any = true;
            } else if is_dir && depth < MAX_DEPTH {
                any |= self.folder(&path, depth + 1);
            } else if (is_scenario || MapFormat::of_file(&path).is_some()) && !path.is_dir() {
                self.add(&path);
                any = true;
            }
        }
        any
    }

    fn script(&mut self, path: &Path) {
        match path.parent().and_then(mod_around) {
            Some(home) => {
                self.load(here_if_empty(home));
                self.files.push(path.to_owned());
            }
            None => self.lone.push(path.to_owned()),
        }
    }

    /// Checks everything. The findings are in order of file and line, each once.
    pub(crate) fn check(&mut self) -> Vec<Diagnostic> {
        let mut found = std::mem::take(&mut self.found);
        let params = ScriptParams::default();
        let (mut mods, faults) = ModSet::read(&self.dirs);
        found.extend(faults);
        let lone = self.add_lone(&mut mods, &mut found);
        let (maps, misplaced) = self.beside(&mods);
        let (mut names, mut loaded) = (MapNames::default(), Vec::new());
        for (path, reported) in maps {
            let map = format::load(&path);
            map.iter().for_each(|map| names.add(&map.world));
            loaded.extend(reported.then_some((path, map)));
        }
        let Checked { found: mut in_scripts, behaviours, species, movements, symbols } = check(&mods, &names, &params);
        for d in &mut in_scripts {
            if let Some((_, path)) = lone.iter().find(|(label, _)| *label == d.file) {
                d.file.clone_from(path);
            }
        }
        for m in &mods.mods {
            in_scripts.extend(strange_sources(&format!("{}/{MANIFEST}", m.label), &m.manifest.layers, &species));
        }
        in_scripts.extend(misplaced);
        in_scripts.extend(in_specs(&mods, &params, symbols.as_ref()));
        found.extend(in_scripts.into_iter().filter(|d| self.reports(&d.file)));
        for (path, map) in loaded {
            check_map(&path, map, &mods, (&behaviours, &species, &movements), &mut found);
        }
        for file in &self.scenarios {
            found.extend(format::load_scenario(file).err());
        }
        found.extend(self.configs.iter().filter_map(|c| Config::load(c).err()));
        in_order(found)
    }

    /// The maps that were named and those in the folders of mods, with whether they are reported, and a warning about each
    /// script of a mod that is out of place.
    fn beside(&self, mods: &ModSet) -> (Vec<(PathBuf, bool)>, Vec<Diagnostic>) {
        let mut maps: Vec<_> = self.maps.iter().map(|map| (map.clone(), true)).collect();
        let mut misplaced = Vec::new();
        for (m, dir) in mods.mods.iter().filter_map(|m| Some((m, m.dir.as_ref()?))) {
            let beside = Beside::of(m);
            let whole = self.whole.iter().any(|w| is_same_place(w, dir));
            let named = |map: &PathBuf| self.maps.iter().any(|other| is_same_place(other, map));
            maps.extend(beside.maps.into_iter().filter(|map| !named(map)).map(|map| (map, whole)));
            misplaced.extend(beside.misplaced);
        }
        (maps, misplaced)
    }

    /// Runs what was named several times and reports the first difference. With scripts named, their behaviours join those
    /// that the maps spawn.
    pub(super) fn determinism(&self, seed: u64, ticks: u64) -> Vec<Diagnostic> {
        let (mods, _) = ModSet::read(&self.dirs);
        let wanted = |m: &&Mod| {
            let dir = m.dir.as_deref();
            dir.is_some_and(|d| {
                self.whole.iter().any(|w| is_same_place(w, d)) || self.files.iter().any(|f| f.starts_with(d))
            })
        };
        let stems =
            |m: &Mod| -> Vec<String> { m.files.keys().filter_map(|p| behaviour_name(p)).map(str::to_owned).collect() };
        let behaviours: Vec<String> = mods.mods.iter().filter(wanted).flat_map(stems).collect();
        let maps = if self.everything { &[][..] } else { &self.maps[..] };
        let plan = determinism::Plan { maps, mods: &self.dirs, behaviours: &behaviours, seed, ticks };
        determinism::check(&plan)
    }

    /// Scripts without a mod get one of their own. Their text decides whether they are behaviours or modules there.
    fn add_lone(&self, mods: &mut ModSet, found: &mut Vec<Diagnostic>) -> Vec<(String, String)> {
        let mut labels = Vec::new();
        for (i, path) in self.lone.iter().enumerate() {
            let shown = path.to_string_lossy().into_owned();
            match file::text(path) {
                Ok(text) => {
                    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                    let is_behaviour = naming(&shown, &text, "behaviour").is_some();
                    let inside = if is_behaviour { behaviour_path(&stem) } else { format!("lib/{stem}.lua") };
                    let m = Mod::of_file(format!("file-{i}"), inside.clone(), text);
                    labels.push((format!("{}/{inside}", m.label), shown));
                    mods.mods.push(m);
                }
                Err(e) => found.push(Diagnostic::error(shown, format!("cannot be read: {e}"))),
            }
        }
        labels
    }

    /// Whether what was found in a script was asked about.
    fn reports(&self, file: &str) -> bool {
        let path = Path::new(file);
        let named = |p: &PathBuf| is_same_place(p, path) || path == p;
        self.everything
            || file.is_empty()
            || self.files.iter().chain(&self.lone).any(named)
            || self.whole.iter().any(|dir| path.starts_with(dir))
    }
}

/// Whether scripts lie in a folder itself: `/lib` of a whole machine makes no mod of it.
fn has_script(dir: &Path) -> bool {
    let is_script = |path: PathBuf| path.extension().is_some_and(|ending| ending == "lua" || ending == "luau");
    std::fs::read_dir(dir).into_iter().flatten().flatten().any(|entry| is_script(entry.path()))
}

/// Whether what is not on disk may be a map: by its ending, or by the name of one inside the program.
fn is_map(path: &Path, ending: &str) -> bool {
    let named = || format::embedded().iter().any(|name| Path::new(name).file_stem() == Some(path.as_os_str()));
    if ending.is_empty() { named() } else { MapFormat::of_file(path).is_some() }
}

/// Whether a TOML file is a configuration, by its tables; a misspelt one counts.
fn is_config(path: &Path) -> bool {
    let text = file::text(path).unwrap_or_default();
    let named = |l: &str| {
        let name = l.trim_start().strip_prefix('[').and_then(|l| l.split_once(']'));
        name.is_some_and(|(n, _)| nearest(n, Config::TABLES.iter().copied()).is_some())
    };
    text.lines().any(named) && !beside::is_map(&text)
}

/// What is wrong with the specs of mods.
fn in_specs(mods: &ModSet, params: &ScriptParams, symbols: Option<&SymbolTable>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for m in mods.mods.iter().filter(|m| m.dir.is_some()) {
        let (specs, faults) = spec_files(m);
        found.extend(faults);
        found.extend(specs.iter().flat_map(|spec| check_spec(spec, params, symbols)));
    }
    found
}
