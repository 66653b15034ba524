//! What a step's output keeps of its memory.

use bestiary::testing::lua::output::{Noted, ScriptOutput};

/// A step in which so many strings are stored and so many notes written.
fn step(out: &mut ScriptOutput, notes: usize) {
    out.clear();
    (0..notes).for_each(|slot| out.note(slot, Noted::Outgoing(slot)));
    out.strings.push_str(&"x".repeat(notes));
}

#[test]
fn what_one_step_needed_is_given_back_and_what_all_need_is_kept() {
    let mut out = ScriptOutput::default();
    step(&mut out, 100_000);
    assert!(out.notes.capacity() >= 100_000 && out.strings.capacity() >= 100_000);
    (0..12).for_each(|_| step(&mut out, 2_000));
    let kept = (out.notes.capacity(), out.strings.capacity());
    assert!((2_000..=8_000).contains(&kept.0) && (2_000..=8_000).contains(&kept.1), "{kept:?}");
    for notes in [1_600, 2_000, 1_800, 2_000] {
        step(&mut out, notes);
        assert_eq!((out.notes.capacity(), out.strings.capacity()), kept, "steps that differ a little change nothing");
    }
}
