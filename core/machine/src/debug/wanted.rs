//! The value that a polling core waits for.
//!
//! The loop is followed for one iteration with the values of the registers, except that the polled word is an unknown. A
//! branch on it gives the relation under which the loop goes on; the core waits for the opposite.

use crate::fast::Machine;
use mcore_cpu::isa::{Instr, Op};
use mcore_cpu::mem::REGISTER_PAGE;

/// Maximum number of instructions of a loop that are followed.
const MAX_FOLLOWED: usize = 256;

/// A relation of a word with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `word == n`
    Equal(u32),
    /// `word != n`
    NotEqual(u32),
    /// `word < n`; with true: without sign.
    Less(u32, bool),
    /// `word >= n`
    AtLeast(u32, bool),
    /// `word > n`
    Greater(u32, bool),
    /// `word <= n`
    AtMost(u32, bool),
    /// All of these bits are 0.
    Clear(u32),
    /// One of these bits is 1.
    Set(u32),
}

impl Relation {
    /// The opposite.
    pub fn negated(self) -> Self {
        match self {
            Self::Equal(n) => Self::NotEqual(n),
            Self::NotEqual(n) => Self::Equal(n),
            Self::Less(n, u) => Self::AtLeast(n, u),
            Self::AtLeast(n, u) => Self::Less(n, u),
            Self::Greater(n, u) => Self::AtMost(n, u),
            Self::AtMost(n, u) => Self::Greater(n, u),
            Self::Clear(bits) => Self::Set(bits),
            Self::Set(bits) => Self::Clear(bits),
        }
    }

    /// True if a word satisfies it.
    pub fn holds(self, word: u32) -> bool {
        let below = |n: u32, unsigned: bool| if unsigned { word < n } else { (word as i32) < n as i32 };
        match self {
            Self::Equal(n) => word == n,
            Self::NotEqual(n) => word != n,
            Self::Less(n, u) => below(n, u),
            Self::AtLeast(n, u) => !below(n, u),
            Self::AtMost(n, u) => word == n || below(n, u),
            Self::Greater(n, u) => word != n && !below(n, u),
            Self::Clear(bits) => word & bits == 0,
            Self::Set(bits) => word & bits != 0,
        }
    }
}

/// The word that a core polls, and what it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Address of the word.
    pub addr: u32,
    /// The relation that ends the waiting, if it is known.
    pub until: Option<Relation>,
}

/// A value during the iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Known(u32),
    /// The polled word.
    Word,
    /// The word and a mask.
    Masked(u32),
    /// 0 if and only if the word is this number.
    ZeroAt(u32),
    /// 1 if the relation holds, else 0.
    Truth(Relation),
    Unknown,
}

impl Value {
    /// The relation under which this value is 0.
    fn zero(self) -> Option<Relation> {
        match self {
            Self::Word => Some(Relation::Equal(0)),
            Self::Masked(bits) => Some(Relation::Clear(bits)),
            Self::ZeroAt(n) => Some(Relation::Equal(n)),
            Self::Truth(relation) => Some(relation.negated()),
            Self::Known(_) | Self::Unknown => None,
        }
    }

    fn depends(self) -> bool {
        !matches!(self, Self::Known(_) | Self::Unknown)
    }
}

/// The word that a rank polls; `None` if its core does not poll memory.
pub fn wanted(machine: &Machine, rank: usize) -> Option<Wanted> {
    let node = machine.state.nodes.get(rank)?;
    let polling = node.core.processor.polling().filter(|p| !p.timed)?;
    let addr = machine.polled(rank).filter(|addr| *addr < REGISTER_PAGE)? & !3;
    let word = machine.peek(rank, addr)?;
    Some(Wanted { addr, until: relation(machine, rank, polling.head, addr, word) })
}

