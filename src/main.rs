//! The command line. What a command finds goes to stdout, everything else to stderr; it ends with 0 if all is well,
//! 1 if something was found, 2 if it was called wrongly.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
