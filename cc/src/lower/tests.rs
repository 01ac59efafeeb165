//! Trees made by hand.
