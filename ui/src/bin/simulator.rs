//! The program that runs in the worker.

fn main() {
    mcore_ui::start_worker();
}
