//! A core alone: programs with nothing of a chip around them.

use super::{Bus, Code, Core, End, Fault, Flow, Limits, MemoryAccess, Now, Records, reg};
use crate::isa::{Instr, Op, encode, row};
use crate::mem::{PlainRange, REGISTER_PAGE};
use crate::program::{Program, Segment, SegmentKind};
use alloc::{format, string::String, vec, vec::Vec};
use core::iter::repeat_with;
use mcore_base::{Cycle, Rng};

const START: u32 = 0x1000;
const DATA: u32 = 0x4000;
const MEMORY: u32 = 64 * 1024;

/// A console, and system call 100, which halts the core with twice the number in `$a0`.
#[derive(Clone, Debug, Default, PartialEq)]
struct Console {
    text: Vec<u8>,
    cycles: Vec<Cycle>,
    /// The accesses to memory that it has seen.
    accesses: Vec<MemoryAccess>,
}

impl Bus for Console {
    type Trap = Fault;

    fn rank(&self) -> u32 {
        7
    }

    fn load(&mut self, offset: u32) -> Option<u32> {
        (offset == 0x20).then_some(0x55)
    }

    fn store(&mut self, _: u32, _: u32) -> Option<Result<Flow, Fault>> {
        None
    }

    fn printed(&self) -> usize {
        self.text.len()
    }

    fn console_limit(&self) -> usize {
        100
    }

    fn print(&mut self, bytes: &[u8], cycle: Cycle) {
        self.text.extend(bytes);
        self.cycles.push(cycle);
    }

    fn select(&mut self, _: bool) {}

    fn call(&mut self, core: &mut Core, number: u32, _: Now<'_>) -> Result<Flow, Fault> {
        match number {
            100 => Ok(Flow::Halt(2 * core.processor.get(4))),
            _ => Err(Fault::Syscall(number)),
        }
    }

    fn perform(&mut self, core: &mut Core, instr: &Instr, now: Now<'_>) -> Result<Flow, Fault> {
        self.accesses.extend(core.access(instr, &now.code.map));
        core.carry_out(instr, now, self)
    }
}

impl Console {
    /// All but the accesses: a burst shows the bus only some of them.
    fn output(&self) -> (&[u8], &[Cycle]) {
        (&self.text, &self.cycles)
    }
}

fn code(words: &[u32]) -> Code {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let segments = vec![Segment { kind: SegmentKind::Text, addr: START, size: bytes.len() as u32, bytes }];
    Code::new(&Program { segments, entry: START, ..Program::default() }, MEMORY, false).unwrap()
}

fn core_of(code: &Code) -> Core {
    Core::new(code, START, MEMORY - 64)
}

fn i(op: Op, rt: u8, rs: u8, imm: i32) -> u32 {
    encode(&Instr { op, rs, rt, rd: 0, sa: 0, imm: imm as u32 })
}

fn r(op: Op, rd: u8, rs: u8, rt: u8) -> u32 {
    encode(&Instr { op, rs, rt, rd, sa: 0, imm: 0 })
}

fn syscall(number: i32) -> [u32; 2] {
    [i(Op::Addiu, 2, 0, number), row(Op::Syscall).bits()]
}

/// An access to a register of the register page.
fn page(op: Op, rt: u8, offset: u32) -> u32 {
    i(op, rt, 0, (REGISTER_PAGE + offset) as i32)
}

/// Runs a program from its start, as fast as possible and one instruction at a time; both must agree.
fn run(words: &[u32]) -> (Core, Console, Result<Cycle, Fault>) {
    let code = code(words);
    let (mut core, mut bus) = (core_of(&code), Console::default());
    let ended = core.run(Now { code: &code, cycle: 0 }, 10_000, &mut bus);
    let (mut plain, mut console, mut cycle) = (core_of(&code), Console::default(), 0);
    let mut trap = None;
    while cycle < 10_000 && plain.processor.is_live() && trap.is_none() {
        trap = plain.execute(Now { code: &code, cycle }, &mut console).err();
        cycle += 1;
    }
    assert_eq!(ended, trap.map_or(Ok(cycle), Err));
    assert_eq!((&core, bus.output()), (&plain, console.output()));
    (core, bus, ended)
}

