//! The interconnect simulator: its page in the document, its session in the worker. One module, because who visits it
//! wants both.

fn main() {
    mcore_ui::start_nsim();
}
