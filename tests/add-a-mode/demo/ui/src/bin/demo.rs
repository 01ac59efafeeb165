//! The prime numbers: their page in the document, their session in the worker.

fn main() {
    mcore_ui::modes::demo::start();
}
