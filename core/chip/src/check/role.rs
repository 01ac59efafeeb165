//! Is a load a flag check?
//!
//! There is no instruction for synchronising: a program waits by loading a word until it changes. So the meaning of a
//! load is derived from the code around it:
//!
//! - A load *waits* if it is in a loop that stores nothing and calls nothing, if it reads the same address in every
//!   iteration, and if the value it reads decides whether the loop continues. Such a loop can end only when something
//!   else writes the word. (A loop that counts to a limit and reloads the limit in each iteration also matches; taking
//!   that for a wait may hide a mistake, but never reports a correct program.)
//! - A load *tests* if its value is used only by a branch, perhaps after a comparison with a constant, or is returned
//!   to the caller as the result of a small function. A test counts as a flag check if the word arrived as a message of
//!   one word.
//! - All other loads read data.

use super::flow::{Set, flow};
use alloc::vec::Vec;
use mcore_cpu::isa::{Class, Instr, Op, row};

/// The role of a load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Reads data.
    #[default]
    Data,
    /// Waits for another core.
    Wait,
    /// Tests whether something has arrived.
    Test,
}

/// How far after a load the end of its loop is searched for, in instructions.
const AHEAD: u32 = 48;
/// The longest loop that is considered, in instructions.
const LONGEST: u32 = 64;
/// How far after a load the branch that tests it is searched for, in instructions.
const TEST: u32 = 16;

/// The role of the load at an address. `instr` gives the instructions of the program.
pub fn role(pc: u32, instr: impl Fn(u32) -> Option<Instr>) -> Role {
    if loops(pc, &instr).any(|(head, end)| waits(pc, head, end, &instr)) {
        return Role::Wait;
    }
    match tests(pc, &instr) {
        true => Role::Test,
        false => Role::Data,
    }
}

fn is_conditional(instr: &Instr) -> bool {
    row(instr.op).class == Class::Branch && !(instr.rs == instr.rt && matches!(instr.op, Op::Beq | Op::Beql))
}

/// Loops around an address: from the target of a jump backwards to its delay slot; inner ones first.
fn loops<'a>(pc: u32, instr: &'a impl Fn(u32) -> Option<Instr>) -> impl Iterator<Item = (u32, u32)> + 'a {
    let at = move |i: u32| pc.wrapping_add(4 * i);
    // The load may be in the delay slot of the jump.
    let candidates = core::iter::once(pc.wrapping_sub(4)).chain((1..=AHEAD).map(at));
    candidates.filter_map(move |end| {
        let branch = instr(end)?;
        let plain = matches!(row(branch.op).class, Class::Branch) || branch.op == Op::J;
        let head = branch.target(end).filter(|_| plain)?;
        (head <= pc && end.wrapping_sub(head) / 4 < LONGEST).then_some((head, end.wrapping_add(4)))
    })
}

/// Whether the load at `pc` waits in the loop from `head` to `end`.
fn waits(pc: u32, head: u32, end: u32, instr: &impl Fn(u32) -> Option<Instr>) -> bool {
    let Some(body) = (head..=end).step_by(4).map(|addr| Some((addr, instr(addr)?))).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let only_looks = |i: &Instr| {
        !matches!(row(i.op).class, Class::Store | Class::Jump | Class::Trap) && i.op != Op::Syscall && !is_call(i.op)
            || i.op == Op::J
    };
    if !body.iter().all(|(_, i)| only_looks(i)) {
        return false;
    }
    let body: Vec<_> = body.iter().map(|(addr, i)| (*addr, *i, flow(i))).collect();
    // The registers that one iteration passes to the next: read before they are written, and written.
    let (mut exposed, mut written): (Set, Set) = (0, 0);
    for (.., f) in &body {
        exposed |= f.reads & !written;
        written |= f.writes;
    }
    let carried = exposed & written;
    // The registers that may vary between iterations without any other core's action.
    let mut varying = carried;
    let mut address_varies = false;
    for _ in 0..3 {
        varying |= carried;
        for (addr, i, f) in &body {
            if *addr == pc {
                let base = if i.rs == 0 { 0 } else { 1 << i.rs };
                let index = if matches!(i.op, Op::Lwxc1 | Op::Ldxc1) { 1 << i.rt } else { 0 };
                address_varies |= varying & (base | index) != 0;
            }
            match f.reads & varying != 0 {
                true => varying |= f.writes,
                false => varying &= !f.writes,
            }
        }
    }
    if address_varies {
        return false;
    }
    // Follow the loaded value.
    let mut loaded: Set = 0;
    for _ in 0..2 {
        for (addr, i, f) in &body {
            if f.reads & loaded != 0 && is_conditional(i) {
                return true;
            }
            match *addr == pc || f.reads & loaded != 0 {
                true => loaded |= f.writes,
                false => loaded &= !f.writes,
            }
        }
    }
    false
}

