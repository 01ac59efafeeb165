//! The memory systems: their page in the document, their session in the worker. One module, because who visits it wants both.

fn main() {
    mcore_ui::start_pmnet();
}
