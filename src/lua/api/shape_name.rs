//! The names of tables, apart from what they are made of, so that types can refer to them.

/// The tables that have a name in editor types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
