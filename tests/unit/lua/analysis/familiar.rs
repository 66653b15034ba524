//! The table of names of other engines and languages.

use std::collections::BTreeSet;

const TABLE: &str = include_str!("../../../../src/lua/analysis/familiar.txt");

#[test]
fn every_line_has_a_table_words_that_are_listed_once_and_what_helps() {
    let mut seen = BTreeSet::new();
    for line in TABLE.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (table, rest) = line.split_once(": ").expect(line);
        let (words, helps) = rest.split_once(" => ").expect(line);
        assert!(["global", "npc", "filter", "key", "spec", "handle"].contains(&table), "{line}");
        assert!(!helps.is_empty(), "{line}");
        for word in words.split(' ') {
            assert!(!word.is_empty() && seen.insert((table, word)), "{word:?} in {line}");
        }
    }
    assert!(seen.len() > 100, "only {} words were found", seen.len());
}
