use super::*;
use crate::Rng;
use alloc::vec::Vec;

/// Pages of the small simulation.
const PAGES: usize = 16;

/// A small simulation whose state depends on its whole past, and that ends at cycle 3,000.
#[derive(Clone, PartialEq, Debug)]
struct Walk {
    cycle: Cycle,
    rng: Rng,
    place: u64,
    pages: Vec<Arc<[u8; 64]>>,
}

impl Simulation for Walk {
    type Input = u64;
    type Packed = Self;

    fn cycle(&self) -> Cycle {
        self.cycle
    }
    fn step(&mut self) -> bool {
        if self.cycle == 3_000 {
            return false;
        }
        self.cycle += 1;
        self.place = self.place.rotate_left(7) ^ self.rng.next_u64();
        if self.cycle % 9 == 0 {
            let page = (self.place % PAGES as u64) as usize;
            Arc::make_mut(&mut self.pages[page])[0] ^= self.place as u8;
        }
        true
    }
    /// Behaves like a machine that runs ahead: it goes too far at first, and then restarts from the anchor.
    fn advance(&mut self, goal: Goal, anchor: &dyn Fn() -> Self) -> bool {
        let until = goal.reached(self.cycle, self.work_per_cycle());
        let anchor = anchor();
        assert!(anchor.cycle <= self.cycle);
        *self = anchor;
        while self.cycle < until {
            if !self.step() {
                return false;
            }
        }
        true
    }
    fn apply(&mut self, input: &u64) {
        self.place = self.place.wrapping_mul(3) ^ input;
    }
    fn work_per_cycle(&self) -> u64 {
        64
    }
    fn digest(&self) -> u64 {
        self.place
    }
    fn pack(&mut self, _: Option<&Self>) -> Self {
        self.clone()
    }
    fn unpack(packed: &Self) -> Self {
        packed.clone()
    }
    fn packed_cost(packed: &Self, before: Option<&Self>) -> usize {
        let own = |i: usize| before.is_none_or(|b| !Arc::ptr_eq(&b.pages[i], &packed.pages[i]));
        32 + 64 * (0..PAGES).filter(|i| own(*i)).count()
    }
}

fn walk() -> Walk {
    Walk { cycle: 0, rng: Rng::new(5), place: 0, pages: (0..PAGES).map(|_| Arc::new([0; 64])).collect() }
}

/// All states of a run with a journal, one after the other.
fn states(journal: &[(Cycle, u64)]) -> Vec<Walk> {
    let mut plain = walk();
    let mut known = Vec::new();
    loop {
        for (_, input) in journal.iter().filter(|(cycle, _)| *cycle == known.len() as Cycle) {
            plain.apply(input);
        }
        known.push(plain.clone());
        if !plain.step() {
            return known;
        }
    }
}

const LIMITS: [Limits; 4] = [
    Limits { work: 1, least: 1, keyframes: 4, bytes: usize::MAX },
    Limits { work: 100, least: 64, keyframes: 16, bytes: usize::MAX },
    Limits { work: 0, least: 10, keyframes: 1000, bytes: 32 * 40 },
    Limits { work: 64, least: 1, keyframes: 1000, bytes: 1 << 14 },
];

fn assert_limits(t: &Timeline<Walk>, limits: Limits) {
    let (keyframes, _) = t.density();
    assert!(keyframes <= limits.keyframes.max(2));
    assert!(t.bytes() <= limits.bytes || keyframes <= 2, "{} of {}", t.bytes(), limits.bytes);
}

#[test]
fn a_state_is_the_same_forwards_and_by_seeking() {
    let known = states(&[]);
    for limits in LIMITS {
        let mut t = Timeline::new(walk(), limits);
        let mut rng = Rng::new(1);
        while !t.has_ended() {
            if rng.below(50) == 0 {
                let to = rng.below(t.end() + 1);
                assert!(t.seek(to));
                assert_eq!(*t.now(), known[to as usize]);
            }
            match rng.below(3) {
                0 => t.advance(t.now().cycle + 1 + rng.below(40)),
                _ => t.step(),
            };
            assert_eq!(*t.now(), known[t.now().cycle as usize]);
            if rng.below(20) == 0 {
                t.seek(t.end());
            }
            assert_limits(&t, limits);
        }
        assert_eq!(t.end(), 3_000);
        assert!(!t.seek(3_001));
        for to in (0..=3_000).rev().step_by(17) {
            t.seek(to);
            assert_eq!(*t.now(), known[to as usize]);
            assert_limits(&t, limits);
        }
    }
}

