//! Windows: which switches have a step to do, and in which order.

use super::super::{NEVER, Time};
use super::{AHEAD, Setup, Shard};

impl Shard {
    /// The next window in which a switch has a step to do.
    pub fn next_window(&self) -> u64 {
        let busy = |window: u64| {
            let at = (window % AHEAD as u64) as usize;
            self.visited[at] || !self.lists[at].is_empty()
        };
        let near = (self.now..self.now + AHEAD as u64).find(|window| busy(*window));
        let far = self.far.keys().next().copied();
        near.unwrap_or(u64::MAX).min(far.unwrap_or(u64::MAX))
    }

    /// Simulates a window, the last one or a later one. Switches go on beyond its end where nothing can reach them, but
    /// nothing happens at `stop` or later. If `stop` is within the window, the next call simulates the rest of it.
    pub fn window(&mut self, window: u64, stop: Time) {
        self.now = window;
        let start = window.saturating_mul(self.setup.window);
        let end = start.saturating_add(self.setup.window);
        let (sure, limit) = (end.min(stop), start.saturating_add(self.setup.ahead).min(stop));
        self.visited[(window % AHEAD as u64) as usize] = false;
        while let Some(entry) = self.far.first_entry().filter(|e| *e.key() < window + AHEAD as u64) {
            let (window, list) = entry.remove_entry();
            self.lists[(window % AHEAD as u64) as usize].extend(list);
        }
        let setup = self.setup.clone();
        let setup = &*setup;
        let mut list = core::mem::take(&mut self.lists[(window % AHEAD as u64) as usize]);
        // In order of their numbers: neighbours share data, which is then still in the cache.
        list.sort_unstable();
        for index in list.drain(..) {
            let index = index as usize;
            // A switch that was scheduled again for an earlier window is in the list of that window, too.
            if self.switches[index].listed != window {
                continue;
            }
            self.switches[index].listed = u64::MAX;
            let next = self.simulate(setup, index, sure, limit);
            self.switches[index].next = NEVER;
            self.schedule(index, next);
        }
        // Reuse the memory of the list.
        let slot = &mut self.lists[(window % AHEAD as u64) as usize];
        if slot.is_empty() {
            *slot = list;
        }
        if end <= stop {
            self.now = window + 1;
        }
    }

    /// The time of the next step of any switch.
    pub fn next_time(&self) -> Time {
        self.switches.iter().map(|switch| switch.next).min().unwrap_or(NEVER)
    }

    /// Schedules a step of a switch at a time in a later window.
    pub(super) fn schedule(&mut self, index: usize, time: Time) {
        let switch = &mut self.switches[index];
        if time >= switch.next {
            return;
        }
        switch.next = time;
        let window = time / self.setup.window;
        if window >= switch.listed {
            return;
        }
        switch.listed = window;
        if window < self.now + AHEAD as u64 {
            self.lists[(window % AHEAD as u64) as usize].push(index as u32);
        } else {
            self.far.entry(window).or_default().push(index as u32);
        }
    }

    /// Simulates a switch and its nodes. Returns the time of its next step. All effects of other switches before `sure` are
    /// known. From then up to `limit` only credits can be missing, so the switch goes on unless an output needs one.
    fn simulate(&mut self, setup: &Setup, index: usize, sure: Time, limit: Time) -> Time {
        let (mut window, mut end) = (self.now, (self.now + 1).saturating_mul(setup.window));
        let mut switch = self.switches[index];
        let (dues, ports) = (self.dues(&switch), usize::from(switch.ports));
        let next = loop {
            let (time, first) = first_due(&self.due[dues.clone()]);
            if time >= if switch.starved == 0 { limit } else { sure } {
                break time;
            }
            if time >= end {
                while time >= end {
                    (window, end) = (window + 1, end.saturating_add(setup.window));
                }
                self.visited[(window % AHEAD as u64) as usize] = true;
            }
            if first >= ports {
                self.counts.events += 1;
                self.counts.last_event = self.counts.last_event.max(time);
                self.rank_step(setup, &switch, switch.node as usize + first - ports, time);
            } else if !self.serve(setup, &mut switch, first, time, time < sure) {
                break time;
            }
        };
        self.switches[index].starved = switch.starved;
        next
    }
}

/// The smallest time and its index; of several equal ones the first. There are mostly eight (the ports and the node of a
/// cube of three dimensions), in no order that a branch predictor could learn. So they are compared in pairs, without branches.
#[inline]
fn first_due(times: &[Time]) -> (Time, usize) {
    let earlier = |a: (Time, usize), b: (Time, usize)| if b.0 < a.0 { b } else { a };
    let (fours, rest) = times.as_chunks::<4>();
    let mut first = (NEVER, 0);
    for (n, [a, b, c, d]) in fours.iter().enumerate() {
        let n = 4 * n;
        first = earlier(first, earlier(earlier((*a, n), (*b, n + 1)), earlier((*c, n + 2), (*d, n + 3))));
    }
    for (n, time) in rest.iter().enumerate() {
        first = earlier(first, (*time, 4 * fours.len() + n));
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use mcore_base::Rng;

    /// The expectation is the definition.
    #[test]
    fn what_is_due_first_is_the_first_of_the_smallest() {
        let mut rng = Rng::new(5);
        for count in 0..40 {
            for _ in 0..50 {
                let time = |_| if rng.below(3) == 0 { NEVER } else { rng.below(6) };
                let times: Vec<Time> = (0..count).map(time).collect();
                let found = first_due(&times);
                let expected = (0..times.len()).min_by_key(|at| times[*at]).filter(|at| times[*at] < NEVER);
                match expected {
                    Some(at) => assert_eq!(found, (times[at], at), "{times:?}"),
                    None => assert_eq!(found.0, NEVER, "{times:?}"),
                }
            }
        }
    }
}
