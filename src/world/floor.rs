//! What sets one storey apart from the others.

/// What a storey is called, and how high it lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Floor {
    /// As maps and scripts call it; each storey has its own.
    pub name: Box<str>,
    /// Height of its floor above the ground's, metres.
    pub height_m: f32,
}

impl Default for Floor {
    fn default() -> Self {
        Self { name: "ground".into(), height_m: 0.0 }
    }
}
