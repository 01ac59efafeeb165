//! Where the variables of a function are, at each of its instructions.
//!
//! Two facts are followed through the final code, as LLVM's LiveDebugValues does: the value that each variable has (by
//! [`Mark`](crate::mir::Mark)s), and the registers and spill slots that hold a value (by the instructions that compute, copy and overwrite
//! it). Where ways with different facts meet, a fact is lost. So a place is listed only where the code shows that the value
//! is there; a value that is not needed any more stays listed until its register is overwritten.

use super::{Jump, Laid, Step, liveness};
use crate::ir::{self, Symbol};
use crate::mir::{End, Function, Held, Imm, Label, Line, Plain, Reg, Word, effect};
use crate::order::Order as _;
use crate::regalloc::frame::Frame;
use alloc::{string::String, vec, vec::Vec};
use mcore_cpu::isa::Op as Isa;
use mcore_toolchain::debug::{self, At, Gone};

/// Maximum number of instructions times values that are followed.
const MAX_WORK: usize = 4_000_000;
/// Maximum number of rounds until nothing changes.
const MAX_ROUNDS: usize = 64;
/// Spill slots that are followed.
const MAX_SPILLS: u32 = 64;
/// The first bit of the spill slots in a set of places; registers are below.
const SPILLS: u32 = 64;

const UNSET: u32 = 0;
const LOST: u32 = 1;
/// Ways with different values meet, and no code after that needs one of them: it would have been given the value.
const MIXED: u32 = u32::MAX;

/// The places of a function's variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locations {
    /// Per variable: from a line of the assembly on, its place.
    pub lists: Vec<Vec<(u32, At)>>,
    /// Stores to memory that are done later than their statement.
    pub pending: Vec<Pending>,
}

/// A store to memory that is done later than its statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pending {
    /// Lines of the assembly, first and after the last, where it has not been done yet.
    pub lines: (u32, u32),
    /// Bytes of the frame that it writes, first and after the last, from the stack pointer at the entry. `None` if they are unknown.
    pub bytes: Option<(i32, i32)>,
}

impl Pending {
    /// Whether it may write one of these bytes of the frame.
    pub fn may_write(&self, first: i32, end: i32) -> bool {
        self.bytes.is_none_or(|bytes| bytes.0 < end && first < bytes.1)
    }
}

/// The facts at one place of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    /// Per variable: what it is, an index in [`Follow::helds`].
    variables: Vec<u32>,
    /// Per followed value: the places that hold it.
    places: Vec<u128>,
    /// Per followed value: it has been computed on every way to here.
    computed: Vec<bool>,
}

impl State {
    /// Keeps what both say. Returns true if something was lost.
    fn meet(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (a, b) in self.variables.iter_mut().zip(&other.variables) {
            let met = if a == b {
                *a
            } else if *a == LOST || *b == LOST {
                LOST
            } else {
                MIXED
            };
            changed |= *a != met;
            *a = met;
        }
        for (a, b) in self.places.iter_mut().zip(&other.places) {
            changed |= *a & !b != 0;
            *a &= b;
        }
        for (a, b) in self.computed.iter_mut().zip(&other.computed) {
            changed |= *a && !b;
            *a &= b;
        }
        changed
    }
}

fn meet(into: &mut Option<State>, from: &State) -> bool {
    match into {
        Some(state) => state.meet(from),
        None => {
            *into = Some(from.clone());
            true
        }
    }
}

/// A state for each block, if it is reached.
type States = Vec<Option<State>>;

/// Gets the state before each step; for a call, also the state after it.
type Note<'n> = dyn FnMut(&State, Option<&State>) + 'n;

struct Follow<'a> {
    code: &'a Function,
    laid: &'a [Laid],
    frame: &'a Frame,
    symbols: &'a [Symbol],
    /// The contents that variables can have; the first two are [`Held::Unset`] and [`Held::Lost`].
    helds: Vec<Held>,
    /// Per block: its marks in order; number of the point, variable, what it is then.
    marks: Vec<Vec<(u32, u32, u32)>>,
    /// The number of each virtual register among the values, if it is followed.
    followed: Vec<Option<u32>>,
    values: usize,
    /// Per value: some instruction computes it.
    defined: Vec<bool>,
    variables: usize,
    /// The position of each label.
    position: Vec<Option<usize>>,
    /// Bytes of the spill slots that are followed.
    spills: i32,
}

