//! `require`: modules that do not exist, and modules that return nothing.

use crate::lua::analysis::rules::*;
use std::collections::BTreeSet;

pub const RULES: &[Rule] = &[unknown, without_result];

fn unknown(s: &Session, _: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let tree = s.tree(file);
    for e in &tree.exprs {
        let Kind::Call { callee, args } = &e.kind else { continue };
        if !tree.is_global(*callee, "require") {
            continue;
        }
        let Some(arg) = args.first() else {
            let hint = "write require \"lib.tactics\"".to_owned();
            found.error(s, file, tree.exprs[*callee].at, "require needs a module's name".into(), Some(hint));
            continue;
        };
        let Some(name) = tree.string(*arg) else { continue };
        if s.module(name).is_none() && !s.broken.iter().any(|p| *p == format!("{}.lua", name.replace('.', "/"))) {
            let modules: Vec<String> = modules(s);
            let names = modules.iter().map(String::as_str);
            let hint = match modules.iter().find(|m| m.trim_start_matches("lib.") == name.trim_start_matches("lib/")) {
                Some(m) => Some(format!("did you mean '{m}'?")),
                None => did_you_mean(name, names),
            };
            let message = format!("there is no module '{name}' (modules are files below lib/)");
            found.error(s, file, tree.exprs[*arg].at, message, hint);
        }
    }
}

fn modules(s: &Session) -> Vec<String> {
    let all = s.files.iter().map(|f| f.path.as_str()).chain(s.broken.iter().map(String::as_str));
    let libs = all.filter(|p| p.starts_with("lib/"));
    libs.map(|p| p.trim_end_matches(".lua").replace('/', ".")).collect()
}

/// A file below `lib/` that ends without `return`.
fn without_result(s: &Session, _: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let tree = s.tree(file);
    if !s.files[file].path.starts_with("lib/") || !tree.functions[0].returns.is_empty() {
        return;
    }
    let filled = |w: &Write| match tree.exprs[w.target].kind {
        Kind::Field { of, .. } => tree.name_of(of),
        _ => None,
    };
    let filled: BTreeSet<&str> = tree.writes.iter().filter_map(filled).collect();
    let table = tree.locals.iter().find(|l| l.function == 0 && filled.contains(l.name.as_str()));
    let hint = format!("write as the last line: return {}", table.map_or("m", |l| l.name.as_str()));
    found.error(s, file, tree.last, "a module must return something, usually a table".into(), Some(hint));
    found.code(Code::ModuleWithoutResult);
}
