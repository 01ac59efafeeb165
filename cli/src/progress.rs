//! The progress of a long run, on standard error if it is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// A run shows its progress after this time.
pub const LONG: Duration = Duration::from_secs(1);

/// A turning sign with a message.
pub fn spinner() -> ProgressBar {
    styled(None, "{spinner} {msg}")
}

/// A bar for a number of steps, with a message and the remaining time.
pub fn bar(steps: usize) -> ProgressBar {
    styled(Some(steps as u64), "{bar:30} {pos}/{len}  {msg}  {eta}")
}

fn styled(steps: Option<u64>, template: &str) -> ProgressBar {
    let progress = ProgressBar::with_draw_target(steps, ProgressDrawTarget::stderr());
    // The templates are fixed, so they are valid.
    if let Ok(style) = ProgressStyle::with_template(template) {
        progress.set_style(style);
    }
    progress
}
