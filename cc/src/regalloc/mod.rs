//! Allocation of registers.
