//! The frames that a session sends: at most one is in flight.

/// Whether a frame is in flight, and whether another one is wanted.
///
/// The page acknowledges each frame when it is about to show it. Until then further requests wait; they are answered by
/// one frame of the newest state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frames {
    in_flight: bool,
    wanted: bool,
}

impl Frames {
    /// Requests a frame, now or as soon as the last one has been shown.
    pub fn request(&mut self) {
        self.wanted = true;
    }

    /// The page has shown the frame in flight.
    pub fn shown(&mut self) {
        self.in_flight = false;
    }

    /// True if a frame is to be sent now.
    pub fn is_due(&self) -> bool {
        self.wanted && !self.in_flight
    }

    /// A frame has been sent.
    pub fn sent(&mut self) {
        *self = Self { in_flight: true, wanted: false };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_frame_is_in_flight_and_one_request_waits() {
        let mut frames = Frames::default();
        assert!(!frames.is_due());
        frames.request();
        assert!(frames.is_due());
        frames.sent();
        assert!(!frames.is_due());
        frames.request();
        frames.request();
        assert!(!frames.is_due(), "the first one has not been shown");
        frames.shown();
        assert!(frames.is_due());
        frames.sent();
        frames.shown();
        assert!(!frames.is_due(), "both requests were answered by one frame");
    }
}
