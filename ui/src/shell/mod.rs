//! The frame of the modes with their own page: everything that they share, and nothing specific to one mode.

pub mod boot;
pub mod compare;
pub mod document;
pub mod exercises;
pub mod fields;
pub mod files;
pub mod frame;
pub mod guide;
pub mod keys;
pub mod lab;
pub mod lessons;
pub mod line;
pub mod link;
pub mod live;
pub mod markdown;
pub mod modes;
pub mod other;
pub mod packs;
pub mod page;
pub mod persist;
pub mod pictures;
pub mod runs;
pub mod saved;
pub mod share;
pub mod wire;
pub mod worker;
