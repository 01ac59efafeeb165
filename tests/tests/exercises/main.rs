//! Exercises: their packs, their judge, and those of the site.

mod exercise_packs;
mod exercises;
mod pack_format;
mod pack_hostile;
mod pack_random;
mod packs_that_ship;
mod speedup;
