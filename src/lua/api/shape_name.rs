//! The names of the tables that scripts read and write, apart from their contents.

/// The tables that have a name in editor types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
pub enum ShapeName {
    /// Which creatures a query finds.
    Filter,
    /// The result of `npc:look`.
    Creature,
    /// The creature whose turn it is.
    Npc,
    /// The `body` of a behaviour.
    Body,
    /// The handlers of one state.
    State,
    /// What a file below `npc/` describes.
    Behaviour,
    /// Options of `tactics.follow`.
    FollowHow,
    /// The module `lib.tactics`.
    Tactics,
    /// The argument of `world` in specs.
    WorldPlan,
    /// The argument of `begin` of a spec's creature.
    Begin,
    /// Options of `force` of a spec's creature.
    ForceOptions,
    /// A creature in a spec.
    SpecCreature,
    /// The result of `world` in specs.
    SpecWorld,
    /// The result of `expect`.
    Expectation,
}

impl ShapeName {
    /// All of them, in the order of the editor types.
    pub const ALL: &[Self] = <Self as strum::VariantArray>::VARIANTS;

    /// As editors show it.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
