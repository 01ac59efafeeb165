//! Texts made during assembly (macro expansions), which live as long as the sources.

use alloc::{boxed::Box, string::String};
use core::cell::{Cell, OnceCell};

/// A list that only grows: its entries never move, so tokens may point into them.
#[derive(Default)]
pub(super) struct Arena(OnceCell<Box<Link>>);

#[derive(Default)]
struct Link {
    text: String,
    next: OnceCell<Box<Link>>,
}

/// The end of an [`Arena`], where texts are added.
pub(super) struct Pen<'s>(Cell<&'s OnceCell<Box<Link>>>);

impl Arena {
    /// Starts writing.
    pub(super) fn pen(&self) -> Pen<'_> {
        Pen(Cell::new(&self.0))
    }
}

impl<'s> Pen<'s> {
    /// Keeps a text.
    pub(super) fn keep(&self, text: String) -> &'s str {
        let link = self.0.get().get_or_init(|| Box::new(Link { text, next: OnceCell::new() }));
        self.0.set(&link.next);
        &link.text
    }
}

impl Drop for Arena {
    /// Iterative: the list may be long, and nested drops would use too much stack.
    fn drop(&mut self) {
        let mut link = self.0.take();
        while let Some(mut first) = link {
            link = first.next.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_kept_and_dropped() {
        let arena = Arena::default();
        let pen = arena.pen();
        let texts: alloc::vec::Vec<&str> = (0..200_000).map(|i| pen.keep(alloc::format!("{i}"))).collect();
        assert_eq!((texts[7], texts[199_999]), ("7", "199999"));
    }
}
