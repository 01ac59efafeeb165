//! The program that runs in the document.

fn main() {
    mcore_ui::start_page();
}