/// Follows the loop from its head until a branch on the polled word.
fn relation(machine: &Machine, rank: usize, head: u32, addr: u32, word: u32) -> Option<Relation> {
    let image = machine.image(rank);
    let mut values = machine.state.nodes[rank].core.processor.registers.general.map(Value::Known);
    let mut pc = head;
    for _ in 0..MAX_FOLLOWED {
        let instr = image.code.instr(pc)?;
        if !instr.op.is_branch() {
            execute(&instr, &mut values, |at| if at == addr { Some(Value::Word) } else { load(machine, rank, at) });
            pc = pc.wrapping_add(4);
            continue;
        }
        let taken = match decides(&instr, &values) {
            Decision::Always => true,
            Decision::Known(taken) => taken,
            Decision::Word(relation) => {
                let holds = relation.holds(word);
                // Now the loop goes on; it ends when the branch goes the other way.
                return Some(if holds { relation.negated() } else { relation });
            }
            Decision::Unknown => return None,
        };
        let link = matches!(instr.op, Op::Jal | Op::Bgezal).then_some(pc.wrapping_add(8));
        let target = match instr.op {
            Op::Jr => match values[instr.rs as usize & 31] {
                Value::Known(to) => Some(to),
                _ => None,
            },
            _ => instr.target(pc),
        };
        if let Some(link) = link {
            values[31] = Value::Known(link);
        }
        if let Some(slot) = image.code.instr(pc.wrapping_add(4)) {
            execute(&slot, &mut values, |at| if at == addr { Some(Value::Word) } else { load(machine, rank, at) });
        }
        pc = if taken { target? } else { pc.wrapping_add(8) };
        if pc == head {
            return None;
        }
    }
    None
}

fn load(machine: &Machine, rank: usize, addr: u32) -> Option<Value> {
    (addr < REGISTER_PAGE && addr % 4 == 0).then(|| machine.peek(rank, addr).map(Value::Known)).flatten()
}

enum Decision {
    Always,
    Known(bool),
    /// The branch is taken if this holds.
    Word(Relation),
    Unknown,
}

/// Whether a branch is taken.
fn decides(instr: &Instr, values: &[Value; 32]) -> Decision {
    use Relation::{AtLeast, AtMost, Equal, Greater, Less};
    let (a, b) = (values[instr.rs as usize & 31], values[instr.rt as usize & 31]);
    let known = |taken: fn(i32, i32) -> bool| match (a, b) {
        (Value::Known(a), Value::Known(b)) => Decision::Known(taken(a as i32, b as i32)),
        _ => Decision::Unknown,
    };
    let sign = |relation: Relation, taken: fn(i32) -> bool| match a {
        Value::Word => Decision::Word(relation),
        Value::Known(a) => Decision::Known(taken(a as i32)),
        _ => Decision::Unknown,
    };
    match instr.op {
        Op::J | Op::Jal | Op::Jr | Op::Jalr => Decision::Always,
        Op::Beq | Op::Bne | Op::Beql | Op::Bnel => {
            let equal = match (a, b) {
                _ if instr.rs == instr.rt => return Decision::Known(matches!(instr.op, Op::Beq | Op::Beql)),
                (Value::Word, Value::Known(n)) | (Value::Known(n), Value::Word) => Some(Equal(n)),
                (value, Value::Known(0)) | (Value::Known(0), value) if value.depends() => value.zero(),
                (Value::Truth(relation), Value::Known(1)) | (Value::Known(1), Value::Truth(relation)) => Some(relation),
                (Value::Masked(bits), Value::Known(n)) | (Value::Known(n), Value::Masked(bits)) if n == bits => {
                    // A single bit is set, or not.
                    bits.is_power_of_two().then_some(Relation::Set(bits))
                }
                _ => None,
            };
            let equal_holds = matches!(instr.op, Op::Beq | Op::Beql);
            match equal {
                Some(relation) if equal_holds => Decision::Word(relation),
                Some(relation) => Decision::Word(relation.negated()),
                None if equal_holds => known(|a, b| a == b),
                None => known(|a, b| a != b),
            }
        }
        Op::Blez => sign(AtMost(0, false), |a| a <= 0),
        Op::Bgtz => sign(Greater(0, false), |a| a > 0),
        Op::Bltz => sign(Less(0, false), |a| a < 0),
        Op::Bgez | Op::Bgezal => sign(AtLeast(0, false), |a| a >= 0),
        _ => Decision::Unknown,
    }
}

