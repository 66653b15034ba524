//! What tests of `world` use beyond its public face.

pub mod format {
    pub use crate::world::format::{Query, embedded, load, load_scenario, parse};
}
