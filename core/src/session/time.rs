//! Going to other cycles, and edits: what goes beyond a few cycles is a job, done in slices.

use super::{Command, Refused, Session, Update, sums};
use crate::base::{Cycle, Simulation, Text};
use crate::chip::{Edit, EditError, MOST_WORDS, Register};
use crate::isa::register_name;
use crate::mem::AccessError;
use crate::text;
use alloc::{format, vec::Vec};

/// Seeks with up to so many core-cycles to simulate are done at once; others in slices.
const AT_ONCE: u64 = 1 << 20;
/// The least that kept states may cost, in bytes.
const LEAST_MEMORY: u64 = 16 << 20;
/// Edits that one run may have.
const MOST_EDITS: usize = 10_000;

/// Work on the past of a run that needs many slices. A command that moves time ends it.
pub(super) enum Job {
    /// Goes to a cycle.
    Seek(Cycle),
}

/// True if a command moves time or replaces the run, so that a job under way has lost its meaning.
pub(super) fn ends_job(command: &Command) -> bool {
    !matches!(
        command,
        Command::Ack
            | Command::Watch(_)
            | Command::Log { .. }
            | Command::SetPace(_)
            | Command::SetMachine(_)
            | Command::SetMemoryLimit(_)
    )
}

impl Session {
    /// The cycle to which a seek is under way.
    pub(super) fn job_target(&self) -> Option<Cycle> {
        match self.job {
            Some(Job::Seek(target)) => Some(target),
            None => None,
        }
    }

    /// Goes on with the job, simulating at most so many cycles.
    pub(super) fn work_on_job(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let (Some(job), Some(work)) = (self.job.take(), &mut self.work) else { return };
        match job {
            Job::Seek(target) => {
                self.frame_due = true;
                if !work.timeline.approach(target, cycles) {
                    updates.push(Update::Seeking { cycle: work.timeline.now().cycle(), target });
                    self.job = Some(Job::Seek(target));
                }
            }
        }
    }

    /// Goes to a known cycle, at once or in slices.
    pub(super) fn seek(&mut self, cycle: Cycle) -> Result<(), Refused> {
        let work = self.work.as_mut().ok_or(Refused::NoProgram)?;
        let missing = work.timeline.jump(cycle).ok_or(Refused::BeyondEnd { end: work.timeline.end() })?;
        (self.running, self.frame_due) = (None, true);
        let most = AT_ONCE / work.start.work_per_cycle();
        if missing > most || !work.timeline.approach(cycle, most) {
            self.job = Some(Job::Seek(cycle));
        }
        Ok(())
    }

    /// Edits the shown state.
    pub(super) fn edit(&mut self, edit: Edit, updates: &mut Vec<Update>) -> Result<(), Refused> {
        let work = self.work.as_mut().ok_or(Refused::NoProgram)?;
        work.timeline.now().check_edit(&edit).map_err(|error| match error {
            EditError::Ended => Refused::Ended,
            other => Refused::Impossible(edit_error_text(other)),
        })?;
        if work.timeline.journal().len() >= MOST_EDITS {
            return Err(Refused::Impossible(text!(
                "A run takes at most {MOST_EDITS} edits. Put these values into the program instead.",
                "1 回の実行で書き換えられるのは {MOST_EDITS} 回までです。値をプログラムに書いてください。"
            )));
        }
        let rewritten = work.timeline.input(edit);
        let activity = work.timeline.now().activity();
        work.series.truncate(rewritten.at, sums(activity));
        work.recorded = activity;
        (work.outcome, work.judged) = (None, false);
        (self.running, self.observer, self.log) = (None, None, None);
        self.frame_due = true;
        let (at, end) = (rewritten.at, rewritten.end);
        updates.push(Update::Rewritten { at, end, edits: rewritten.inputs as u32 });
        Ok(())
    }

    pub(super) fn set_memory_limit(&mut self, bytes: u64) -> Result<(), Refused> {
        if bytes < LEAST_MEMORY {
            let least = LEAST_MEMORY >> 20;
            return Err(Refused::Impossible(text!(
                "Going back needs at least {least} MiB of memory.",
                "巻き戻しには少なくとも {least} MiB のメモリが必要です。"
            )));
        }
        self.limits.bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        if let Some(work) = &mut self.work {
            work.timeline.set_bytes(self.limits.bytes);
        }
        Ok(())
    }
}

/// The name of a register as a program writes it.
pub(super) fn name_of(register: Register) -> Text {
    Text::same(match register {
        Register::General(n) if n < 32 => register_name(n).into(),
        Register::General(n) => format!("${n}"),
        Register::Float(n) => format!("$f{n}"),
        Register::Hi => "HI".into(),
        Register::Lo => "LO".into(),
        Register::Pc => "PC".into(),
    })
}

fn edit_error_text(error: EditError) -> Text {
    match error {
        EditError::Ended => text!("The run has ended.", "実行は終わっています。"),
        EditError::NoSuchNode(node) => text!(
            "There is no compute node {node}; only compute nodes can be edited.",
            "計算ノード {node} はありません。書き換えられるのは計算ノードだけです。"
        ),
        EditError::Words(words) => text!(
            "One edit writes 1 to {MOST_WORDS} words, not {words}.",
            "1 回に書けるのは 1 から {MOST_WORDS} 語です ({words} 語は書けません)。"
        ),
        EditError::Memory { addr, error } => match error {
            AccessError::Misaligned(bytes) => text!(
                "Address 0x{addr:x} is not a multiple of {bytes}.",
                "アドレス 0x{addr:x} は {bytes} の倍数ではありません。"
            ),
            AccessError::Unmapped => text!(
                "The words from 0x{addr:x} on do not lie in node memory.",
                "0x{addr:x} からの語はノードメモリに入りません。"
            ),
            AccessError::NullPage => {
                text!("0x{addr:x} lies in the guarded first KiB.", "0x{addr:x} は保護された先頭の 1 KiB の中です。")
            }
        },
        EditError::NoSuchRegister(Register::General(0)) => {
            text!("$zero is always 0.", "$zero は常に 0 です。")
        }
        EditError::NoSuchRegister(register) => {
            let name = name_of(register).en;
            text!("There is no register {name}.", "レジスタ {name} はありません。")
        }
        EditError::Halted(node) => text!(
            "The core of {node} has stopped; its registers can be edited at an earlier cycle.",
            "{node} のコアは停止しています。もっと前のサイクルなら書き換えられます。"
        ),
        EditError::Pc(value) => text!(
            "0x{value:x} is not the address of an instruction: it is not a multiple of 4.",
            "0x{value:x} は命令のアドレスではありません (4 の倍数ではありません)。"
        ),
    }
}