#[test]
fn inputs_of_all_times_are_in_every_state_after_them() {
    for (seed, limits) in (0..40).flat_map(|seed| LIMITS.map(|limits| (seed, limits))) {
        let mut rng = Rng::new(seed);
        let mut t = Timeline::new(walk(), limits);
        let mut journal: Vec<(Cycle, u64)> = Vec::new();
        let mut known = states(&journal);
        for _ in 0..60 {
            match rng.below(6) {
                0 => {
                    let (at, end, input) = (t.now().cycle, t.end(), rng.next_u64());
                    let before = journal.len();
                    // Several inputs in one cycle are all part of the state, so none of them is later than it.
                    journal.retain(|(cycle, _)| *cycle <= at);
                    let inputs = before - journal.len();
                    journal.push((at, input));
                    assert_eq!(t.input(input), Rewritten { at, end, inputs });
                    known = states(&journal);
                    assert_eq!((t.end(), t.journal().entries()), (at, &journal[..]));
                }
                1 | 2 => {
                    let to = rng.below(t.end() + 1);
                    let missing = t.jump(to).expect("a known cycle");
                    assert_eq!(*t.now(), known[(to - missing) as usize]);
                    while !t.approach(to, 1 + rng.below(30)) {
                        assert_eq!(*t.now(), known[t.now().cycle as usize]);
                    }
                }
                3 => {
                    let to = rng.below(t.end() + 1);
                    let moment = t.before(to);
                    assert_eq!(moment.state, known[moment.cycle() as usize]);
                    t.seek(to);
                }
                _ => {
                    for _ in 0..rng.below(120) {
                        match rng.below(2) {
                            0 => t.advance(t.now().cycle + 1 + rng.below(100)),
                            _ => t.step(),
                        };
                    }
                }
            }
            assert_eq!(*t.now(), known[t.now().cycle as usize], "seed {seed}");
            assert_limits(&t, limits);
        }
        // The recipe alone leads to the same states.
        let mut again = Timeline::with_journal(walk(), limits, t.journal().clone());
        while !again.has_ended() {
            assert_eq!(*again.now(), known[again.now().cycle as usize]);
            again.advance(again.now().cycle + 100);
        }
        assert_eq!(*again.now(), known[3_000]);
    }
}

#[test]
fn lowering_the_cap_thins_at_once() {
    let mut t = Timeline::new(walk(), Limits { work: 0, least: 4, keyframes: 4096, bytes: 1 << 20 });
    while t.step() != Stepped::Ended {}
    t.seek(1_501);
    let before = t.density();
    t.set_bytes(20_000);
    assert!(t.bytes() <= 20_000 && t.density().0 < before.0 && t.density().1 > before.1);
    let known = states(&[]);
    for to in [0, 1, 2_999, 1_500, 3_000] {
        t.seek(to);
        assert_eq!(*t.now(), known[to as usize]);
    }
}

/// When there are too many keyframes, every second one is dropped: those exactly the doubled distance apart stay.
#[test]
fn thinning_keeps_every_second_keyframe() {
    // One unit of work per cycle and 64 for its steps: keyframes are ten cycles apart.
    let mut t = Timeline::new(walk(), Limits { work: 640, least: 1, keyframes: 8, bytes: usize::MAX });
    let mut before = t.density();
    let mut thinned = 0;
    while t.step() != Stepped::Ended {
        let now = t.density();
        if now.1 > before.1 {
            assert_eq!((now.0, now.1), (5, 2 * before.1), "of nine, after {before:?}");
            thinned += 1;
        }
        before = now;
    }
    assert!(thinned >= 3, "{thinned}");
}

#[test]
fn a_keyframe_costs_what_was_touched_since_the_last_one() {
    let mut t = Timeline::new(walk(), Limits::every(9));
    while t.now().cycle < 2_700 {
        t.advance(2_700);
    }
    // One page is written between two keyframes.
    assert_eq!(t.bytes(), 32 + 64 * PAGES + 300 * (32 + 64));
}

#[test]
fn going_back_step_by_step_finds_the_states_of_the_last_seek() {
    let mut t = Timeline::new(walk(), Limits::every(5_000));
    t.advance(3_000);
    t.seek(2_999);
    let mut steps = 0;
    for to in (2_000..2_999).rev() {
        steps += t.jump(to).expect("a known cycle");
        t.approach(to, Cycle::MAX);
    }
    // Without short-range snapshots: 1,000 times about 2,500.
    assert!(steps < 1_000 * 600, "{steps}");
}

#[test]
fn searching_backwards_finds_what_a_log_of_the_whole_run_says() {
    for (seed, limits) in (0..10).flat_map(|seed| LIMITS.map(|limits| (seed, limits))) {
        let mut rng = Rng::new(100 + seed);
        let mut t = Timeline::new(walk(), limits);
        for _ in 0..5 {
            t.advance(t.now().cycle + 200);
            t.input(rng.next_u64());
        }
        while t.advance(3_000) != Stepped::Ended {}
        let known = states(t.journal().entries());
        let rare = 1 << rng.below(12);
        let is_hit = |walk: &Walk| walk.place % rare == 0;
        for _ in 0..30 {
            let until = rng.below(3_001);
            let floor = rng.below(until + 1);
            t.seek(rng.below(3_001));
            let mut search = Search::new(&t, floor, until, until);
            let found = loop {
                let slice = search.advance(&t, 1 + rng.below(400), |moment, journal| {
                    let mut seen = None;
                    let goes_on = moment.step_by(journal, |walk| {
                        let goes_on = walk.step();
                        seen = is_hit(walk).then(|| Hit { at: walk.cycle - 1, what: walk.place });
                        goes_on
                    });
                    (goes_on, seen)
                });
                if !matches!(slice, Searched::Goes(_)) {
                    break slice;
                }
            };
            // A hit in cycle c is visible in the state after it, before the inputs of its cycle.
            let naive = (floor..until).rev().find_map(|cycle| {
                let mut state = known[cycle as usize].clone();
                (state.step() && is_hit(&state)).then_some(Hit { at: cycle, what: state.place })
            });
            assert_eq!(found, naive.map_or(Searched::Nowhere, Searched::Found), "{floor}..{until}");
        }
    }
}
