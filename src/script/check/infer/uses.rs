//! Where locals and parameters are used, and for what.

use crate::script::check::tree::*;
use std::collections::BTreeMap;

/// How the variables and tables of a file are used.
#[derive(Default)]
pub struct Uses {
    /// Variables that hold a table made on the spot, by the table.
    pub(super) holders: BTreeMap<ExprId, Vec<LocalId>>,
    /// Variables that something else may change: handed on as a whole.
    pub(super) escapes: Vec<bool>,
    /// Calls of a variable.
    pub(super) calls: BTreeMap<LocalId, Vec<ExprId>>,
}

impl Uses {
    pub fn of(tree: &Tree) -> Self {
        let mut uses = Self { escapes: vec![false; tree.locals.len()], ..Self::default() };
        for (id, local) in tree.locals.iter().enumerate() {
            for source in &local.sources {
                if let Source::Value(e, 0) = source
                    && matches!(tree.exprs[*e].kind, Kind::Table(_))
                {
                    uses.holders.entry(*e).or_default().push(id);
                }
            }
        }
        let mut harmless = vec![false; tree.exprs.len()];
        for (id, e) in tree.exprs.iter().enumerate() {
            match &e.kind {
                Kind::Field { of, .. } | Kind::Item { of, .. } | Kind::Method { of, .. } => harmless[*of] = true,
                Kind::Unary(_, of) => harmless[*of] = true,
                Kind::Binary(Op::Equal | Op::Unequal | Op::And | Op::Or, l, r) => {
                    harmless[*l] = true;
                    harmless[*r] = true;
                }
                Kind::Call { callee, args } => {
                    harmless[*callee] = true;
                    if let Kind::Local(l) = tree.exprs[*callee].kind {
                        uses.calls.entry(l).or_default().push(id);
                    }
                    if looks_only(tree, *callee) {
                        args.iter().for_each(|a| harmless[*a] = true);
                    }
                }
                _ => {}
            }
        }
        // What the file itself answers is frozen: nobody changes it afterwards.
        tree.functions[0].returns.iter().flatten().for_each(|e| harmless[*e] = true);
        tree.writes.iter().for_each(|w| harmless[w.target] = true);
        for (id, e) in tree.exprs.iter().enumerate() {
            if let (Kind::Local(l), false) = (&e.kind, harmless[id]) {
                uses.escapes[*l] = true;
            }
        }
        uses
    }

    /// The names of all fields that are read of a parameter, when that is all that is done with it.
    pub fn fields_read<'t>(&self, tree: &'t Tree, parameter: LocalId) -> Option<Vec<&'t str>> {
        let is = |e: ExprId| matches!(tree.exprs[e].kind, Kind::Local(l) if l == parameter);
        let kept: Vec<ExprId> = tree.locals[parameter]
            .sources
            .iter()
            .filter_map(|s| if let Source::Value(e, 0) = s { Some(*e) } else { None })
            .collect();
        let (mut names, mut fine) = (Vec::new(), 0);
        for (id, e) in tree.exprs.iter().enumerate() {
            match &e.kind {
                Kind::Field { of, name, .. } if is(*of) => {
                    fine += 1;
                    if !names.contains(&name.as_str()) {
                        names.push(name.as_str());
                    }
                }
                // `how = how or {}`, and `how and how.pace`.
                Kind::Binary(Op::Or, l, _) if is(*l) && kept.contains(&id) => fine += 1,
                Kind::Binary(Op::And, l, _) if is(*l) => fine += 1,
                _ => {}
            }
        }
        // The name stands on the left of its own assignments too.
        let all = tree.exprs.iter().enumerate().filter(|(id, _)| is(*id)).count();
        let written = tree.locals[parameter].sources.len() - 1;
        (!names.is_empty() && all == fine + written).then_some(names)
    }
}

/// Library functions that change no field of what they are given.
fn looks_only(tree: &Tree, callee: ExprId) -> bool {
    let name = match &tree.exprs[callee].kind {
        Kind::Global(name) => name.as_str(),
        Kind::Field { of, .. } if matches!(&tree.exprs[*of].kind, Kind::Global(g) if g == "table") => "table",
        _ => return false,
    };
    ["pairs", "ipairs", "next", "type", "tostring", "print", "log", "assert", "table", "behaviour"].contains(&name)
}
