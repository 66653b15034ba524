//! `require`: modules that do not exist.

use crate::diag::did_you_mean;
use crate::lua::analysis::infer::Session;
use crate::lua::analysis::rules::Found;
use crate::lua::analysis::types::FileId;
use crate::lua::source::tree::Kind;

pub fn check(s: &Session, file: FileId, found: &mut Found) {
    let tree = s.tree(file);
    for e in &tree.exprs {
        let Kind::Call { callee, args } = &e.kind else { continue };
        if !matches!(&tree.exprs[*callee].kind, Kind::Global(n) if n == "require") {
            continue;
        }
        let Some(arg) = args.first() else {
            let hint = "write require \"lib.tactics\"".to_owned();
            found.error(s, file, tree.exprs[*callee].at, "require needs a module's name".into(), Some(hint));
            continue;
        };
        let Some(name) = tree.text(*arg) else { continue };
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
