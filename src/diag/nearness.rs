//! Suggestions: the word that was probably meant.

use std::fmt;

/// With so many words another one is compared: every fault of a file may ask.
const MOST_COMPARED: usize = 1_000;

/// The candidate that `word` was most likely meant to be, if any is near.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST_MISSPELT {
        return None;
    }
    let lower = word.to_lowercase();
    let compared = |c: &&'a str| pairs(&lower, c) > 0;
    let distance = |c: &'a str| (strsim::damerau_levenshtein(&lower, &c.to_lowercase()), c);
    let all = candidates.into_iter().take(MOST_COMPARED).filter(compared).map(distance);
    all.filter(|(d, c)| *d <= most_wrong(c.chars().count())).min().map(|(_, c)| c)
}

/// Pairs of characters that are looked at when a word is compared with a candidate; 0 when they differ too much in length for
/// that.
pub(crate) fn pairs(word: &str, candidate: &str) -> usize {
    if word.len().max(candidate.len()) > 2 * LONGEST_MISSPELT {
        return 0;
    }
    let (length, of) = (word.chars().count(), candidate.chars().count());
    // Nearer than the difference of their lengths they are not. Lower case may be a little longer.
    if of.abs_diff(length) <= 2 * most_wrong(of) { (length + 1) * (of + 1) } else { 0 }
}

/// How many characters of a name may be wrong, missing or too many.
fn most_wrong(characters: usize) -> usize {
    (characters / 3).max(1)
}

/// Bytes of the longest word for which a correction is looked for.
const LONGEST_MISSPELT: usize = 100;

/// Longer lists of what there is are not shown.
const MOST_LISTED: usize = 12;

/// `did you mean 'attack'?`, or the list of what there is when it is short, or nothing.
pub(crate) fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut all: Vec<&str> = Vec::new();
    for name in candidates {
        if !name.is_empty() && (all.len() > MOST_LISTED || !all.contains(&name)) {
            all.push(name);
        }
    }
    match nearest(word, all.iter().copied()) {
        Some(near) => Some(format!("did you mean '{near}'?")),
        None if !all.is_empty() && all.len() <= MOST_LISTED => Some(format!("there is: {}", all.join(", "))),
        None => None,
    }
}

/// What to write where a name needs a number: the one that is there in quotes, or an example.
pub(crate) fn number_instead(name: &str, quoted: Option<f64>, usual: impl fmt::Display) -> String {
    quoted.map_or_else(|| format!("for example {name} = {usual}"), |n| format!("without quotes: {name} = {n}"))
}
