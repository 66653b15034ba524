//! What a test came to.

/// What one test came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number there.
    pub test: &'static str,
    /// What happens in it.
    pub what: String,
    /// When it passes.
    pub criterion: String,
    /// What was measured.
    pub ours: String,
    /// Whether that meets the criterion.
    pub passed: bool,
}

impl Row {
    pub(crate) fn new(
        test: &'static str,
        what: impl Into<String>,
        criterion: impl Into<String>,
        ours: impl Into<String>,
        passed: bool,
    ) -> Self {
        Self { test, what: what.into(), criterion: criterion.into(), ours: ours.into(), passed }
    }
}
