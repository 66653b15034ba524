//! Memory of HPA*'s graph (table 4.9 of the thesis).

use super::measure::SetResult;
use super::theirs::MEMORY_KB;
use crate::experiment::table::{Table, ratio, short};

/// KB (of 1 000 bytes) a map, theirs and ours.
pub(super) fn table(sets: &[SetResult]) -> String {
    let mut table = Table::new(2, ["set", "", "base map KB", "HPA* graph KB", "graph / base map", "JPS+ table KB"]);
    for set in sets {
        let m = set.memory;
        let kb = |bytes: u64| bytes as f64 / 1e3 / set.maps.max(1) as f64;
        let (base, graph) = (kb(m.base), kb(m.graph));
        let percent = |part: f64, whole: f64| format!("{:.1} %", 100.0 * part / whole);
        let mut line = |whose: &str, rest: [String; 4]| {
            table.row([set.set.title.into(), whose.into()].into_iter().chain(rest));
        };
        let theirs = MEMORY_KB.iter().find(|(name, ..)| *name == set.set.name);
        if let Some((_, their_base, their_graph)) = theirs {
            line("theirs", [short(*their_base), short(*their_graph), percent(*their_graph, *their_base), "–".into()]);
        }
        line("ours", [short(base), short(graph), percent(graph, base), short(kb(m.table))]);
        if let Some((_, their_base, their_graph)) = theirs {
            let shares = ratio(graph / base, their_graph / their_base);
            line("ratio", [ratio(base, *their_base), ratio(graph, *their_graph), shares, "–".into()]);
        }
    }
    table.markdown()
}
