//! The names of the shapes of tables.

/// The tables that have a name in editor types, and those that are global.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
pub enum ShapeName {
    /// Which creatures a query finds.
    Filter,
    /// The result of `npc:look`.
    Creature,
    /// The result of `npc:flock`.
    Flock,
    /// The creature whose turn it is.
    Npc,
    /// The `body` of a behaviour.
    Body,
    /// The handlers of one state.
    State,
    /// What a file below `npc/` describes.
    Behaviour,
    /// A setting of a behaviour.
    Setting,
    /// The settings of a creature.
    Settings,
    /// The settings of a mod.
    ModSettings,
    /// Options of `tactics.follow`.
    FollowHow,
    /// The module `lib.tactics`.
    Tactics,
    /// The module `lib.behaviour_tree`.
    BehaviourTree,
    /// The module `lib.utility`.
    Utility,
    /// The module `lib.formations`.
    Formations,
    /// Options of `formations.keep`.
    FormationHow,
    /// The module `lib.flock`.
    Flocking,
    /// Options of `flock.move`.
    FlockHow,
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
    /// The global table `pathfinder`.
    #[strum(serialize = "pathfinder")]
    Pathfinder,
    /// The global table `mod`.
    #[strum(serialize = "mod")]
    Mod,
    /// The global table `world`.
    #[strum(serialize = "world")]
    World,
    /// The global table `group`.
    #[strum(serialize = "group")]
    Group,
    /// The global table `influence`.
    #[strum(serialize = "influence")]
    Influence,
}

impl ShapeName {
    /// All of them, in the order of the editor types.
    pub const ALL: &[Self] = <Self as strum::VariantArray>::VARIANTS;

    /// As editors show it.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
