//! What gates add to the cost of a step: the two cost functions.

use crate::geom::Vec2;

/// The gates of one side of a cell together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// All potentials.
    pub potential: f32,
    /// The sum of the directions, each as long as its gate's potential.
    pub flow: Vec2,
}

/// What the gates of one side count: `load` times the potential plus `flow` times what of it goes in the direction of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The factor of the potential.
    pub load: f32,
    /// The factor of the potential along the step's direction.
    pub flow: f32,
}

impl Term {
    const NOTHING: Self = Self { load: 0.0, flow: 0.0 };
    const LOAD: Self = Self { load: 1.0, flow: 0.0 };
    /// Nothing with the flow, twice the potential against it.
    const AGAINST: Self = Self { load: 1.0, flow: -1.0 };
    /// Nothing against the flow, twice the potential with it.
    const ALONG: Self = Self { load: 1.0, flow: 1.0 };

    fn of(self, sum: Sum, direction: Vec2) -> f32 {
        self.load * sum.potential + self.flow * sum.flow.dot(direction)
    }
}

/// How gates count in the cost of a step from cell n to cell m: `k` times the gates out of n and the gates into m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GateWeights {
    /// The factor of it all.
    pub k: f32,
    /// What the gates out of n count.
    pub out: Term,
    /// What the gates into m count.
    pub into: Term,
}

impl GateWeights {
    /// The first cost function: `g = dist(n, m) + k · potential(m)`.
    pub const fn potential(k: f32) -> Self {
        Self { k, out: Term::NOTHING, into: Term::LOAD }
    }

    /// The second one as it is meant: to go with the flow costs nothing, to go against it twice the potential.
    pub const fn flow(k: f32) -> Self {
        Self { k, out: Term::AGAINST, into: Term::AGAINST }
    }

    /// The second one as it is printed: the flow into m counts the opposite.
    pub const fn flow_as_printed(k: f32) -> Self {
        Self { k, out: Term::AGAINST, into: Term::ALONG }
    }

    /// What a step in a direction (of length 1) costs more; never below 0. `out` are the gates out of the cell that it leaves, `into`
    /// those into the one that it enters.
    #[inline]
    pub fn cost(&self, out: Sum, into: Sum, direction: Vec2) -> f32 {
        (self.k * (self.out.of(out, direction) + self.into.of(into, direction))).max(0.0)
    }
}
