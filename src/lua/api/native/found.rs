//! Names in filters that were looked up before.

use crate::agent::Symbol;
use crate::lua::api::domain::Domain;

/// More names than these are looked up each time.
const MOST: usize = 64;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundName {
    /// `None` where no mod has it.
    pub symbol: Option<Symbol>,
    /// Names that were compared with it.
    pub looked_at: u64,
}

/// The names that filters had while the mods were the same, by where their strings lie. Another string may come to lie
/// there, so that the text is compared as well.
#[derive(Default)]
pub(crate) struct FoundNames {
    all: Vec<(usize, Domain, Box<str>, FoundName)>,
}

impl FoundNames {
    /// Forgets all: the mods may be others.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
    }

    /// What a name stands for; `find` says it of a new one.
    pub(crate) fn get(&mut self, domain: Domain, name: &str, find: impl FnOnce() -> FoundName) -> FoundName {
        let lies = name.as_ptr() as usize;
        let known = self.all.iter().find(|(at, of, text, _)| *at == lies && *of == domain && **text == *name);
        if let Some((.., found)) = known {
            return *found;
        }
        let found = find();
        if self.all.len() < MOST {
            self.all.push((lies, domain, name.into(), found));
        }
        found
    }
}
