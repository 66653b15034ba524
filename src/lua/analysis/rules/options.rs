//! Tables of options passed to functions of the mod's own: keys that are never read, values of the wrong type.

use crate::lua::analysis::rules::wanted::Want;
use crate::lua::analysis::rules::*;

/// `{ pase = 0.4 }` passed for a parameter of which only fields are read.
pub fn check(
    s: &Session,
    file: FileId,
    args: &[ExprId],
    (f, id): (FileId, FunctionId),
    shown: &str,
    found: &mut Findings,
) {
    let (tree, theirs) = (s.tree(file), s.tree(f));
    for (arg, parameter) in args.iter().zip(&theirs.functions[id].parameters) {
        let Kind::Table(entries) = &tree.exprs[*arg].kind else { continue };
        let Some(read) = s.files[f].uses.fields_read(theirs, *parameter) else { continue };
        for entry in entries {
            let Key::Name(name) = &entry.key else { continue };
            if !read.contains(&name.as_str()) {
                let hint = nearest(name, read.iter().copied())
                    .map_or_else(|| format!("it reads: {}", read.join(", ")), |n| format!("did you mean '{n}'?"));
                found.warning(s, file, entry.at, format!("{shown} does not read '{name}'"), Some(hint));
                continue;
            }
            let set = s.types(file, entry.value);
            if let Some(want) = wanted::of_field(s, f, *parameter, name).filter(|w| w.refuses(&set)) {
                let is = noun(&set);
                let message = format!("{shown}: {name} must be {}, not {is}", want.noun());
                let number = tree.string(entry.value).and_then(|t| t.trim().parse::<f64>().ok());
                let hint = match (want, number) {
                    (Want::Number, Some(n)) => format!("without quotes: {name} = {n}"),
                    (Want::Number, None) => format!("for example {name} = 1"),
                    (Want::String, _) => format!("for example {name} = \"…\""),
                    (Want::Truth, _) => format!("write {name} = true"),
                };
                found.error(s, file, tree.exprs[entry.value].at, message, Some(hint));
            }
        }
    }
}
