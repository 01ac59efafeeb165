//! Observers that take many cycles at once learn the same, digit for digit, as those that receive every event.

use mcore::base::{Array, Cycle, Each, Goal, Only, Rng, SourceFile, Tee};
use mcore::modes::chip::{
    CommRecord, Event, Events, Machine, MpiProfile, Observer, Profile, SpaceTime, Spec, Tally, kinds,
};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use std::sync::Arc;

/// The kinds of events that are never summed up.
const RARE: u32 = kinds::DMA | kinds::PACKET | kinds::MARK | kinds::PRINTED | kinds::HALTED | kinds::TRAPPED;

/// Everything that can be observed.
struct Seen {
    tally: Tally,
    space: SpaceTime,
    profile: Profile,
    mpi: MpiProfile,
    record: CommRecord,
    events: Vec<Event>,
}

impl Seen {
    fn new(machine: &Machine) -> Self {
        let array = machine.spec().array;
        Self {
            tally: Tally::new(array),
            space: SpaceTime::new(array),
            profile: Profile::new(machine),
            mpi: MpiProfile::new(machine),
            record: CommRecord::new(machine),
            events: Vec::new(),
        }
    }

    fn step_to(&mut self, machine: &mut Machine, until: Cycle) -> bool {
        let Self { tally, space, profile, mpi, record, events } = self;
        let rare = Only::<RARE, _>(Each(|event| events.push(event)));
        let mut all = Tee(Tee(Tee(tally, space), Tee(profile, rare)), Tee(mpi, record));
        while machine.state.cycle < until && machine.step_with(&mut all) {}
        machine.outcome().is_none()
    }

    fn advance(&mut self, machine: &mut Machine, goal: Goal, anchor: &Machine) -> bool {
        let Self { tally, space, profile, mpi, record, events } = self;
        let mut rare = Events(Only::<RARE, _>(Each(|event| events.push(event))));
        let (mut mpi, mut record) = (Events(mpi), Events(record));
        let observers: &mut [&mut dyn Observer] = &mut [tally, space, profile, &mut rare, &mut mpi, &mut record];
        machine.advance_observed(goal, &|| anchor.clone(), observers)
    }

    fn assert_same(&self, plain: &Self, what: &str) {
        let first = self.events.iter().zip(&plain.events).position(|(a, b)| a != b);
        if let Some(first) = first {
            panic!("{what}: event {first} is {:?} instead of {:?}", self.events[first], plain.events[first]);
        }
        assert_eq!(self.events.len(), plain.events.len(), "{what}: events");
        assert_eq!(self.tally, plain.tally, "{what}");
        assert!(self.space == plain.space, "{what}: space and time");
        let spent = |seen: &Self, rank: Option<usize>| -> Vec<_> {
            seen.profile.instructions(rank).into_iter().flatten().map(|(pc, s)| (pc, s.computing, s.polling)).collect()
        };
        assert_eq!(spent(self, None), spent(plain, None), "{what}");
        for (rank, (own, other)) in self.profile.ranks().iter().zip(plain.profile.ranks()).enumerate() {
            assert_eq!(own, other, "{what}: rank {rank}");
            assert_eq!(spent(self, Some(rank)), spent(plain, Some(rank)), "{what}: rank {rank}");
        }
        let uses = |seen: &Self| -> Vec<_> {
            seen.mpi.uses().map(|(rank, name, used)| (rank, name.to_owned(), used)).collect()
        };
        assert_eq!(uses(self), uses(plain), "{what}");
        let lines = |seen: &Self| {
            let mut text = String::new();
            seen.record.write(&mut text).map(|()| text)
        };
        assert_eq!(lines(self), lines(plain), "{what}");
    }
}

