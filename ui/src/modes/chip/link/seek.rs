//! Seeks while the slider is dragged: one is in flight, the newest waits, those between are dropped.

use mcore::base::Cycle;

/// The seek in flight and the one that waits.
#[derive(Debug, Default)]
pub struct Seeks {
    under_way: Option<u32>,
    waiting: Option<Cycle>,
}

impl Seeks {
    /// Requests a seek. True if it can be sent at once; else it replaces the waiting one.
    pub fn ask(&mut self, cycle: Cycle) -> bool {
        if self.under_way.is_none() {
            return true;
        }
        self.waiting = Some(cycle);
        false
    }

    /// A seek has been sent with this number.
    pub fn sent(&mut self, id: u32) {
        self.under_way = Some(id);
    }

    /// A command with that number has been answered. Returns the cycle to send now, if one was waiting for the answer.
    pub fn answered(&mut self, id: u32) -> Option<Cycle> {
        if self.under_way != Some(id) {
            return None;
        }
        self.under_way = None;
        self.waiting.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_waits() {
        let mut seeks = Seeks::default();
        assert!(seeks.ask(10));
        seeks.sent(1);
        assert!(!seeks.ask(20));
        assert!(!seeks.ask(30));
        assert_eq!(seeks.answered(7), None, "an answer to another command changes nothing");
        assert_eq!(seeks.answered(1), Some(30));
        seeks.sent(2);
        assert_eq!(seeks.answered(2), None);
        assert!(seeks.ask(40));
    }
}
