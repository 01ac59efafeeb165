//! Rules about the texts of the repository.

mod languages;
mod names;
mod tidy;
mod words;
