//! The mode of the chip: its page in the document, its session in a worker.

#[cfg(feature = "page")]
pub mod app;
pub mod catalog;
pub mod compiler;
#[cfg(feature = "page")]
pub mod editor;
pub mod gallery;
pub mod intent;
#[cfg(feature = "page")]
pub mod keys;
pub mod link;
#[cfg(feature = "page")]
pub mod paint;
#[cfg(feature = "page")]
pub mod panels;
pub mod persist;
#[cfg(feature = "page")]
pub mod reference;
pub mod share;
pub mod store;
#[cfg(feature = "simulator")]
pub mod worker;
