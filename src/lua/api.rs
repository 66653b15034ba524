//! What Lua sees, declared as data.

pub mod forced;
pub mod instance;
pub mod output;
pub mod params;
pub mod types;
