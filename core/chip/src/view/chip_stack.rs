//! Whether a trap is a stack overflow. This is determined from the state in which the trap left the core, when it is
//! shown.

use super::calls::function_at;
use crate::{Machine, Trap, TrapCause};
use mcore_base::{Text, text};
use mcore_cpu::isa::{Op, decode};
use mcore_cpu::mem::{Access, NULL_PAGE, REGISTER_PAGE};
use mcore_cpu::program::Program;

const SP: u8 = 29;
const FP: u8 = 30;

/// The message and the tip for a trap that is a stack overflow; `None` for any other trap.
///
/// The stack has overflowed if `$sp` is below all segments that the program has loaded (below address 0 too), or in its
/// text. Data and bss do not count, as a program may put its own stack there. Such a trap is reported as an overflow if
///
/// - its address was computed from `$sp` or from a `$fp` that has left memory with it, or is in the frames below the
///   end of memory;
/// - or the text has been overwritten, after which anything may happen.
pub(super) fn stack_overflow(machine: &Machine, trap: &Trap, program: &Program) -> Option<(Text, Option<Text>)> {
    if trap.cause.is_of_memory_node() {
        return None;
    }
    let rank = machine.spec().array.rank(trap.node)?;
    let node = &machine.state.nodes[rank];
    let general = &node.core.processor.registers.general;
    let (sp, fp) = (general[usize::from(SP)], general[usize::from(FP)]);
    if !has_left(program, sp) {
        return None;
    }
    let nearest = || program.nearest_label(trap.pc).map(|(label, _)| label.name.clone());
    let function = match function_at(machine.image(rank), trap.pc).or_else(nearest) {
        Some(name) => text!("stack overflow in `{name}`", "関数 `{name}` でスタックがあふれました"),
        None => text!("stack overflow", "スタックがあふれました"),
    };
    let (en, ja) = (function.en, function.ja);
    let accessed = match trap.cause {
        TrapCause::Address { addr, access: Access::Load | Access::Store, .. } => Some(addr),
        TrapCause::Register { offset, .. } => Some(REGISTER_PAGE.wrapping_add(offset)),
        _ => None,
    };
    let instr = machine.peek(rank, trap.pc).map(decode).filter(|instr| instr.op != Op::Syscall);
    let base = instr.map(|instr| instr.rs);
    let from_stack = |addr: u32| {
        let frames = sp as i32..NULL_PAGE as i32;
        base == Some(SP) || base == Some(FP) && has_left(program, fp) || frames.contains(&(addr as i32))
    };
    let message = match accessed {
        Some(addr) if from_stack(addr) => {
            text!(
                "{en}: $sp is 0x{sp:x}, outside the memory of the stack, and the address 0x{addr:x} was made from it",
                "{ja}。$sp は 0x{sp:x} でスタックの領域の外にあり、アドレス 0x{addr:x} はそこから作られました"
            )
        }
        _ if node.core.processor.text_written => text!(
            "{en}: $sp is 0x{sp:x}, and the stack has overwritten the instructions of the program",
            "{ja}。$sp は 0x{sp:x} で、スタックがプログラムの命令を上書きしました"
        ),
        _ => return None,
    };
    let tip = text!(
        "Does the recursion end? Large arrays belong outside the function (`static` in C, `.data` in assembly); a program that needs more needs a larger node memory.",
        "再帰は終わりますか。大きな配列は関数の外（C では `static`、アセンブリでは `.data`）に置いてください。それでも足りないときはノードメモリを大きくしてください。"
    );
    Some((message, Some(tip)))
}

/// True if a stack pointer is below all loaded segments, or in the text.
fn has_left(program: &Program, sp: u32) -> bool {
    let lowest = program.segments.iter().map(|s| s.addr).min().unwrap_or(NULL_PAGE);
    (sp as i32) < lowest as i32 || program.is_text(sp)
}
