//! Checks Lua files with Luau's own type checker: `luau_check [--as-editors] DEFINITIONS FILE…`.
//!
//! Strict, with the types that comments say; with `--as-editors` as luau-lsp shows them under the `.luaurc` of a mod. Prints `file:line:column: message` for everything found; exit code 1 when there was anything, 2 for wrong usage.

mod annotate;

use luau_analyze::{CheckOptions, Checker};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let as_editors = args.first().is_some_and(|a| a == "--as-editors");
    args.drain(..usize::from(as_editors));
    let Some((definitions, files)) = args.split_first().filter(|(_, files)| !files.is_empty()) else {
        eprintln!("usage: luau_check [--as-editors] DEFINITIONS FILE…");
        return ExitCode::from(2);
    };
    match check(definitions, files, as_editors) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// What `.luaurc` says, as comments, and their lines.
const LUAURC: (&str, u32) = ("--!nonstrict\n--!nolint ImplicitReturn\n", 2);

/// How much was found in all files.
fn check(definitions: &str, files: &[String], as_editors: bool) -> Result<usize, String> {
    let mut checker = Checker::new().map_err(|e| e.to_string())?;
    checker.add_definitions(&read(definitions)?).map_err(|e| format!("{definitions}: {e}"))?;
    let mut found = 0;
    for file in files {
        let options = CheckOptions { module_name: Some(file), ..CheckOptions::default() };
        let source = read(file)?;
        let (source, above) =
            if as_editors { (LUAURC.0.to_owned() + &source, LUAURC.1) } else { (annotate::annotate(&source), 0) };
        let result = checker
            .check_with_options(&source, options)
            .map_err(|e| format!("{file}: {e}"))?;
        if result.timed_out {
            return Err(format!("{file}: the checker ran out of time"));
        }
        for d in &result.diagnostics {
            println!("{file}:{}:{}: {}", d.line + 1 - above, d.col + 1, d.message.replace('\n', " "));
        }
        found += result.diagnostics.len();
    }
    Ok(found)
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))
}
