//! Rules about the texts of the repository.

mod documents;
mod items;
mod languages;
mod names;
mod tidy;
mod words;
