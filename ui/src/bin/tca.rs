//! The verbs mode: its page in the document, its session in the worker. One module, because a visitor of this mode needs both.

fn main() {
    mcore_ui::modes::tca::start();
}