/// Finds the places. `rows` are the lines of the assembly: for each step, in order, those of its instruction and of its delay
/// slot. Nothing if the function is too large to be followed.
pub(super) fn find(
    (function, code): (&ir::Function, &Function),
    laid: &[Laid],
    frame: &Frame,
    symbols: &[Symbol],
    rows: &[(u32, u32)],
) -> Locations {
    let variables = function.variables.len();
    let none = Locations { lists: vec![Vec::new(); variables], pending: pending(laid, frame, rows) };
    let mut follow = Follow {
        code,
        laid,
        frame,
        symbols,
        helds: vec![Held::Unset, Held::Lost],
        marks: Vec::new(),
        followed: vec![None; code.classes.len()],
        values: 0,
        defined: Vec::new(),
        variables,
        position: vec![None; code.blocks.len()],
        // Farther slots are reached by other instructions.
        spills: if frame.size < 0x7000 { 4 * code.spills.min(MAX_SPILLS) as i32 } else { 0 },
    };
    follow.plan();
    if (follow.values + variables).saturating_mul(rows.len()) > MAX_WORK {
        return none;
    }
    let Some((starts, seconds)) = follow.solve() else { return none };
    let mut lists: Vec<Vec<(u32, At)>> = vec![Vec::new(); variables];
    let mut rows = rows.iter();
    // The variables of inlined calls are listed within them. An instruction without a line belongs to the call of the one before it.
    let mut inlined = 0;
    let mut open: Vec<bool> = vec![true];
    open.resize(function.inlined.len() + 1, false);
    for (i, block) in laid.iter().enumerate() {
        let mut steps = rows.by_ref().take(block.steps.len()).zip(&block.steps);
        let mut note = |state: &State, after: Option<&State>| {
            let Some(((line, slot), (step, at))) = steps.next() else { return };
            let slot_line = if let Step::Jump(jump) = step { jump.slot_line } else { Line::default() };
            open[1..].fill(false);
            for here in [at, &slot_line] {
                inlined = if here.file > 0 && here.line > 0 { here.inlined } else { inlined };
                let mut around = usize::from(inlined);
                while let Some(call) = around.checked_sub(1).and_then(|at| function.inlined.get(at)) {
                    open[around] = true;
                    around = call.loc.inlined.into();
                }
            }
            let (line, slot) = (*line, *slot);
            for (variable, list) in lists.iter_mut().enumerate() {
                let call = function.variables.get(variable).map_or(0, |v| v.inlined);
                if !open.get(usize::from(call)).copied().unwrap_or(false) {
                    continue;
                }
                let at = follow.at(state, variable, list.last().map(|l| &l.1));
                let both = after.map(|after| {
                    let mut both = state.clone();
                    both.places.iter_mut().zip(&after.places).for_each(|(a, b)| *a &= b);
                    follow.at(&both, variable, Some(&at))
                });
                for (line, at) in [Some((line, at)), both.map(|at| (slot, at))].into_iter().flatten() {
                    if list.last().is_none_or(|last| last.1 != at) {
                        list.push((line, at));
                    }
                }
            }
        };
        follow.block(i, &starts, &seconds, Some(&mut note), &mut |_, _, _| {});
    }
    Locations { lists, ..none }
}

/// Stores of statements that have been passed which are still to be done, since they are in delay slots.
fn pending(laid: &[Laid], frame: &Frame, rows: &[(u32, u32)]) -> Vec<Pending> {
    let mut found = Vec::new();
    let mut first = 0;
    for block in laid {
        let mut passed = 1;
        let mut effective = Vec::with_capacity(block.steps.len());
        for (_, line) in &block.steps {
            passed = if line.seq > 0 { line.seq } else { passed };
            effective.push(passed);
        }
        for (i, (step, _)) in block.steps.iter().enumerate() {
            // A slot filled from the target belongs to the statements there.
            let Step::Jump(Jump { plain, slot: Some(slot), slot_line, skips: false }) = step else { continue };
            let is_store = effect::of(slot).1.0 & effect::MEMORY != 0;
            if !is_store || slot_line.seq == 0 {
                continue;
            }
            let from = (0..=i).rev().take_while(|j| effective[*j] > slot_line.seq).last();
            if let (Some(from), Some(at)) = (from.and_then(|j| rows.get(first + j)), rows.get(first + i)) {
                // While the function that is called runs, the store has been done.
                let is_call = matches!(plain.op, Isa::Jal | Isa::Jalr);
                let next = rows.get(first + i + 1).map_or(at.1 + 2, |next| next.0);
                let to = if is_call { at.1 } else { next };
                found.push(Pending { lines: (from.0, to), bytes: written(slot, frame) });
            }
        }
        first += block.steps.len();
    }
    found.order();
    found
}

