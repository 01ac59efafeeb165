//! Ctrl-C.

use crate::failure::Failure;
use mcore::text;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit status after Ctrl-C, by the convention of shells.
pub const INTERRUPTED: u8 = 130;

/// Becomes true when Ctrl-C is pressed. The first Ctrl-C asks the running code to stop; a second one ends the command,
/// in case standard output is blocked.
pub fn listen() -> Result<Arc<AtomicBool>, Failure> {
    listen_and(|| {})
}

/// As [`listen`]. At the first Ctrl-C `first` runs in a separate thread, while the command may still be busy.
pub fn listen_and(first: impl Fn() + Send + 'static) -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let pressed = stop.clone();
    let set = ctrlc::set_handler(move || {
        if pressed.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        first();
    });
    set.map_err(|error| text!("cannot listen to Ctrl-C: {error}", "Ctrl-C を受け取れません: {error}"))?;
    Ok(stop)
}
