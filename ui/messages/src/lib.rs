//! The messages of the page.
//!
//! They are written in Fluent's syntax (`ui/locales/*.ftl`). A build of the site packs those that a page needs into one file
//! for each language ([`fluent`]), which the page fetches beside its program. So the page needs no parser, and a changed message compiles nothing.

#[cfg(feature = "fluent")]
pub mod fluent;
mod marks;
mod words;

pub use words::{Words, filled};