/// Executes an instruction that is no branch.
fn execute(instr: &Instr, values: &mut [Value; 32], load: impl Fn(u32) -> Option<Value>) {
    use Op::*;
    use Value::{Known, Masked, Truth, Unknown, Word, ZeroAt};
    let (a, b) = (values[instr.rs as usize & 31], values[instr.rt as usize & 31]);
    let imm = Known(instr.imm);
    let less = |a: Value, b: Value, unsigned: bool| match (a, b) {
        (Known(a), Known(b)) => Known(u32::from(if unsigned { a < b } else { (a as i32) < b as i32 })),
        (Word, Known(n)) => Truth(Relation::Less(n, unsigned)),
        (Known(n), Word) => Truth(Relation::Greater(n, unsigned)),
        // `sltu x, $zero, y` and `sltiu x, y, 1` test for zero.
        (Known(0), value) if unsigned => value.zero().map_or(Unknown, |zero| Truth(zero.negated())),
        (value, Known(1)) if unsigned => value.zero().map_or(Unknown, Truth),
        _ => Unknown,
    };
    let plus = |a: Value, b: Value| match (a, b) {
        (Known(a), Known(b)) => Known(a.wrapping_add(b)),
        (value, Known(0)) | (Known(0), value) => value,
        (Word, Known(n)) | (Known(n), Word) => ZeroAt(n.wrapping_neg()),
        _ => Unknown,
    };
    let both = |a: Value, b: Value, known: fn(u32, u32) -> u32| match (a, b) {
        (Known(a), Known(b)) => Known(known(a, b)),
        _ => Unknown,
    };
    let and = |a: Value, b: Value| match (a, b) {
        (Word, Known(bits)) | (Known(bits), Word) => Masked(bits),
        (Masked(m), Known(bits)) | (Known(bits), Masked(m)) => Masked(m & bits),
        (Truth(relation), Known(n)) | (Known(n), Truth(relation)) if n & 1 == 1 => Truth(relation),
        (a, b) => both(a, b, |a, b| a & b),
    };
    let xor = |a: Value, b: Value| match (a, b) {
        (value, Known(0)) | (Known(0), value) => value,
        (Word, Known(n)) | (Known(n), Word) => ZeroAt(n),
        (Truth(relation), Known(1)) | (Known(1), Truth(relation)) => Truth(relation.negated()),
        (a, b) => both(a, b, |a, b| a ^ b),
    };
    let or = |a: Value, b: Value| match (a, b) {
        (value, Known(0)) | (Known(0), value) => value,
        (a, b) => both(a, b, |a, b| a | b),
    };
    let (target, value) = match instr.op {
        Lw => {
            let value = match a {
                Known(base) => load(base.wrapping_add(instr.imm)).unwrap_or(Unknown),
                _ => Unknown,
            };
            (instr.rt, value)
        }
        Addiu => (instr.rt, plus(a, imm)),
        Andi => (instr.rt, and(a, imm)),
        Ori => (instr.rt, or(a, imm)),
        Xori => (instr.rt, xor(a, imm)),
        Lui => (instr.rt, Known(instr.imm << 16)),
        Slti => (instr.rt, less(a, imm, false)),
        Sltiu => (instr.rt, less(a, imm, true)),
        Lb | Lbu | Lh | Lhu => (instr.rt, Unknown),
        Addu => (instr.rd, plus(a, b)),
        Subu => {
            let value = match (a, b) {
                (Word, Known(n)) | (Known(n), Word) if n != 0 => ZeroAt(n),
                (value, Known(0)) => value,
                (a, b) => both(a, b, u32::wrapping_sub),
            };
            (instr.rd, value)
        }
        And => (instr.rd, and(a, b)),
        Or => (instr.rd, or(a, b)),
        Xor => (instr.rd, xor(a, b)),
        Slt => (instr.rd, less(a, b, false)),
        Sltu => (instr.rd, less(a, b, true)),
        Sll if instr.sa == 0 => (instr.rd, b),
        Sll => (
            instr.rd,
            match b {
                Known(b) => Known(b << (instr.sa & 31)),
                _ => Unknown,
            },
        ),
        Nop | Sw | Sh | Sb => (0, Unknown),
        // Whatever it writes is not followed.
        _ => {
            values[instr.rd as usize & 31] = Unknown;
            (instr.rt, Unknown)
        }
    };
    if target != 0 {
        values[target as usize & 31] = value;
    }
    values[0] = Known(0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::Spec;
    use alloc::{format, sync::Arc};
    use mcore_base::{Array, SourceFile};
    use mcore_toolchain::asm::{Options, assemble};
    use mcore_toolchain::mclib::library;

    /// The relation that ends the loop of a program which polls `flag`, whose value is 2.
    fn until(text: &str) -> Option<Relation> {
        let text = format!(
            ".text\nmain: la $a0, flag\n li $a1, 5\n{text}\n nop\n.data\nflag: .word 2\n.include \"mclib.s\"\n"
        );
        let file = SourceFile { name: "test.s".into(), text };
        let assembly = assemble(&[file], &library(), &Options::default());
        let program = assembly.program.unwrap_or_else(|| panic!("{:#?}", assembly.diagnostics));
        let flag = program.symbol("flag").expect("a label").value;
        let mut machine =
            Machine::new(Spec { array: Array::new(1, 1), ..Spec::default() }, Arc::new(program)).expect("a machine");
        (0..100).for_each(|_| {
            machine.step();
        });
        // In every cycle of the iteration the answer is the same.
        let mut found = None;
        for i in 0..8 {
            let now = wanted(&machine, 0);
            assert!(i == 0 || now == found, "{now:?} {found:?}");
            found = now;
            machine.step();
        }
        let found = found.unwrap_or_else(|| panic!("it polls"));
        assert_eq!(found.addr, flag);
        found.until
    }

    #[test]
    fn the_value_that_a_loop_waits_for_is_found() {
        use Relation::*;
        for (text, expected) in [
            ("jal mc_wait_eq", Equal(5)),
            ("jal mc_wait_ge", AtLeast(5, false)),
            ("1: lw $t0, flag\n bne $t0, $a1, 1b", Equal(5)),
            ("1: lw $t0, flag\n li $t1, 2\n beq $t0, $t1, 1b", NotEqual(2)),
            ("1: lw $t0, 0($a0)\n bnez $t0, 1b", Equal(0)),
            ("1: lw $t0, 0($a0)\n bgtz $t0, 1b", AtMost(0, false)),
            ("1: lw $t0, 0($a0)\n andi $t0, $t0, 2\n bnez $t0, 1b", Clear(2)),
            ("1: lw $t0, 0($a0)\n andi $t0, $t0, 8\n beqz $t0, 1b", Set(8)),
            ("1: lw $t0, 0($a0)\n sltu $t0, $t0, $a1\n bnez $t0, 1b", AtLeast(5, true)),
            ("1: lw $t0, 0($a0)\n slt $t0, $a1, $t0\n beqz $t0, 1b", Greater(5, false)),
            ("1: lw $t0, 0($a0)\n subu $t0, $t0, $a1\n bnez $t0, 1b", Equal(5)),
            ("1: lw $t0, 0($a0)\n xori $t0, $t0, 7\n sltiu $t0, $t0, 1\n beqz $t0, 1b", Equal(7)),
            ("1: lw $t0, 0($a0)\n addiu $t0, $t0, -9\n sltu $t0, $zero, $t0\n bnez $t0, 1b", Equal(9)),
            ("1: lw $t0, 0($a0)\n beq $t0, $a1, 2f\n b 1b\n2:", Equal(5)),
        ] {
            assert_eq!(until(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn relations_and_their_opposites_exclude_each_other() {
        use Relation::*;
        for word in [0, 1, 2, 5, 6, u32::MAX, 1 << 31] {
            for relation in [
                Equal(5),
                Less(5, false),
                Less(5, true),
                Greater(5, false),
                Greater(5, true),
                Clear(4),
                AtMost(0, false),
            ] {
                assert_ne!(relation.holds(word), relation.negated().holds(word), "{relation:?} {word}");
                assert_eq!(relation.negated().negated(), relation);
            }
        }
    }
}
