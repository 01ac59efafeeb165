//! The calling convention: does a function restore the registers it must preserve?

use super::code::Code;
use super::findings::Site;
use super::limits::FRAMES;
use alloc::collections::VecDeque;
use mcore_cpu::isa::{Instr, Op, exec};

/// The registers that a called function must preserve, besides `$ra`: `$s0` to `$s7`, `$sp`, `$fp`.
const SAVED: [u8; 10] = [16, 17, 18, 19, 20, 21, 22, 23, 29, 30];

/// A call that has not returned yet.
#[derive(Clone, Copy, Debug)]
struct Frame {
    back: u32,
    saved: [u32; SAVED.len()],
    site: Site,
}

/// A jump whose delay slot has not executed yet.
#[derive(Clone, Copy, Debug)]
enum Jump {
    Call { site: Site, back: u32 },
    Return { site: Site, to: u32, register: u8 },
}

/// An error found at a return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// A register was not restored.
    Register {
        /// Which one.
        register: u8,
        /// At the call.
        before: u32,
        /// After the return.
        after: u32,
        /// The return.
        at: Site,
        call: Site,
    },
    /// It jumped to the return address of another function.
    Lost {
        /// The jump.
        at: Site,
        /// The call that wrote `$ra` last.
        call: Site,
    },
}

/// The calls of one core. A return is recognised by its target, so other jumps do no harm: a function that ends by
/// jumping to another one, a jump through a table, or a return out of several functions at once.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    frames: VecDeque<Frame>,
    jump: Option<Jump>,
    /// The call that returned last.
    returned: Option<(u32, Site)>,
    /// The call that wrote `$ra`, if nothing else has since.
    link: Option<Site>,
}

impl Calls {
    /// The call that the core is in.
    pub fn current(&self) -> Option<Site> {
        self.frames.back().map(|f| f.site)
    }

    /// The core has executed a jump, and is about to execute its delay slot.
    #[inline]
    pub fn is_jumping(&self) -> bool {
        self.jump.is_some()
    }

    /// The latest call in the program's own code, of those that have not returned.
    pub fn own(&self, code: &Code) -> Option<Site> {
        self.frames.iter().rev().map(|f| f.site).find(|site| code.is_own(site.pc))
    }

    /// The core has executed an instruction. `after` are the general registers after it.
    #[inline]
    pub fn retired(&mut self, site: Site, instr: &Instr, after: &[u32; 32], emit: impl FnMut(Broken)) {
        // The delay slot belongs to the jump: a call is entered and a return is complete only after it.
        if let Some(jump) = self.jump.take() {
            self.complete(jump, after, emit);
        }
        if instr.op.is_branch() {
            self.begin(site, instr, after);
        }
    }

    /// True if these calls and those of `other` are the same but for their cycles.
    pub fn equal_but_for_cycles(&self, other: &Self) -> bool {
        let place = |site: Site| (site.node, site.pc);
        let jump = |jump: &Option<Jump>| {
            jump.map(|jump| match jump {
                Jump::Call { site, back } => (place(site), back, None),
                Jump::Return { site, to, register } => (place(site), to, Some(register)),
            })
        };
        let frame = |frame: &Frame| (frame.back, frame.saved, place(frame.site));
        let returned = |calls: &Self| calls.returned.map(|(back, site)| (back, place(site)));
        jump(&self.jump) == jump(&other.jump)
            && returned(self) == returned(other)
            && self.link.map(place) == other.link.map(place)
            && self.frames.iter().map(frame).eq(other.frames.iter().map(frame))
    }

    /// Something other than a call has written `$ra`.
    pub fn ra_written(&mut self) {
        self.link = None;
    }

    /// A jump has executed. No jump writes a register that it reads, so the register values after it can be used.
    fn begin(&mut self, site: Site, instr: &Instr, values: &[u32; 32]) {
        use Op::*;
        let back = site.pc.wrapping_add(8);
        let (rs, rt) = (values[instr.rs as usize & 31], values[instr.rt as usize & 31]);
        self.jump = match instr.op {
            Jal => Some(Jump::Call { site, back }),
            Jalr | JalrHb if instr.rd == 31 => Some(Jump::Call { site, back }),
            Bltzal | Bgezal | Bltzall | Bgezall => {
                self.link = Some(site);
                exec::branch_taken(instr.op, rs, rt).then_some(Jump::Call { site, back })
            }
            Jr | JrHb => Some(Jump::Return { site, to: rs, register: instr.rs }),
            _ => None,
        };
        if let Some(Jump::Call { site, .. }) = self.jump {
            self.link = Some(site);
        }
    }

    fn complete(&mut self, jump: Jump, values: &[u32; 32], mut emit: impl FnMut(Broken)) {
        match jump {
            Jump::Call { site, back } => {
                if self.frames.len() >= FRAMES {
                    self.frames.pop_front();
                }
                self.frames.push_back(Frame { back, saved: SAVED.map(|r| values[r as usize]), site });
            }
            Jump::Return { site, to, register } => match self.frames.iter().rposition(|f| f.back == to) {
                Some(index) => {
                    let frame = self.frames[index];
                    if index + 1 == self.frames.len() {
                        for (register, before) in SAVED.into_iter().zip(frame.saved) {
                            let after = values[register as usize];
                            if before != after {
                                emit(Broken::Register { register, before, after, at: site, call: frame.site });
                            }
                        }
                    }
                    self.frames.truncate(index);
                    self.returned = Some((to, frame.site));
                }
                None => {
                    if let Some((back, call)) = self.returned
                        && (register, back, self.link) == (31, to, Some(call))
                    {
                        emit(Broken::Lost { at: site, call });
                    }
                }
            },
        }
    }
}