fn is_call(op: Op) -> bool {
    matches!(op, Op::Bltzal | Op::Bgezal | Op::Bltzall | Op::Bgezall)
}

/// Whether the value that the load at `pc` reads only decides a branch, or is returned by its function.
fn tests(pc: u32, instr: &impl Fn(u32) -> Option<Instr>) -> bool {
    const RESULT: Set = 1 << 2;
    let Some(load) = instr(pc) else { return false };
    let mut held = flow(&load).writes;
    for i in 1..=TEST {
        let Some(next) = instr(pc.wrapping_add(4 * i)) else { return false };
        let f = flow(&next);
        match row(next.op).class {
            Class::Branch if f.reads & held != 0 => return !is_call(next.op),
            Class::Jump => return next.op == Op::Jr && next.rs == 31 && held & RESULT != 0,
            // A branch on something else; its target is not followed.
            Class::Branch => return false,
            _ if f.reads & held == 0 => held &= !f.writes,
            _ if compares(&next) => held |= f.writes,
            _ => return false,
        }
        if held == 0 {
            return false;
        }
    }
    false
}

/// True for instructions that prepare a branch: copies, and comparisons with a constant or for equality.
fn compares(instr: &Instr) -> bool {
    use Op::*;
    match instr.op {
        Slti | Sltiu | Andi | Xori | Xor | Sll | Srl | Sra | Seb | Seh => true,
        // Moves and comparisons with zero.
        Or | Addu | Slt | Sltu => instr.rs == 0 || instr.rt == 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, vec, vec::Vec};
    use mcore_base::SourceFile;
    use mcore_cpu::isa::decode;
    use mcore_cpu::program::{Program, SegmentKind};
    use mcore_toolchain::asm::{Options, assemble};

    fn program(text: &str) -> Program {
        let file = SourceFile { name: "test.s".into(), text: format!(".text\nmain:\n{text}\n") };
        let assembly = assemble(&[file], &mcore_toolchain::mclib::library(), &Options::default());
        assembly.program.unwrap_or_else(|| panic!("{:#?}", assembly.diagnostics))
    }

    /// The roles of all loads of a program, in order.
    fn roles(text: &str) -> Vec<Role> {
        let program = program(text);
        // A program that returns has start-up code in front of it.
        let s = program.segments.iter().rev().find(|s| s.kind == SegmentKind::Text).expect("text");
        let word = |at: usize| u32::from_le_bytes(s.bytes[at..at + 4].try_into().expect("four bytes"));
        let instr = |pc: u32| {
            let at = pc.checked_sub(s.addr)? as usize;
            (at + 4 <= s.bytes.len()).then(|| decode(word(at)))
        };
        let loads = (s.addr..s.addr + s.size).step_by(4).filter(|pc| {
            let i = instr(*pc).expect("inside");
            row(i.op).class == Class::Load && i.rs != 0
        });
        loads.map(|pc| role(pc, instr)).collect()
    }

    #[test]
    fn loops_that_only_look_wait() {
        use Role::Wait;
        for text in [
            "1: lw $t0, 0($a0)\n bne $t0, $a1, 1b\n",
            "1: lw $t0, 0($a0)\n slt $t0, $t0, $a1\n bnez $t0, 1b\n",
            "1: lw $t0, 0($a0)\n beqz $t0, 1b\n",
            // The exit is in the middle, and the address is computed anew in each iteration.
            "1: lui $t1, 1\n lw $t0, 8($t1)\n bnez $t0, 2f\n b 1b\n2: jr $ra\n",
            ".set noreorder\n1: bne $t0, $a1, 1b\n lw $t0, 0($a0)\n",
            // Counts how long the wait takes.
            "1: lw $t0, 0($a0)\n addiu $t9, $t9, 1\n beqz $t0, 1b\n",
            "1: lwc1 $f0, 0($a0)\n c.eq.s $f0, $f2\n bc1t 1b\n",
        ] {
            assert_eq!(roles(text), [Wait], "{text}");
        }
        let library = roles("jr $ra\n.include \"mclib.s\"");
        assert_eq!(library.iter().filter(|r| **r == Wait).count(), 5, "{library:?}");
    }

    #[test]
    fn loops_that_work_do_not_wait() {
        use Role::Data;
        for (text, n) in [
            // A sum: the address changes.
            ("1: lw $t0, 0($a0)\n addu $v0, $v0, $t0\n addiu $a0, $a0, 4\n bne $a0, $a1, 1b\n", 1),
            // A search for the end of a string.
            ("1: lb $t0, 0($a0)\n addiu $a0, $a0, 1\n bnez $t0, 1b\n", 0),
            // Copying.
            ("1: lw $t0, 0($a0)\n sw $t0, 0($a1)\n addiu $a0, $a0, 4\n bne $a0, $a2, 1b\n", 1),
            // A loop that reads one word repeatedly, but does not test it.
            ("1: lw $t0, 0($a0)\n addu $v0, $v0, $t0\n addiu $a1, $a1, -1\n bnez $a1, 1b\n", 1),
        ] {
            let expected = if n == 0 { vec![Role::Test] } else { vec![Data; n] };
            assert_eq!(roles(text), expected, "{text}");
        }
    }

    #[test]
    fn a_test_goes_into_a_branch_or_back_to_the_caller() {
        assert_eq!(roles("lw $t0, 0($a0)\n bnez $t0, main\n sw $t0, 0($a1)\n"), [Role::Wait], "a loop around nothing");
        assert_eq!(roles("lw $t0, 0($a0)\n beqz $t0, 1f\n sw $t0, 0($a1)\n1: jr $ra\n"), [Role::Test]);
        assert_eq!(
            roles("lw $t0, 0($a0)\n lw $t1, 4($a0)\n slt $t0, $t0, $t1\n beqz $t0, 1f\n nop\n1: jr $ra\n"),
            [Role::Data, Role::Data]
        );
        for text in [
            "lw $t0, 0($a0)\n beq $t0, $a1, 1f\n nop\n1: jr $ra\n",
            "lw $t0, 0($a0)\n slti $t1, $t0, 7\n bnez $t1, 1f\n nop\n1: jr $ra\n",
            "lw $t0, 0($a0)\n sltu $v0, $zero, $t0\n addiu $sp, $sp, 8\n jr $ra\n",
        ] {
            assert_eq!(roles(text), [Role::Test], "{text}");
        }
        for text in [
            "lw $t0, 0($a0)\n addu $t1, $t0, $t2\n bnez $t1, 1f\n nop\n1: jr $ra\n",
            "lw $t0, 0($a0)\n sw $t0, 0($a1)\n bnez $t0, 1f\n nop\n1: jr $ra\n",
            "lw $t0, 0($a0)\n jr $ra\n",
        ] {
            assert_eq!(roles(text), [Role::Data], "{text}");
        }
    }
}
