//! What scripts did while they ran (lines, states, transitions, codes): kept by every machine that is asked to, and summed up.

use crate::lua::api::forced::PathCall;
use crate::nav::Code;
use std::collections::{BTreeMap, BTreeSet};

/// What scripts did, summed up over machines and worlds. Files go by what people call them: `scripts/npc/wolf.lua`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage {
    /// Of each file its functions, in the order in which the compiler keeps them.
    pub lines: BTreeMap<String, Vec<FunctionHits>>,
    /// By the behaviour's file.
    pub behaviours: BTreeMap<String, BehaviourTally>,
    /// Paths of the modules that specs require, themselves and through others.
    pub required: BTreeSet<String>,
}

/// How often each line of one function ran, functions inside it apart; by line from 0, `None` where nothing can run.
pub(crate) type FunctionHits = Vec<Option<u32>>;

/// What creatures of one behaviour did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BehaviourTally {
    /// States that some creature was in.
    pub entered: BTreeMap<String, u64>,
    /// Changes of state, from and to.
    pub taken: BTreeMap<(String, String), u64>,
    /// By state.
    pub codes: BTreeMap<String, StateCodes>,
}

/// The codes that the handler `on_path` can get.
const ON_PATH: &[Code] = &[Code::SearchOk, Code::SearchFailed, Code::OutOfTime];

/// Codes that creatures met in one state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateCodes {
    /// How often each code was met, in the order of `Code::ALL`; `None` where no call was made that returns it.
    met: [Option<u64>; Code::ALL.len()],
}

impl StateCodes {
    /// How often each code was met that could have come.
    pub fn all(&self) -> impl Iterator<Item = (Code, u64)> {
        Code::ALL.into_iter().filter_map(|c| Some((c, self.met[c as usize]?)))
    }

    fn meet(&mut self, call: Option<PathCall>, code: Code) {
        for possible in call.map_or(ON_PATH, PathCall::codes) {
            *self.met[*possible as usize].get_or_insert(0) += u64::from(*possible == code);
        }
    }

    fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.met.iter_mut().zip(other.met) {
            *mine = mine.map_or(theirs, |n| Some(n + theirs.unwrap_or(0)));
        }
    }
}

impl Coverage {
    /// Takes another's counts in. Sums do not depend on the order.
    pub fn add(&mut self, other: &Self) {
        for (file, functions) in &other.lines {
            self.add_lines(file, functions);
        }
        self.required.extend(other.required.iter().cloned());
        for (file, theirs) in &other.behaviours {
            let ours = self.behaviours.entry(file.clone()).or_default();
            theirs.entered.iter().for_each(|(s, n)| *ours.entered.entry(s.clone()).or_default() += n);
            theirs.taken.iter().for_each(|(t, n)| *ours.taken.entry(t.clone()).or_default() += n);
            theirs.codes.iter().for_each(|(s, c)| ours.codes.entry(s.clone()).or_default().add(c));
        }
    }

    /// Adds what ran of one file. Counts of another version of the file (its functions differ) replace it.
    pub fn add_lines(&mut self, file: &str, functions: &[FunctionHits]) {
        let ours = self.lines.entry(file.to_owned()).or_default();
        let fits = |(a, b): (&FunctionHits, &FunctionHits)| a.len() == b.len();
        if ours.len() != functions.len() || !ours.iter().zip(functions).all(fits) {
            *ours = functions.to_vec();
            return;
        }
        for (mine, theirs) in ours.iter_mut().flatten().zip(functions.iter().flatten()) {
            if let (Some(n), Some(more)) = (mine.as_mut(), theirs) {
                *n = n.saturating_add(*more);
            }
        }
    }

    /// Lines of a file that can run, from 1, and whether each did. Where several functions share a line, all must have.
    pub fn lines_of(&self, file: &str) -> BTreeMap<u32, bool> {
        let mut lines = BTreeMap::new();
        for function in self.lines.get(file).into_iter().flatten() {
            for (line, hits) in function.iter().enumerate() {
                if let (Some(hits), Ok(line)) = (hits, u32::try_from(line)) {
                    *lines.entry(line).or_insert(true) &= *hits > 0;
                }
            }
        }
        lines
    }
}

/// What one machine counts, and the behaviour and state of the current turn.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// By the behaviour's name.
    pub behaviours: BTreeMap<String, BehaviourTally>,
    file: String,
    state: String,
}

impl Tally {
    /// A creature's turn begins, in a state.
    pub fn begin(&mut self, file: &str, state: &str) {
        (self.file, self.state) = (file.to_owned(), state.to_owned());
        *self.here().entered.entry(state.to_owned()).or_default() += 1;
    }

    /// It changes its state.
    pub fn change(&mut self, to: &str) {
        let change = (self.state.clone(), to.to_owned());
        *self.here().taken.entry(change).or_default() += 1;
        self.state = to.to_owned();
        *self.here().entered.entry(to.to_owned()).or_default() += 1;
    }

    /// It meets a code: the result of a call, or without one of `on_path`.
    pub fn meet(&mut self, call: Option<PathCall>, code: Code) {
        let state = self.state.clone();
        self.here().codes.entry(state).or_default().meet(call, code);
    }

    fn here(&mut self) -> &mut BehaviourTally {
        self.behaviours.entry(self.file.clone()).or_default()
    }
}
