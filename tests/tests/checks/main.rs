//! The checks for errors that learners make.

mod checks;
mod checks_order;
mod requests;
mod types;
