//! The memory systems: their page in the document, their session in the worker. One module, because a visitor of this
//! mode needs both.

fn main() {
    mcore_ui::modes::pmnet::start();
}
