//! How amounts fade: whole numbers and a table of powers.

/// An amount of 1.
pub(crate) const ONE: u32 = 1 << 16;
/// Amounts are never greater, in whole ones. What is kept is below 2³² then, grown for the time within its half-life.
pub(crate) const GREATEST: f32 = 10_000.0;

/// A half-life has so many moments at which amounts fade.
const MOMENTS: usize = 64;
/// 2 to the power of 1 / 64, in units of 2⁻⁶².
const ROOT: u128 = 4_661_903_986_662_671_289;
/// 2 to the power of i / 64, in units of 2⁻⁶².
const RISEN: [u64; MOMENTS] = risen();
/// Bits of a factor below 1.
const BITS: u32 = 31;

const fn risen() -> [u64; MOMENTS] {
    let mut powers = [1 << 62; MOMENTS];
    let mut i = 1;
    while i < MOMENTS {
        powers[i] = ((powers[i - 1] as u128 * ROOT) >> 62) as u64;
        i += 1;
    }
    powers
}

/// A point in a layer's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Moment {
    /// Half-lives that are over.
    pub half_lives: u64,
    /// Of the one at hand, in 64ths.
    part: u8,
}

impl Moment {
    /// The moment of a step, where a half-life lasts so many.
    pub(crate) fn of(step: u64, half_life_steps: u64) -> Self {
        let steps = half_life_steps.max(1);
        Self { half_lives: step / steps, part: (step % steps * MOMENTS as u64 / steps) as u8 }
    }

    /// An amount as it is kept: as much as it would be at the beginning of the half-life.
    pub(crate) fn kept(self, amount: u32) -> u32 {
        let risen = RISEN[usize::from(self.part)] >> (62 - BITS);
        u32::try_from((u64::from(amount) * risen) >> BITS).unwrap_or(u32::MAX)
    }

    /// What is left now of an amount that is kept.
    pub(crate) fn left(self, kept: u32) -> u32 {
        // 2 to the power of -i / 64 is half of 2 to the power of (64 - i) / 64.
        let fallen = match self.part {
            0 => 1 << (BITS + 1),
            part => RISEN[MOMENTS - usize::from(part)] >> (62 - BITS),
        };
        ((u64::from(kept) * fallen) >> (BITS + 1)) as u32
    }
}

/// An amount from a number, from 0 to [`GREATEST`].
pub(crate) fn fixed(amount: f32) -> u32 {
    (f64::from(amount.clamp(0.0, GREATEST)) * f64::from(ONE)) as u32
}

/// An amount as a number.
pub(crate) fn real(amount: u32) -> f32 {
    (f64::from(amount) / f64::from(ONE)) as f32
}

/// The share of an amount that fades within so many steps, in units of 1 / [`ONE`].
pub(crate) fn faded_share(steps: u64, half_life_steps: u64) -> u32 {
    let share = 1.0 - (-(steps as f64) / half_life_steps.max(1) as f64).exp2();
    (share * f64::from(ONE)) as u32
}
