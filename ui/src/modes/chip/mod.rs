//! The mode of the chip: its page in the document, its session in a worker.

pub mod app;
pub mod catalog;
pub mod compiler;
pub mod editor;
pub mod gallery;
pub mod keys;
pub mod link;
pub mod paint;
pub mod panels;
pub mod persist;
pub mod reference;
pub mod share;
pub mod store;
pub mod worker;
