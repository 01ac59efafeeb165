//! The C compiler, for the workers.

fn main() {
    mcore_ui::start_compiler();
}
