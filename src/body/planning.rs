//! How bodies plan together, as maps and configurations say it.

use serde::Deserialize;
use strum::{EnumString, IntoStaticStr, VariantNames};

/// Over what planned paths leave gate potentials, for others to plan by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, EnumString, IntoStaticStr, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum GateGround {
    /// There are no gates: no path depends on those of others.
    #[default]
    None,
    /// The cells of the shared grid.
    Grid,
    /// The navigation graph: open cells alone.
    Graph,
}

/// What gates add to the cost of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, EnumString, IntoStaticStr, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum GateCost {
    /// The potential of the cell that is entered.
    Potential,
    /// What goes against the step in the cell that is left and in the one that is entered.
    #[default]
    Flow,
    /// The same, with the sign of the second cell as it was printed.
    FlowAsPrinted,
}
