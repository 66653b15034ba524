//! What tests of `spec` use beyond its public face.

pub use crate::spec::{FileReport, Share};
pub mod moment {
    pub use crate::spec::moment::export;
}

pub use crate::lua::host::spec_host::WorldPlan;
pub use crate::spec::plan::{read as read_plan, rows as drawing_rows};

pub mod moment_lua {
    pub use crate::lua::source::literal::{name, number, string, value};
}
