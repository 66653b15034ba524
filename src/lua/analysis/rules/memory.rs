//! What is put into memory or sent to others must be plain: strings, numbers, true and false, and tables of these.

use crate::lua::analysis::rules::*;

/// How many levels of tables are looked into.
const MAX_DEPTH: usize = 8;
const KEPT: &str = "kept in memory";
const SENT: &str = "sent";

pub(super) const RULES: &[Rule] = &[check];

fn check(s: &Session, _: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let tree = s.tree(file);
    for w in &tree.writes {
        if !in_memory(s, file, w.target) {
            continue;
        }
        if let Some((value, 0)) = w.value {
            plain(s, file, value, KEPT, MAX_DEPTH, found);
        }
        keys(s, file, w.target, found);
    }
    for e in &tree.exprs {
        match &e.kind {
            Kind::Call { callee, args } if tree.shown(*callee) == "table.insert" => {
                if let (Some(list), Some(value)) = (args.first(), args.last())
                    && args.len() > 1
                    && in_memory(s, file, *list)
                {
                    plain(s, file, *value, KEPT, MAX_DEPTH, found);
                }
            }
            Kind::Method { of, name, args, .. } if name == "send" && s.types(file, *of) == [Type::Npc] => {
                if let Some(data) = args.get(2) {
                    plain(s, file, *data, SENT, MAX_DEPTH, found);
                }
            }
            _ => {}
        }
    }
}

fn not_plain(set: &TypeUnion) -> Option<&Type> {
    let bad =
        |t: &&Type| matches!(t, Type::Npc | Type::Function(..) | Type::Native(..) | Type::Library(_) | Type::Module(_));
    certain(set).then(|| set.iter().find(bad)).flatten()
}

fn plain(s: &Session, file: FileId, value: ExprId, what: &str, depth: usize, found: &mut Findings) {
    let tree = s.tree(file);
    let set = s.types(file, value);
    if let Some(ty) = not_plain(&set) {
        let hint = match ty {
            Type::Npc => "keep a creature by its id: npc.id".to_owned(),
            Type::Native(area, name) if area == "npc" => format!("call it: npc:{name}(…)"),
            _ if what == SENT => "a message carries booleans, numbers, strings and tables of these".to_owned(),
            _ => "memory keeps booleans, numbers, strings and tables of these".to_owned(),
        };
        let message = format!("{} is {} and cannot be {what}", tree.shown(value), ty.noun());
        return found.error(s, file, tree.exprs[value].at, message, Some(hint));
    }
    let [Type::Table(home, table)] = set[..] else { return };
    let tree = s.tree(home);
    let Kind::Table(entries) = &tree.exprs[table].kind else { return };
    if depth == 0 {
        return;
    }
    for entry in entries {
        plain(s, home, entry.value, what, depth - 1, found);
        if let Key::Computed(key) = entry.key {
            self::key(s, home, key, what, found);
        }
    }
}

/// `npc.memory.seen[key] = …`: every key in the chain.
fn keys(s: &Session, file: FileId, mut target: ExprId, found: &mut Findings) {
    let tree = s.tree(file);
    loop {
        match tree.exprs[target].kind {
            Kind::Item { of, key } => {
                self::key(s, file, key, KEPT, found);
                target = of;
            }
            Kind::Field { of, .. } => target = of,
            _ => return,
        }
    }
}

/// Keys are strings and whole numbers.
fn key(s: &Session, file: FileId, key: ExprId, what: &str, found: &mut Findings) {
    let tree = s.tree(file);
    let set = s.types(file, key);
    let bad = |t: &Type| !t.is_string() && !matches!(t, Type::Number | Type::Nil | Type::Any);
    let Some(ty) = set.first().filter(|_| certain(&set) && set.iter().all(bad)) else { return };
    let shown = tree.shown(key);
    let hint = match ty {
        Type::Npc | Type::Creature => format!("write {shown}.id"),
        _ => "keys are strings and whole numbers".to_owned(),
    };
    let message = format!("{shown} is {} and cannot be a key of a table that is {what}", ty.noun());
    found.error(s, file, tree.exprs[key].at, message, Some(hint));
}

fn in_memory(s: &Session, file: FileId, mut e: ExprId) -> bool {
    let tree = s.tree(file);
    loop {
        match &tree.exprs[e].kind {
            Kind::Field { .. } if s.is_memory(file, e) => return true,
            Kind::Field { of, .. } | Kind::Item { of, .. } => e = *of,
            Kind::Local(l) => match tree.locals[*l].sources[..] {
                [Source::Value(value, 0)] => e = value,
                _ => return false,
            },
            _ => return false,
        }
    }
}