/// Runs ahead by random intervals, from random anchors, and compares what is observed.
pub fn same(start: &Machine, seed: u64, what: &str) {
    let mut rng = Rng::new(seed ^ 0x0b5e);
    let (mut fast, mut plain, mut anchor) = (start.clone(), start.clone(), start.clone());
    let (mut seen, mut expected) = (Seen::new(start), Seen::new(start));
    for number in 0.. {
        let most = [4, 40, 600, 20_000, 1_000_000][rng.below(5) as usize];
        let until = fast.state.cycle + 1 + rng.below(most);
        if rng.below(3) == 0 {
            anchor = fast.clone();
        }
        let work = if rng.below(3) == 0 { fast.activity().work() + 1 + rng.below(most) } else { u64::MAX };
        let goes_on = seen.advance(&mut fast, Goal { until, work }, &anchor);
        let reached = if goes_on { fast.state.cycle } else { until };
        assert_eq!(goes_on, expected.step_to(&mut plain, reached), "{what}");
        assert!(fast.state == plain.state, "{what}: the state in cycle {}", plain.state.cycle);
        if number < 12 || !goes_on {
            seen.assert_same(&expected, &format!("{what}: up to cycle {}", plain.state.cycle));
        }
        if !goes_on {
            break;
        }
    }
}

fn machine(width: u8, height: u8, text: &str) -> Machine {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let assembly = assemble(&[file], &library(), &Options::default());
    let program = Arc::new(assembly.program.unwrap_or_else(|| panic!("{text}\n{:#?}", assembly.diagnostics)));
    let spec = Spec { array: Array::new(width, height), cycle_limit: 100_000, ..Spec::default() };
    Machine::new(spec, program).unwrap()
}

fn compare(width: u8, height: u8, text: &str) {
    (0..4).for_each(|seed| same(&machine(width, height, text), seed, &format!("seed {seed}")));
}

#[test]
fn one_core_that_computes() {
    compare(
        1,
        1,
        "main: li $s1, 3000\nloop: mtc1 $s1, $f2\n cvt.d.w $f4, $f2\n mul.d $f6, $f4, $f4\n div $zero, $s1, $s1\n\
         mflo $t0\n movn $t1, $t0, $t0\n addiu $s1, $s1, -1\n bnezl $s1, loop\n addu $t2, $t2, $t1\n li $v0, 1\n \
         syscall\n li $v0, 10\n syscall\n",
    );
}

#[test]
fn a_core_that_traps_at_the_end() {
    compare(1, 1, "main: li $s1, 900\nloop: addiu $s1, $s1, -1\n bnez $s1, loop\n lw $t0, 2($zero)\n");
}

#[test]
fn the_last_core_of_several_and_its_messages() {
    compare(
        2,
        2,
        ".include \"mclib.s\"\n.data\nx: .word 0, 0\n.text\nmain: jal mc_rank\n move $s0, $v0\n jal mc_barrier\n \
         bnez $s0, done\n li $s1, 500\nloop: addiu $s1, $s1, -1\n bnez $s1, loop\n li $a0, 0x202\n la $a1, x\n \
         la $a2, x\n li $a3, 8\n jal mc_put\n jal mc_wait\n li $s1, 500\nmore: addiu $s1, $s1, -1\n bnez $s1, more\n\
         done: li $a0, 0\n jal mc_exit\n",
    );
}

#[test]
fn a_core_that_waits_for_ever() {
    let text =
        "main: li $s1, 500\nloop: addiu $s1, $s1, -1\n bnez $s1, loop\nwait: lw $t0, 0x2000($zero)\n beqz $t0, wait\n";
    compare(1, 1, text);
}

#[test]
fn a_core_that_prints() {
    let text =
        "main: li $s1, 500\nloop: li $v0, 1\n move $a0, $s1\n syscall\n addiu $s1, $s1, -1\n bnez $s1, loop\n jr $ra\n";
    compare(1, 1, text);
    compare(2, 2, text);
}

/// Values stored into MARK, while packets are sent and while nothing else happens.
#[test]
fn cores_that_mark() {
    compare(
        2,
        2,
        ".include \"mclib.s\"\n.data\nx: .word 0, 0\n.text\nmain: jal mc_rank\n move $s0, $v0\n jal mc_barrier\n \
         li $s1, 40\nloop: sw $s1, MARK($zero)\n addiu $s1, $s1, -1\n sll $t0, $s0, 2\nwait: bnez $t0, wait\n \
         addiu $t0, $t0, -1\n bnez $s1, loop\n li $a0, 0x202\n la $a1, x\n la $a2, x\n li $a3, 8\n jal mc_put\n \
         sw $s0, MARK($zero)\n jal mc_wait\n sw $s0, MARK($zero)\n li $a0, 0\n jal mc_exit\n",
    );
}