/// The bytes of the frame that a store writes, as [`Pending::bytes`].
fn written(store: &Plain, frame: &Frame) -> Option<(i32, i32)> {
    let size = match store.op {
        Isa::Sb => 1,
        Isa::Sh => 2,
        Isa::Sw | Isa::Swc1 => 4,
        Isa::Sdc1 => 8,
        _ => return None,
    };
    let Imm::Int(offset) = store.imm else { return None };
    let first = offset.wrapping_sub(frame.size as i32);
    (store.regs[1] == base(frame)).then_some((first, first.wrapping_add(size)))
}

/// The register that the frame is reached by.
const fn base(frame: &Frame) -> Reg {
    if frame.has_pointer { Reg::FP } else { Reg::SP }
}

/// The bit of a register in a set of places.
const fn bit(reg: Reg) -> u128 {
    match reg.0 {
        0 => 0,
        n @ 1..32 => 1 << n,
        n @ 32..64 => 1 << (n & !1),
        _ => 0,
    }
}

/// Variables after marks.
fn apply(variables: &mut [u32], is_unmarked: bool, marks: &[(u32, u32, u32)]) {
    if is_unmarked {
        variables.iter_mut().for_each(|v| *v = LOST);
        return;
    }
    for (_, variable, held) in marks {
        if let Some(variable) = variables.get_mut(*variable as usize) {
            *variable = *held;
        }
    }
}

/// All bits of registers.
const REGISTERS: u128 = (1 << SPILLS) - 1;

