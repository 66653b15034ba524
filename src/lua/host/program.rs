//! A validated whole: every file compiled, run once in a scratch machine, and read as data.

use crate::agent::{Catalogue, PLAYER, Species};
use crate::diag::{Diagnostic, in_order};
use crate::lua::analysis::behaviour_index;
use crate::lua::analysis::infer::{File, Session};
use crate::lua::analysis::symbol_table::SymbolTable;
use crate::lua::analysis::transitions::{self, Transitions};
use crate::lua::api::domain::TACTICS;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::behaviour::{self, Declared};
use crate::lua::host::sources::{CompiledFile, Sources};
use crate::lua::host::{check, fault, loader, sandbox};
use crate::lua::source::mods::{ModSet, behaviour_name};
use crate::lua::source::tree::{Kind, Tree};
use crate::world::{LayerSpec, Movement};
use mlua::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Everything that scripts are, at one moment. Never changes; a reload makes another.
#[derive(Clone, Debug)]
pub struct Program {
    /// The digest of the mods that it was compiled from.
    pub source: u64,
    /// The species that the behaviours declare.
    pub catalogue: Arc<Catalogue>,
    /// By path inside the mod.
    pub files: Arc<BTreeMap<String, CompiledFile>>,
    /// Modules that each file requires, itself and through others.
    pub needs: BTreeMap<String, BTreeSet<String>>,
    /// The changes of state that each behaviour may make, by its file.
    pub transitions: BTreeMap<String, Transitions>,
    /// The movement classes that bodies may have.
    pub movements: Vec<Movement>,
    /// The layers of influence that mods declare.
    pub layers: Vec<LayerSpec>,
    /// The behaviours that may ask what paths cost.
    asking: BTreeSet<String>,
}

/// The library with functions that estimate what paths cost, and these functions.
const ESTIMATES: (&str, [&str; 2]) = ("pathfinder", ["cost", "nearest_reachable"]);

/// Names that have a symbol whether or not a behaviour uses them: the tactical states, and the player.
pub(crate) fn reserved_names() -> impl Iterator<Item = &'static str> {
    TACTICS.into_iter().chain([PLAYER])
}

impl Program {
    /// Checks and compiles everything. Symbols of `previous` stay what they were, and its files that did not change are not compiled again.
    ///
    /// # Errors
    /// Every fault found, in order of file and line; nothing is loaded then.
    pub fn load(mods: &ModSet, params: &ScriptParams, previous: Option<&Self>) -> Result<Self, Vec<Diagnostic>> {
        let Sources { compiled, mut files, mut faults, .. } =
            Sources::read(mods, params, previous.map(|program| &*program.files));
        if !faults.is_empty() {
            return Err(in_order(faults));
        }
        let compiled = Arc::new(compiled);
        let machine = sandbox::machine(params).map_err(|e| vec![fault::diagnose(&e, "")])?;
        let (loaded, raised) = loader::load(&machine, &compiled, params.instructions_per_load, &[]);
        if !raised.is_empty() {
            return Err(in_order(raised));
        }
        let mut catalogue = previous.map(|program| (*program.catalogue).clone()).unwrap_or_default();
        for species in std::mem::take(&mut catalogue.species) {
            catalogue.once_behaviours.insert(species.name);
            catalogue.once_factions.insert(species.body.faction);
        }
        for name in reserved_names() {
            catalogue.symbols.intern(name);
        }
        let movements = mods.movements();
        let declared = Declared::of(mods, &movements);
        catalogue.species =
            behaviour::species(&files, &loaded.returned, &mut catalogue.symbols, &declared, &mut faults);
        check::add_members(&mut files, &loaded.returned);
        let symbols = SymbolTable::new(check::names(&machine));
        let transitions = transitions(&files, &symbols, &loaded.returned, &catalogue.species, &mut faults);
        if !faults.is_empty() {
            return Err(in_order(faults));
        }
        let player = Species::player(&mut catalogue.symbols);
        catalogue.species.push(player);
        catalogue.species.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Self {
            source: mods.digest(),
            catalogue: Arc::new(catalogue),
            files: compiled,
            asking: asking(&files, &loaded.needs),
            needs: loaded.needs,
            transitions,
            movements,
            layers: mods.influence().cloned().collect(),
        })
    }

    /// Whether creatures of a behaviour may ask what paths cost.
    pub fn asks_costs(&self, behaviour: &str) -> bool {
        self.asking.contains(behaviour)
    }

    /// Whether its behaviours declare the same settings as those of an earlier one.
    pub fn declares_as(&self, before: &Self) -> bool {
        let [now, then] =
            [self, before].map(|program| program.catalogue.species.iter().map(|s| (s.symbol, &s.settings)));
        now.eq(then)
    }

    /// How many behaviours use a file: 1 for a behaviour's own.
    pub fn users(&self, path: &str) -> u32 {
        let uses = |user: &&String| *user == path || self.needs.get(*user).is_some_and(|n| n.contains(path));
        self.files.keys().filter(|user| behaviour_name(user).is_some()).filter(uses).count() as u32
    }
}

/// The behaviours whose files may ask what paths cost, or files that these need.
fn asking(files: &[File], needs: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let asking: BTreeSet<&str> =
        files.iter().filter(|file| may_ask_costs(&file.tree)).map(|file| file.path.as_str()).collect();
    let asks = |path: &str| {
        asking.contains(path) || needs.get(path).into_iter().flatten().any(|file| asking.contains(file.as_str()))
    };
    let behaviours = files.iter().filter(|file| asks(&file.path)).filter_map(|file| behaviour_name(&file.path));
    behaviours.map(String::from).collect()
}

/// Whether code may estimate what paths cost: it names such a function, or does more with the library than to name its functions.
fn may_ask_costs(tree: &Tree) -> bool {
    let (library, functions) = ESTIMATES;
    tree.exprs.iter().zip(&tree.parents).any(|(expr, parent)| {
        let of = parent.map(|parent| &tree.exprs[parent].kind);
        matches!(&expr.kind, Kind::Global(name) if name == library)
            && !matches!(of, Some(Kind::Field { name, .. }) if !functions.contains(&name.as_str()))
    })
}

/// The transitions of each behaviour; adds a fault for each name that a handler returns and that is no state.
fn transitions(
    files: &[File],
    symbols: &SymbolTable,
    returned: &BTreeMap<String, Value>,
    species: &[Species],
    faults: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Transitions> {
    let session = Session::new(files, symbols, &[]);
    let mut all = BTreeMap::new();
    for (id, file) in files.iter().enumerate() {
        let Some(name) = behaviour_name(&file.path) else { continue };
        let Some(Value::Table(table)) = returned.get(&file.path) else { continue };
        let Some(species) = species.iter().find(|s| s.file == file.label) else { continue };
        let states = species.states.iter().map(|s| s.name.as_str()).collect();
        let written = behaviour_index::behaviour(&session, id, name);
        let found = transitions::read(&session, (id, written.as_ref()), &states, &check::handlers(table), faults);
        all.insert(file.label.clone(), found);
    }
    all
}
