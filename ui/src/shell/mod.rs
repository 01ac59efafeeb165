//! The frame of the modes with a page of their own: everything that they have in common, and nothing that is one mode's.

pub mod fields;
