//! Every past cycle of a run can be shown again, and runs can be compared.

mod difference;
mod time_golden;
mod timeline;
mod travel;
