//! Programs that never end, made from a solution, to find out whether a case lets one pass.
//!
//! The solution is assembled together with a loop that counts, so that no core waits and the run is no deadlock. Then
//! an instruction of the solution is replaced by a jump to that loop. All labels stay, so inputs have their places.

use crate::input::compilers;
use mcore::base::SourceFile;
use mcore::isa::{Instr, Op, decode, encode};
use mcore::modes::chip::exercise::{Case, CaseRun, Exercise, HandedIn};
use mcore::program::{Program, SegmentKind};
use mcore::toolchain::{build, mclib::library};
use std::sync::Arc;

/// The loop.
const LOOP: &str = "        .data
mcore_check_count: .word 0
        .text
mcore_check_endless:
        addiu   $t1, $t1, 1
        sw      $t1, mcore_check_count
        b       mcore_check_endless
";

/// A program that enters the loop at once. `None` if the work is no assembly text.
pub fn from_begin(exercise: &Exercise, case: &Case, work: &HandedIn) -> Option<Arc<Program>> {
    let mut program = with_loop(exercise, case, work)?;
    let entry = program.entry;
    jump_at(&mut program, entry)?;
    Some(Arc::new(program))
}

/// A program that does the same as the work, but enters the loop where a core would halt. `None` if the work is no
/// assembly text or does not halt by itself in this case.
pub fn from_end(exercise: &Exercise, case: &Case, work: &HandedIn) -> Option<Arc<Program>> {
    let mut program = with_loop(exercise, case, work)?;
    let mut run = CaseRun::new(&Arc::new(program.clone()), case).ok()?;
    run.advance(u64::MAX);
    for node in &run.machine().state.nodes {
        node.core.processor.halted?;
        let last = node.core.processor.last.pc;
        // A delay slot cannot hold a jump. Then the branch before it becomes the jump, and the slot a nop.
        let before = last.wrapping_sub(4);
        let in_slot = program.is_text(before) && program.word(before).is_some_and(|w| decode(w).op.is_branch());
        if in_slot {
            put(&mut program, last, 0)?;
        }
        jump_at(&mut program, if in_slot { before } else { last })?;
    }
    Some(Arc::new(program))
}

fn with_loop(exercise: &Exercise, case: &Case, work: &HandedIn) -> Option<Program> {
    let compilers = compilers();
    let mut sources = work.sources(exercise, &compilers).ok()?;
    sources.push(SourceFile { name: "mcore-check-endless.s".to_owned(), text: LOOP.to_owned() });
    let options = exercise.build_options(&sources, case.machine.node_memory_kib * 1024, &compilers);
    build(&sources, &library(), &options).program
}

/// Replaces an instruction by a jump to the loop.
fn jump_at(program: &mut Program, addr: u32) -> Option<()> {
    let target = program.symbol("mcore_check_endless")?.value;
    let jump = Instr { op: Op::J, rs: 0, rt: 0, rd: 0, sa: 0, imm: target & 0x0fff_ffff };
    put(program, addr, encode(&jump))
}

fn put(program: &mut Program, addr: u32, word: u32) -> Option<()> {
    let inside =
        |s: &&mut mcore::program::Segment| s.kind == SegmentKind::Text && addr >= s.addr && addr - s.addr < s.size;
    let text = program.segments.iter_mut().find(inside)?;
    let at = (addr - text.addr) as usize;
    text.bytes.get_mut(at..at + 4)?.copy_from_slice(&word.to_le_bytes());
    Some(())
}
