//! The search options that several commands share.

use super::Args;
use crate::search::{ALGORITHMS, Algorithm, Connect, Heuristic, OpenKind, OptionsError, SearchOptions};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search options")]
pub(super) struct SearchArgs {
    /// How to search
    #[arg(long, value_parser = algorithms(), default_value = Algorithm::default().profile().name)]
    pub algorithm: Algorithm,
    /// How far the goal seems [default: octile with 8 directions, manhattan with 4]
    #[arg(long, value_parser = one_of(HEURISTICS))]
    pub heuristic: Option<Heuristic>,
    /// What the heuristic is multiplied by, 0 to 1000; more than 1 gives up shortest paths for speed
    #[arg(long, value_name = "W", default_value_t = 1.0)]
    pub weight: f32,
    /// Directions of steps
    #[arg(long, value_parser = one_of(CONNECTS), default_value = "8")]
    pub connect: Connect,
    /// The queue of cells that wait [default: buckets, where the algorithm leaves a choice]
    #[arg(long, value_parser = one_of(OPEN_LISTS))]
    pub open: Option<OpenKind>,
}

/// A word, its line of help if it needs one, and what it means.
pub(super) type Word<T> = (&'static str, &'static str, T);

const HEURISTICS: [Word<Heuristic>; 3] = [
    ("manhattan", "", Heuristic::Manhattan),
    ("euclidean", "", Heuristic::Euclidean),
    ("octile", "", Heuristic::Octile),
];

const CONNECTS: [Word<Connect>; 2] = [("4", "", Connect::Four), ("8", "", Connect::Eight)];

const OPEN_LISTS: [Word<OpenKind>; 3] = [
    ("heap", "A heap with four children a node", OpenKind::Heap),
    ("cheap-list", "The 75 cheapest sorted, the rest not", OpenKind::TwoTierList),
    ("buckets", "Buckets of nearly equal cost", OpenKind::Buckets),
];

fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    one_of(ALGORITHMS.each_ref().map(|row| (row.name, row.summary, row.algorithm)))
}

/// Reads one of a few words.
pub(super) fn one_of<T>(words: impl IntoIterator<Item = Word<T>>) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let words: Vec<Word<T>> = words.into_iter().collect();
    let value = |(name, help, _): Word<T>| {
        let value = PossibleValue::new(name);
        if help.is_empty() { value } else { value.help(help) }
    };
    let values: Vec<PossibleValue> = words.iter().copied().map(value).collect();
    let meaning = move |read: String| words.iter().find(|(name, ..)| *name == read).map(|word| word.2);
    PossibleValuesParser::new(values).try_map(move |read| meaning(read).ok_or("not one of the values"))
}

impl SearchArgs {
    /// # Errors
    /// Options that do not go together: wrong usage.
    pub(super) fn options(&self) -> Result<SearchOptions, OptionsError> {
        let Self { algorithm, heuristic, weight, connect, open } = *self;
        let options = SearchOptions { algorithm, heuristic, weight, connect, open };
        options.check().map(|()| options)
    }
}
