//! Parses, dispatches and sets the exit code.

fn main() -> std::process::ExitCode {
    bestiary::main()
}
