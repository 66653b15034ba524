//! The names of the tables that scripts read and write, apart from their contents.

/// The tables that have a name in editor types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
pub enum ShapeName {
    Filter,
    Creature,
    Npc,
    Body,
    State,
    Behaviour,
    FollowHow,
    Tactics,
    WorldPlan,
    Begin,
    ForceOptions,
    SpecCreature,
    SpecWorld,
    Expectation,
}

impl ShapeName {
    pub const ALL: &[Self] = <Self as strum::VariantArray>::VARIANTS;

    /// As editors show it.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