#[test]
fn a_program_runs_to_its_end() {
    // A function squares the numbers from 1 to 10; their sum is printed and is the exit code.
    let square = START + 4 * 13;
    let mut words = vec![
        i(Op::Addiu, 16, 0, 10),
        encode(&Instr { op: Op::Jal, rs: 0, rt: 0, rd: 0, sa: 0, imm: square }),
        r(Op::Addu, 4, 16, 0),
        i(Op::Addiu, 16, 16, -1),
        i(Op::Bne, 0, 16, -16),
        r(Op::Addu, 17, 17, 2),
        r(Op::Addu, 4, 17, 0),
    ];
    words.extend(syscall(1));
    words.extend([i(Op::Addiu, 8, 0, 10), page(Op::Sw, 8, reg::CONSOLE), page(Op::Sw, 17, reg::HALT), 0]);
    words.extend([r(Op::Mul, 2, 4, 4), r(Op::Jr, 0, 31, 0), 0]);
    let (core, bus, ended) = run(&words);
    assert_eq!(String::from_utf8(bus.text).unwrap(), "385\n");
    let executed = core.processor.executed;
    assert_eq!((core.processor.halted, ended), (Some((385, executed - 1)), Ok(executed)), "one cycle each");
}

#[test]
fn the_bus_serves_what_the_core_does_not_know() {
    let words = [vec![page(Op::Lw, 4, 0x20)], syscall(100).to_vec()].concat();
    assert_eq!(run(&words).0.processor.halted, Some((0xaa, 2)));
    let rank = [encode(&Instr { op: Op::Rdhwr, rs: 0, rt: 4, rd: 0, sa: 0, imm: 0 }), page(Op::Sw, 4, reg::HALT)];
    assert_eq!(run(&rank).0.processor.halted, Some((7, 1)));
}

#[test]
fn faults_end_a_run() {
    assert_eq!(run(&syscall(101)).2, Err(Fault::Syscall(101)));
    assert_eq!(run(&[0, 0]).2, Err(Fault::NotText(START + 8)));
    let long = [vec![i(Op::Addiu, 2, 0, 1)], vec![row(Op::Syscall).bits(); 200]].concat();
    let (core, bus, ended) = run(&long);
    assert_eq!((ended, bus.text.len(), core.processor.executed), (Err(Fault::ConsoleFull), 100, 101));
}

/// A burst that observes all accesses.
struct Observed;

impl Limits for Observed {
    fn loads(&self, _: PlainRange) -> PlainRange {
        PlainRange::NONE
    }

    fn stores(&self, _: PlainRange) -> PlainRange {
        PlainRange::NONE
    }

    fn stops_before(&self, core: &Core, instr: &Instr) -> bool {
        core.halts(instr)
    }
}

#[test]
fn a_bus_can_observe_every_access() {
    // Copies eight words.
    let words = [
        i(Op::Addiu, 8, 0, DATA as i32),
        i(Op::Lw, 9, 8, 0),
        i(Op::Sw, 9, 8, 256),
        i(Op::Addiu, 8, 8, 4),
        i(Op::Sltiu, 10, 8, DATA as i32 + 32),
        i(Op::Bne, 0, 10, -20),
        0,
        page(Op::Sw, 0, reg::HALT),
    ];
    let code = code(&words);
    let (mut core, mut bus) = (core_of(&code), Console::default());
    let now = Now { code: &code, cycle: 0 };
    let (executed, end) = core.segment::<false, _, _>(now, 1000, false, &mut bus, &Observed, Records::default());
    assert_eq!((executed, end), (1 + 8 * 6, End::NeedsSystem));
    let seen: Vec<(bool, u32)> = bus.accesses.iter().map(|access| (access.store, access.offset)).collect();
    let expected: Vec<_> = (0..8).flat_map(|n| [(false, DATA + 4 * n), (true, DATA + 4 * n + 256)]).collect();
    assert_eq!(seen, expected);
}

