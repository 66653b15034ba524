//! Rebuilds the program when a map or script inside it was added or changed.

fn main() {
    for dir in ["maps", "scripts"] {
        println!("cargo::rerun-if-changed={dir}");
    }
}
