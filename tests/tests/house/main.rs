//! Rules about the texts of the repository.

mod languages;
mod tidy;
mod words;