/// A loop of random instructions that counts down in `$s0`, waits for a cycle, prints and halts.
fn random_program(rng: &mut Rng) -> Vec<u32> {
    const ALU: [Op; 12] = [
        Op::Addu,
        Op::Subu,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Nor,
        Op::Slt,
        Op::Sltu,
        Op::Sllv,
        Op::Srav,
        Op::Mul,
        Op::Movn,
    ];
    const LOADS: [(Op, i64); 8] =
        [(Op::Lw, 4), (Op::Lb, 1), (Op::Lhu, 2), (Op::Lwl, 1), (Op::Lwr, 1), (Op::Ll, 4), (Op::Lwc1, 4), (Op::Ldc1, 8)];
    const STORES: [(Op, i64); 8] =
        [(Op::Sw, 4), (Op::Sb, 1), (Op::Sh, 2), (Op::Swl, 1), (Op::Swr, 1), (Op::Sc, 4), (Op::Swc1, 4), (Op::Sdc1, 8)];
    const FLOAT: [Op; 8] = [Op::AddS, Op::MulS, Op::AddD, Op::MulD, Op::CvtSW, Op::TruncWS, Op::CvtDS, Op::CEqD];
    const BRANCHES: [Op; 6] = [Op::Beq, Op::Bne, Op::Beql, Op::Bnel, Op::Blez, Op::Bgtz];
    let one = |rng: &mut Rng| {
        let mut pick = |below: usize| rng.below(below as u64) as usize;
        let (a, b, c) = (8 + pick(4) as u8, 8 + pick(4) as u8, 8 + pick(4) as u8);
        let even = |n: u8| (n - 8) * 2;
        let place = |(op, step): (Op, i64), at: usize| {
            let register = if matches!(op, Op::Lwc1 | Op::Ldc1 | Op::Swc1 | Op::Sdc1) { even(a) } else { a };
            i(op, register, 17, (at as i64 * step) as i32)
        };
        match pick(20) {
            0..7 => r(ALU[pick(ALU.len())], a, b, c),
            7..9 => i(Op::Addiu, a, b, pick(200) as i32 - 100),
            9..12 => place(LOADS[pick(LOADS.len())], pick(8)),
            12..15 => place(STORES[pick(STORES.len())], pick(8)),
            15 => r([Op::Mult, Op::Divu, Op::Maddu][pick(3)], 0, a, b),
            16 => r([Op::Mfhi, Op::Mflo][pick(2)], a, 0, 0),
            17 => encode(&Instr { op: FLOAT[pick(FLOAT.len())], rs: 0, rt: even(a), rd: even(b), sa: even(c), imm: 0 }),
            _ => {
                let op = BRANCHES[pick(BRANCHES.len())];
                i(op, if matches!(op, Op::Blez | Op::Bgtz) { 0 } else { a }, b, 4 * (1 + pick(3) as i32))
            }
        }
    };
    let length = 4 + rng.below(20) as usize;
    let mut body: Vec<u32> = repeat_with(|| one(rng)).take(length).collect();
    if rng.below(4) == 0 {
        // Overwrites an instruction with the word in `$t0`, which is none or another one of the text.
        body.push(i(Op::Lw, 8, 0, (START + 4 * (4 + rng.below(4) as u32)) as i32));
        body.push(i(Op::Sw, 8, 0, (START + 4 * (4 + rng.below(4) as u32)) as i32));
    }
    let mut words = vec![
        i(Op::Addiu, 16, 0, 3 + rng.below(9) as i32),
        i(Op::Addiu, 17, 0, DATA as i32),
        i(Op::Addiu, 8, 0, rng.range(-500, 500) as i32),
    ];
    // Three words without a branch, so that branches of the body stay in front of the end of the loop.
    let back = -4 * (body.len() as i32 + 5);
    words.extend(&body);
    words.extend([0, 0, 0, i(Op::Addiu, 16, 16, -1), i(Op::Bne, 0, 16, back), 0]);
    words.extend([i(Op::Addiu, 9, 0, 300), page(Op::Lw, 10, reg::CYCLE_LO), r(Op::Sltu, 10, 10, 9)]);
    words.extend([i(Op::Bne, 0, 10, -12), r(Op::Addu, 10, 0, 0), r(Op::Addu, 4, 8, 0)]);
    words.extend(syscall(1));
    words.push(page(Op::Sw, 8, reg::HALT));
    words
}

/// Runs a program fast, in parts of random lengths, and one instruction at a time; the states must agree after each part.
/// `from`: the address of the first instruction. Returns the core and whether it has trapped.
fn agree(code: &Code, from: u32, rng: &mut Rng, what: &str) -> (Core, bool) {
    let (mut plain, mut console) = (Core::new(code, from, MEMORY - 64), Console::default());
    let (mut fast, mut bus) = (plain.clone(), Console::default());
    let (mut cycle, mut at) = (0, 0);
    loop {
        let until = at + 1 + rng.below(60);
        let mut trap = None;
        while cycle < until && plain.processor.is_live() && trap.is_none() {
            trap = plain.execute(Now { code, cycle }, &mut console).err();
            cycle += 1;
        }
        let ended = fast.run(Now { code, cycle: at }, until, &mut bus);
        assert_eq!(ended, trap.map_or(Ok(cycle), Err), "{what}, to cycle {until}");
        assert_eq!(fast, plain, "{what}, to cycle {until}");
        assert_eq!(bus.output(), console.output(), "{what}");
        if trap.is_some() || !fast.processor.is_live() || until > 3000 {
            return (fast, trap.is_some());
        }
        at = until;
    }
}

#[test]
fn the_fast_path_agrees_with_the_plain_loop() {
    let mut rng = Rng::new(1);
    let (mut halted, mut trapped, mut polled) = (0, 0, 0);
    for number in 0..600 {
        let words = random_program(&mut rng);
        let (core, trap) = agree(&code(&words), START, &mut rng, &format!("program {number}: {words:x?}"));
        halted += u32::from(core.processor.halted.is_some());
        trapped += u32::from(trap);
        polled += u32::from(core.processor.polled > 0 && core.processor.halted.is_some());
    }
    assert!(halted > 400 && polled > 300, "{halted} halted, {polled} of them have polled, {trapped} trapped");
}

