//! Parses, dispatches and sets the exit code.

fn main() {}
