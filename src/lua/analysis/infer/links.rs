//! Tables that certainly lead back to themselves: `a.next = a`, `a.next = b b.back = a`.

use crate::lua::source::tree::*;
use std::collections::{BTreeMap, BTreeSet};

/// How the tables of variables that get one value each lead to one another, by fields that are written once.
pub(crate) struct Links(BTreeMap<LocalId, Vec<Link>>);

/// A table has another in a field.
struct Link {
    to: LocalId,
    /// Between these expressions.
    known: std::ops::Range<ExprId>,
}

impl Links {
    pub(super) fn of(tree: &Tree) -> Self {
        let local = |e: ExprId| match *tree.bare_kind(e) {
            Kind::Local(l) if tree.only_value(l).is_some() => Some(l),
            _ => None,
        };
        // By variable and field; entries of lists together under no name.
        let mut written: BTreeMap<(LocalId, Option<&str>), Vec<Option<Link>>> = BTreeMap::new();
        for from in 0..tree.locals.len() {
            let made = tree.only_value(from);
            for entry in made.and_then(|e| tree.entries(e)).into_iter().flatten() {
                let link = local(entry.value).map(|to| Link { to, known: entry.value..tree.exprs.len() });
                written.entry((from, entry.name())).or_default().push(link);
            }
        }
        for w in &tree.writes {
            if let Kind::Field { of, .. } | Kind::Item { of, .. } = *tree.kind(w.target)
                && let Some(from) = local(of)
            {
                let to = w.value.filter(|v| v.1 == 0).and_then(|v| local(v.0));
                let link = to.map(|to| Link { to, known: w.target..w.until });
                written.entry((from, tree.field_name(w.target))).or_default().push(link);
            }
        }
        let mut links: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for ((from, _), mut all) in written {
            if let (Some(Some(link)), true) = (all.pop(), all.is_empty()) {
                links.entry(from).or_default().push(link);
            }
        }
        Self(links)
    }

    /// Whether a table leads back to itself where an expression is evaluated.
    pub(crate) fn circle(&self, tree: &Tree, table: ExprId, at: ExprId) -> bool {
        let own = |l: &LocalId| tree.only_value(*l) == Some(table);
        // What a function gets, it may change.
        let passed = |l: &LocalId| {
            tree.mentions[*l].iter().take_while(|m| **m < at).any(|m| match tree.user(*m).map(|e| tree.kind(e)) {
                Some(Kind::Call { args, .. } | Kind::Method { args, .. }) => args.iter().any(|a| tree.bare(*a) == *m),
                _ => false,
            })
        };
        let mut open: Vec<LocalId> = self.0.keys().copied().filter(own).collect();
        let mut seen = BTreeSet::new();
        while let Some(from) = open.pop() {
            let links = self.0.get(&from).filter(|_| seen.insert(from) && !passed(&from));
            let next: Vec<LocalId> =
                links.into_iter().flatten().filter(|l| l.known.contains(&at)).map(|l| l.to).collect();
            if next.iter().any(own) {
                return true;
            }
            open.extend(next);
        }
        false
    }
}