impl Follow<'_> {
    /// Numbers the values and labels.
    fn plan(&mut self) {
        // The first two stay the first ones.
        self.helds.extend(self.code.blocks.iter().flat_map(|b| &b.marks).map(|m| m.held));
        self.helds.order();
        self.helds.dedup();
        let mut wanted: Vec<u32> = Vec::new();
        for held in &self.helds {
            match *held {
                Held::Register(n) => wanted.push(n),
                Held::Pair(low, high) => {
                    let register = |word| if let Word::Register(n) = word { Some(n) } else { None };
                    wanted.extend([low, high].into_iter().filter_map(register));
                }
                _ => {}
            }
        }
        for data in &self.code.blocks {
            let marks = data.marks.iter().map(|m| (m.seq, m.variable, self.number(m.held).unwrap_or(LOST)));
            let mut marks: Vec<_> = marks.collect();
            marks.order_by_key(|m| m.0);
            self.marks.push(marks);
        }
        // The values that parameters of blocks get are followed too.
        let mut passed: Vec<(u32, u32)> = self.code.passed.iter().flatten().copied().collect();
        passed.order();
        while let Some(n) = wanted.pop() {
            let n = self.first(n);
            let Some(entry @ None) = self.followed.get_mut(n as usize) else { continue };
            *entry = Some(self.values as u32);
            self.values += 1;
            let from = passed.partition_point(|p| p.0 < n);
            wanted.extend(passed[from..].iter().take_while(|p| p.0 == n).map(|p| p.1));
        }
        let given = self.code.entry.iter().chain(&self.code.defs).map(|(register, _)| *register);
        let given = given.chain(passed.iter().map(|p| p.0)).filter_map(|register| self.value(register));
        let mut defined = vec![false; self.values];
        given.for_each(|value| defined[value] = true);
        self.defined = defined;
        for (i, block) in self.laid.iter().enumerate() {
            if let Some(position) = self.position.get_mut(block.label.index()) {
                *position = Some(i);
            }
        }
    }

    fn number(&self, held: Held) -> Option<u32> {
        self.helds.binary_search(&held).ok().map(|at| at as u32)
    }

    /// The virtual register that another one is a copy of.
    fn first(&self, register: u32) -> u32 {
        self.code.copies.get(register as usize).copied().unwrap_or(register)
    }

    fn value(&self, register: u32) -> Option<usize> {
        self.followed.get(self.first(register) as usize).copied().flatten().map(|n| n as usize)
    }

    /// The states at the starts of all blocks, and after their first instructions where jumps lead there.
    fn solve(&self) -> Option<(States, States)> {
        let mut starts: Vec<Option<State>> = vec![None; self.laid.len()];
        let mut seconds = starts.clone();
        let computed = vec![false; self.values];
        let mut entry = State { variables: vec![UNSET; self.variables], places: vec![0; self.values], computed };
        for (register, place) in &self.code.entry {
            if let Some(value) = self.value(*register) {
                entry.places[value] |= bit(*place);
                entry.computed[value] = true;
            }
        }
        *starts.first_mut()? = Some(entry);
        let mut changed = true;
        let mut open = vec![true; self.laid.len()];
        for _ in 0..MAX_ROUNDS {
            if !changed {
                return Some((starts, seconds));
            }
            changed = false;
            for i in 0..self.laid.len() {
                if !core::mem::replace(&mut open[i], false) {
                    continue;
                }
                let mut out: Vec<(usize, bool, State)> = Vec::new();
                self.block(i, &starts, &seconds, None, &mut |to, second, state| {
                    out.push((to, second, state.clone()));
                });
                for (to, second, state) in out {
                    let into = if second { &mut seconds } else { &mut starts };
                    if meet(&mut into[to], &state) {
                        open[to] = true;
                        changed = true;
                    }
                }
            }
        }
        None
    }

    /// Follows one block. `note`, if it is given, is called with the state before each step, and after it for a call; `leave` with each way
    /// out: the position of the target, whether it begins after the first instruction, and the state.
    fn block(
        &self,
        index: usize,
        starts: &[Option<State>],
        seconds: &[Option<State>],
        mut note: Option<&mut Note<'_>>,
        leave: &mut dyn FnMut(usize, bool, &State),
    ) {
        let laid = &self.laid[index];
        let Some(data) = self.code.blocks.get(laid.label.index()) else { return };
        let marks = self.marks.get(laid.label.index()).map_or(&[][..], |all| all);
        let second = usize::from(!laid.lost_first);
        let mut now = starts[index].clone();
        let mut passed = 1;
        // The variables at the last step, and the number of marks that they follow from.
        let mut at: (Vec<u32>, usize) = (Vec::new(), usize::MAX);
        for (i, (step, line)) in laid.steps.iter().enumerate() {
            if i == second
                && let Some(other) = &seconds[index]
            {
                meet(&mut now, other);
                at.1 = usize::MAX;
            }
            let Some(state) = &mut now else {
                // Not reached.
                if let Some(note) = &mut note {
                    note(&self.unknown(), None);
                }
                continue;
            };
            passed = if line.seq > 0 { line.seq } else { passed };
            let before = note.is_some().then(|| {
                let count = marks.partition_point(|m| m.0 < passed);
                if count < at.1 {
                    at = (state.variables.clone(), 0);
                }
                apply(&mut at.0, data.is_unmarked, &marks[at.1..count]);
                at.1 = count;
                State { variables: at.0.clone(), ..state.clone() }
            });
            let mut tell = |after: Option<&State>, before: Option<State>| {
                if let (Some(note), Some(before)) = (&mut note, before) {
                    note(&before, after);
                }
            };
            let is_call = matches!(step, Step::Jump(jump) if matches!(jump.plain.op, Isa::Jal | Isa::Jalr));
            match step {
                Step::Plain(plain) => {
                    tell(None, before);
                    self.pass(state, plain, *line);
                }
                Step::Asm(asm) => {
                    let outputs = asm.outputs.iter().map(|o| bit(if o.0 == Reg::NONE { o.1 } else { o.0 }));
                    let mut writes = outputs.chain(asm.clobbers.iter().map(|r| bit(*r))).fold(0, |all, b| all | b);
                    if asm.clobbers.contains(&Reg::RA) {
                        writes |= liveness::by_call() & REGISTERS;
                    }
                    state.places.iter_mut().for_each(|p| *p &= !writes);
                    self.define(state, *line);
                    // Within the text of the program both can be.
                    let within = before.map(|mut before| {
                        before.places.iter_mut().zip(&state.places).for_each(|(a, b)| *a &= b);
                        before
                    });
                    tell(None, within);
                }
                Step::Jump(jump) if is_call => {
                    if let Some(slot) = &jump.slot {
                        self.pass(state, slot, jump.slot_line);
                    }
                    let writes = liveness::by_call() & REGISTERS;
                    state.places.iter_mut().for_each(|p| *p &= !writes);
                    tell(Some(state), before);
                    self.define(state, *line);
                }
                Step::Jump(jump) => {
                    tell(None, before);
                    let mut after = state.clone();
                    apply(&mut after.variables, data.is_unmarked, marks);
                    self.jump(laid.label, jump, &after, leave);
                    let op = jump.plain.op;
                    if matches!(op, Isa::J | Isa::Jr) {
                        now = None;
                    } else if let (Some(slot), false) = (&jump.slot, op.is_likely()) {
                        self.pass(state, slot, jump.slot_line);
                    }
                }
            }
        }
        if laid.steps.len() == second
            && let Some(other) = &seconds[index]
        {
            meet(&mut now, other);
        }
        let is_end = matches!(data.end, Some(End::Trap) | None);
        if let (Some(mut state), Some(next), false) = (now, self.laid.get(index + 1), is_end) {
            apply(&mut state.variables, data.is_unmarked, marks);
            self.edge(&mut state, laid.label, next.label);
            leave(index + 1, false, &state);
        }
    }

    /// The ways out by a jump.
    fn jump(&self, from: Label, jump: &Jump, state: &State, leave: &mut dyn FnMut(usize, bool, &State)) {
        let targets = match jump.plain.imm {
            Imm::Block(label) => vec![label],
            _ if jump.plain.regs[0] == Reg::RA => Vec::new(),
            _ => self.code.blocks[from.index()].end.as_ref().map(End::targets).unwrap_or_default(),
        };
        for label in targets {
            let Some(to) = self.position.get(label.index()).copied().flatten() else { continue };
            let mut state = state.clone();
            // The first instruction of the target in the slot follows the way, another one precedes it.
            if jump.skips {
                self.edge(&mut state, from, label);
            }
            if let Some(slot) = &jump.slot {
                self.pass(&mut state, slot, jump.slot_line);
            }
            if !jump.skips {
                self.edge(&mut state, from, label);
            }
            leave(to, jump.skips, &state);
        }
    }

    /// The way from one block to another, past the blocks that jumps are led past.
    fn edge(&self, state: &mut State, from: Label, to: Label) {
        // They are in the order of their first label.
        let first = self.code.skipped.partition_point(|s| s.0 < from);
        let of_block = self.code.skipped[first..].iter().take_while(|s| s.0 == from);
        let mut ways = of_block.filter(|s| s.1 == to);
        let way = ways.next();
        if ways.any(|other| way.is_some_and(|way| way.2 != other.2)) {
            // Which of them was taken is not known.
            *state = self.unknown();
            return;
        }
        self.pass_parameters(state, from);
        for label in way.iter().flat_map(|w| &w.2) {
            let is_unmarked = self.code.blocks[label.index()].is_unmarked;
            apply(&mut state.variables, is_unmarked, self.marks.get(label.index()).map_or(&[][..], |all| all));
            self.pass_parameters(state, *label);
        }
    }

    fn pass_parameters(&self, state: &mut State, from: Label) {
        let all = self.code.passed.get(from.index()).map_or(&[][..], |all| all);
        if all.is_empty() {
            return;
        }
        let old = state.places.clone();
        for (param, arg) in all {
            if let Some(to) = self.value(*param) {
                state.places[to] = self.value(*arg).map_or(0, |from| old[from]);
                state.computed[to] = true;
            }
        }
    }

    /// The spill slot that an instruction accesses.
    fn spill(&self, plain: &Plain) -> Option<u32> {
        let Imm::Int(offset) = plain.imm else { return None };
        let at = offset - self.frame.spills as i32;
        (plain.regs[1] == base(self.frame) && (0..self.spills).contains(&at)).then_some(SPILLS + at as u32 / 4)
    }

    /// The facts where none is known.
    fn unknown(&self) -> State {
        let (variables, places) = (vec![LOST; self.variables], vec![0; self.values]);
        State { variables, places, computed: vec![false; self.values] }
    }

    /// The places after an instruction.
    fn pass(&self, state: &mut State, plain: &Plain, line: Line) {
        let mut writes = effect::of(plain).1.0 & REGISTERS;
        let mut copied = None;
        match plain.op {
            _ if plain.is_copy() => copied = Some((bit(plain.regs[1]), bit(plain.regs[0]))),
            Isa::Sw | Isa::Sdc1 | Isa::Swc1 => {
                if let Some(slot) = self.spill(plain) {
                    let wide = plain.op == Isa::Sdc1 && slot < SPILLS + MAX_SPILLS - 1;
                    writes |= if wide { 3 << slot } else { 1 << slot };
                    copied = Some((bit(plain.regs[0]), 1 << slot));
                }
            }
            Isa::Lw | Isa::Ldc1 | Isa::Lwc1 => {
                if let Some(slot) = self.spill(plain) {
                    copied = Some((1 << slot, bit(plain.regs[0])));
                }
            }
            _ => {}
        }
        let (from, to) = copied.unwrap_or((0, 0));
        for place in &mut state.places {
            let has = *place & from != 0;
            *place &= !writes;
            if has {
                *place |= to;
            }
        }
        self.define(state, line);
    }

    /// Values that an instruction computes are in their registers and nowhere else. A copy is no new value.
    fn define(&self, state: &mut State, line: Line) {
        let (first, count) = (line.defs.0 as usize, usize::from(line.defs.1));
        for (register, place) in self.code.defs.get(first..first + count).unwrap_or_default() {
            if self.first(*register) == *register
                && let Some(value) = self.value(*register)
            {
                state.places[value] = bit(*place);
                state.computed[value] = true;
            }
        }
    }

    /// The place of a variable; that of before, if its value is still there.
    fn at(&self, state: &State, variable: usize, last: Option<&At>) -> At {
        let number = state.variables.get(variable).copied().unwrap_or(LOST);
        let word = |n: u32| self.value(n).and_then(|v| self.place(*state.places.get(v)?, last));
        match self.helds.get(number as usize).copied().unwrap_or(Held::Lost) {
            Held::Unset => At::Gone(Gone::Unset),
            Held::Lost if number == MIXED => At::Gone(Gone::Over),
            Held::Lost => At::Gone(Gone::Optimised),
            Held::Removed => At::Gone(Gone::Removed),
            Held::Bits(bits) => At::Bits(bits),
            Held::Address(symbol, offset) => {
                let name = self.symbols.get(symbol.index()).map_or_else(String::new, |s| s.name.clone());
                At::Address(name, offset)
            }
            Held::Register(n) => match word(n) {
                Some(debug::Word::Register(n)) => At::Register(n),
                Some(debug::Word::Frame(offset)) => At::Frame(offset),
                _ => At::Gone(self.why(state, n)),
            },
            Held::Pair(low, high) => {
                let half = |half| match half {
                    Word::Int(n) => Some(debug::Word::Bits(n)),
                    Word::Register(n) => word(n),
                };
                let missing = |half| if let Word::Register(n) = half { self.why(state, n) } else { Gone::Over };
                match (half(low), half(high)) {
                    (Some(low), Some(high)) => At::Pair(low, high),
                    (None, _) => At::Gone(missing(low)),
                    (_, None) => At::Gone(missing(high)),
                }
            }
        }
    }

    /// Why no place holds the value of a virtual register.
    fn why(&self, state: &State, register: u32) -> Gone {
        let Some(value) = self.value(register) else { return Gone::Optimised };
        if !self.defined[value] {
            Gone::Removed
        } else if !state.computed[value] {
            Gone::Later
        } else {
            Gone::Over
        }
    }

    /// One of the places of a value: the same as before, or one that calls keep, if there is one.
    fn place(&self, places: u128, last: Option<&At>) -> Option<debug::Word> {
        let as_before = match last {
            Some(At::Register(n)) => 1 << n,
            _ => 0,
        };
        let kept = !liveness::by_call() | !REGISTERS;
        let set = [places & as_before, places & kept, places].into_iter().find(|set| *set != 0)?;
        let bit = set.trailing_zeros();
        Some(match bit.checked_sub(SPILLS) {
            None => debug::Word::Register(bit as u8),
            Some(slot) => {
                let offset = self.frame.spills.wrapping_add(4 * slot) as i32;
                debug::Word::Frame(offset.wrapping_sub(self.frame.size as i32))
            }
        })
    }
}
