//! Leaves out of a program what its finding does not need.

use crate::generate::Files;
use crate::oracles::{Finding, Judge};
use crate::play::Plan;

/// Tries that one program gets.
const MOST_TRIES: usize = 2_000;

/// The program with as few lines as the finding needs; a slow one stays nearly as slow.
pub(crate) fn shrink(judge: &mut Judge, mut files: Files, plan: Plan, finding: &Finding) -> Files {
    let least_ns = finding.slowest_ns.unwrap_or(0) / 3 * 2;
    for handler in handlers(&files[0].1) {
        let mut candidate = files.clone();
        candidate[0].1 = candidate[0].1.replacen(&handler, "\n", 1);
        if judge.finds(&candidate, plan, finding.kind, least_ns) {
            files = candidate;
        }
    }
    let mut tries = 0;
    for at in 0..files.len() {
        let mut lines: Vec<String> = files[at].1.lines().map(str::to_owned).collect();
        let mut chunk = lines.len().div_ceil(2);
        while chunk > 0 && tries < MOST_TRIES {
            let (mut from, mut shorter) = (0, false);
            while from < lines.len() {
                let left: Vec<String> =
                    lines.iter().take(from).chain(lines.iter().skip(from + chunk)).cloned().collect();
                let mut candidate = files.clone();
                candidate[at].1 = left.join("\n") + "\n";
                tries += 1;
                if judge.finds(&candidate, plan, finding.kind, least_ns) {
                    (files, lines, shorter) = (candidate, left, true);
                } else {
                    from += chunk;
                }
            }
            chunk = if shorter && chunk == 1 { 1 } else { chunk / 2 };
        }
    }
    files
}

/// The bodies of handlers, each from the end of its first line to its `end`.
fn handlers(source: &str) -> Vec<String> {
    let heads = source.match_indices(" = function(npc").filter_map(|(at, _)| source[at..].find('\n').map(|n| at + n));
    heads.filter_map(|from| source[from..].find("\nend,\n").map(|n| source[from..=from + n].to_owned())).collect()
}
