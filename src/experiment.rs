//! Measuring: scenario files of known lengths, and what a search makes of them.

mod scenario;

pub use scenario::{Figures, Trial, Verdict};
