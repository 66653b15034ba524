//! What tests of `experiment` use beyond its public face.

pub use crate::experiment::{Failure, Plan, Share, Watcher, compare, entropia, load_set};
