//! Shipped scripts say their types in comments that LuaLS reads; Luau's checker reads none. This writes what the comments say
//! into the code, line by line, so that places in messages stay true.

/// The source with `---@param` and `---@return` written into the head of the function below them, and `---@type` behind the name below it.
pub fn annotate(source: &str) -> String {
    let mut local: Option<String> = None;
    let (mut out, mut params, mut returns) = (String::new(), Vec::new(), Vec::new());
    for line in source.lines() {
        if let Some(said) = line.trim_start().strip_prefix("---@") {
            let mut words = said.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some("param"), Some(name), Some(kind)) => params.push((name.to_owned(), luau(kind))),
                (Some("return"), Some(kind), _) => returns.push(luau(kind)),
                (Some("type"), Some(kind), _) => local = Some(luau(kind)),
                _ => {}
            }
            out.push_str(line);
        } else {
            match (local.take(), line.split_once(" = ")) {
                (Some(kind), Some((name, value))) => out.push_str(&format!("{name}: {kind} = {value}")),
                _ => out.push_str(&head(line, &params, &returns)),
            }
            if !line.trim_start().starts_with("--") {
                (params, returns) = (Vec::new(), Vec::new());
            }
        }
        out.push('\n');
    }
    out
}

/// The line with types in the brackets of the first function that begins in it.
fn head(line: &str, params: &[(String, String)], returns: &[String]) -> String {
    let parts = line.find("function").and_then(|at| {
        let open = at + line[at..].find('(')?;
        let close = open + line[open..].find(')')?;
        Some((&line[..=open], &line[open + 1..close], &line[close + 1..]))
    });
    let (Some((before, names, after)), false) = (parts, params.is_empty() && returns.is_empty()) else {
        return line.to_owned();
    };
    let typed: Vec<String> = names
        .split(',')
        .map(str::trim)
        .map(|name| params.iter().find(|(n, _)| n == name).map_or(name.to_owned(), |(n, kind)| format!("{n}: {kind}")))
        .collect();
    let back = match returns {
        [] => String::new(),
        [only] => format!(": {only}"),
        several => format!(": ({})", several.join(", ")),
    };
    format!("{before}{}){back}{after}", typed.join(", "))
}

/// The few kinds that are written otherwise in Luau.
fn luau(kind: &str) -> String {
    match kind {
        "table" => "any".to_owned(),
        "integer" => "number".to_owned(),
        list if list.ends_with("[]") => format!("{{ {} }}", &list[..list.len() - 2]),
        other => other.to_owned(),
    }
}
