//! Selection of instructions.
