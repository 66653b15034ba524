//! `require`: modules that do not exist, and modules that return nothing.

use crate::diag::Code;
use crate::lua::analysis::rules::*;
use crate::lua::source::mods::{NO_RESULT, is_module, module_name, module_path, no_module};

pub(super) fn check(c: &Checker) {
    unknown(c);
    without_result(c);
}

fn unknown(c: &Checker) {
    for e in &c.tree.exprs {
        let Kind::Call { callee, args } = &e.kind else { continue };
        if !c.tree.is_global(*callee, "require") {
            continue;
        }
        let Some(arg) = args.first() else {
            c.error(c.tree.at(*callee), "require needs a module's name", "write require \"lib.tactics\"");
            continue;
        };
        let Some(name) = c.tree.string(*arg) else { continue };
        if c.s.module(name).is_none() && !module_path(name).is_some_and(|path| c.s.broken.contains(&path)) {
            let paths = c.s.files.iter().map(|f| &f.path).chain(c.s.broken);
            let modules: Vec<String> = paths.filter_map(|p| module_name(p)).collect();
            let hint = match modules.iter().find(|m| m.trim_start_matches("lib.") == name.trim_start_matches("lib/")) {
                Some(m) => Some(format!("did you mean '{m}'?")),
                None => did_you_mean(name, modules.iter().map(String::as_str)),
            };
            c.error(c.tree.at(*arg), no_module(name), hint);
        }
    }
}

/// A file below `lib/` that ends without `return`.
fn without_result(c: &Checker) {
    if !is_module(&c.s.files[c.file].path) || !c.tree.functions[0].returns.is_empty() {
        return;
    }
    let filled = |name: &str| {
        c.tree.writes.iter().any(|w| match c.tree.kind(w.target) {
            Kind::Field { of, .. } => c.tree.name_of(*of) == Some(name),
            _ => false,
        })
    };
    let table = c.tree.locals.iter().find(|l| l.function == 0 && filled(&l.name));
    let hint = format!("write as the last line: return {}", table.map_or("m", |l| l.name.as_str()));
    let d = Diagnostic::error(&c.s.files[c.file].label, NO_RESULT).hint(hint);
    c.add(c.tree.last, Diagnostic { code: Some(Code::ModuleWithoutResult), ..d });
}
