//! Random values for property tests.

use proptest::prelude::*;

/// Evenly spread numbers, to the millimetre. (The sampler of plain `f32` ranges has an assertion that fails now and then.)
pub(crate) fn between(low: f32, high: f32) -> impl Strategy<Value = f32> {
    ((low * 1e3) as i32..(high * 1e3) as i32).prop_map(|n| n as f32 / 1e3)
}

/// Lengths of a row: short ones, and those about one word of bits and two words long.
pub(crate) fn row_lengths() -> impl Strategy<Value = u32> {
    prop_oneof![3u32..14, 62u32..=66, 127u32..=129]
}
