//! The names of the tables that scripts read and write, apart from their contents.

macro_rules! shape_names {
    ($($name:ident),*) => {
        /// The tables that have a name in editor types.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ShapeName {
            $($name),*
        }

        impl ShapeName {
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// As editors show it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name)),*
                }
            }
        }
    };
}

shape_names!(
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
    Expectation
);