#[test]
fn loops_of_one_block_agree_with_the_plain_loop() {
    let mut rng = Rng::new(2);
    let add = |register| i(Op::Addiu, register, register, i32::from(register));
    let load = i(Op::Lw, 9, 17, 4);
    let store = i(Op::Sw, 16, 17, 8);
    let product = r(Op::Maddu, 0, 16, 16);
    let float = encode(&Instr { op: Op::AddS, rs: 0, rt: 2, rd: 2, sa: 2, imm: 0 });
    let moved = encode(&Instr { op: Op::Mtc1, rs: 0, rt: 16, rd: 3, sa: 0, imm: 0 });
    let bodies: [&[u32]; 9] = [
        &[],
        &[add(8)],
        &[add(8), add(9), add(10)],
        &[add(8), add(9), add(10), add(11), add(12)],
        &[load],
        &[store, add(8)],
        &[product, load],
        &[float, moved],
        // Not in a block: its delay slot is no operation of a block either.
        &[i(Op::Lwl, 9, 17, 4), add(8)],
    ];
    let slots = [0, add(13), store, load, float, i(Op::Lwl, 9, 17, 4), page(Op::Lw, 13, reg::CYCLE_LO)];
    for (body, slot) in bodies.iter().flat_map(|body| slots.map(|slot| (*body, slot))) {
        for ends in [Op::Bne, Op::Bnel, Op::Bgtz, Op::Beq] {
            let rt = if ends == Op::Bgtz { 0 } else { 15 };
            let back = -4 * (body.len() as i32 + 2);
            let mut words = vec![i(Op::Addiu, 16, 0, 9), i(Op::Addiu, 17, 0, DATA as i32)];
            words.extend(body);
            words.extend([i(Op::Addiu, 16, 16, -1), i(ends, rt, 16, back), slot]);
            words.extend([page(Op::Sw, 8, reg::HALT), 0]);
            let what = format!("{ends:?}: {words:x?}");
            agree(&code(&words), START, &mut rng, &what);
            let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
            let segments = vec![Segment { kind: SegmentKind::Text, addr: START, size: bytes.len() as u32, bytes }];
            let program = Program { segments, entry: START, ..Program::default() };
            // With ignored upper bits of addresses, the program runs at another address too.
            agree(&Code::new(&program, MEMORY, true).unwrap(), 3 * MEMORY + START, &mut rng, &what);
        }
    }
}

#[test]
fn calls_and_jumps_agree_with_the_plain_loop() {
    let mut rng = Rng::new(3);
    let jump = |op, to: u32| encode(&Instr { op, rs: 0, rt: 0, rd: 0, sa: 0, imm: to });
    let words = [
        i(Op::Addiu, 16, 0, 20),
        // loop: a call, a call through a register, a jump over a word.
        jump(Op::Jal, START + 4 * 14),
        i(Op::Addiu, 4, 16, 1),
        i(Op::Addiu, 9, 0, (START + 4 * 14) as i32),
        r(Op::Jalr, 10, 9, 0),
        r(Op::Addu, 31, 10, 0),
        r(Op::Addu, 31, 10, 0),
        jump(Op::J, START + 4 * 10),
        i(Op::Addiu, 16, 16, -1),
        i(Op::Addiu, 8, 8, 100),
        i(Op::Bne, 0, 16, -4 * 10),
        i(Op::Sw, 8, 0, DATA as i32),
        page(Op::Sw, 8, reg::HALT),
        0,
        // The function: a branch in it depends on the parameter.
        i(Op::Beql, 4, 16, 8),
        i(Op::Addiu, 8, 8, 1),
        r(Op::Jr, 0, 31, 0),
        i(Op::Addiu, 8, 8, 10),
    ];
    let (core, trapped) = agree(&code(&words), START, &mut rng, "calls");
    assert!(!trapped && core.processor.halted.is_some(), "{:?}", core.processor);
}

/// A block that ends exactly at the end of a segment and jumps to words that are not text.
#[test]
fn a_segment_ends_in_time_before_code_outside_the_text() {
    let words = [i(Op::Addiu, 8, 0, DATA as i32), r(Op::Jr, 0, 8, 0), row(Op::Nop).bits()];
    let code = code(&words);
    let (mut core, mut bus) = (core_of(&code), Console::default());
    assert_eq!(core.run(Now { code: &code, cycle: 0 }, 3, &mut bus), Ok(3));
    assert_eq!((core.processor.pc, core.processor.executed), (DATA, 3));
}
