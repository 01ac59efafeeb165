//! An estimate of the packets that a run will send, so that the page and the command can show progress.

use super::{Op, Pattern, Place, Program};

/// Maximum number of operations examined; of larger programs only every n-th rank is examined.
const MAX_OPERATIONS: u64 = 2_000_000;

/// Packets of all messages of a program on `ranks` ranks, with at most `mtu` bytes each, without rendezvous requests
/// and answers; an estimate for large programs. `None` if the number depends on the run.
pub fn packets(program: &Program, ranks: u32, mtu: u32) -> Option<u64> {
    if matches!(program, Program::Pattern(Pattern::MasterWorker { .. }, _)) {
        return None;
    }
    // The length of rank 0's program stands for all.
    let (_, long) = of_rank(program, 0, ranks, mtu);
    let every = (long.max(16) * u64::from(ranks)).div_ceil(MAX_OPERATIONS).max(1);
    let mut left = 2 * MAX_OPERATIONS;
    let (mut sum, mut seen) = (0u64, 0u64);
    for rank in (0..ranks).step_by(usize::try_from(every).unwrap_or(usize::MAX)) {
        let (packets, operations) = of_rank(program, rank, ranks, mtu);
        sum = sum.saturating_add(packets);
        seen += 1;
        left = left.saturating_sub(operations);
        if left == 0 {
            break;
        }
    }
    Some((u128::from(sum) * u128::from(ranks) / u128::from(seen.max(1))) as u64).filter(|packets| *packets > 0)
}

/// Packets and operations of a rank.
fn of_rank(program: &Program, rank: u32, ranks: u32, mtu: u32) -> (u64, u64) {
    let (mut place, mut packets) = (Place::default(), 0u64);
    while place.step < MAX_OPERATIONS {
        match program.next(rank, ranks, &mut place, None) {
            Op::Done => break,
            Op::Send { bytes, .. } | Op::Isend { bytes, .. } | Op::Sendrecv { bytes, .. } => {
                packets = packets.saturating_add(bytes.div_ceil(u64::from(mtu.max(1))).max(1));
            }
            _ => {}
        }
    }
    (packets, place.step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Trace;

    #[test]
    fn the_known_counts_of_the_all_to_all() {
        for (ranks, bytes, known) in [(64, 4, 384), (512, 4, 18_432), (1024, 4, 81_920), (4096, 1024, 402_653_184)] {
            let program = Program::pattern(Pattern::BruckAlltoall { bytes }, ranks);
            assert_eq!(packets(&program, ranks, 256), Some(known));
        }
    }

    #[test]
    fn large_programs_are_estimated_and_some_cannot_be() {
        let ranks = 4096;
        let pairwise = Program::pattern(Pattern::PairwiseAlltoall { bytes: 1 }, ranks);
        assert_eq!(packets(&pairwise, ranks, 256), Some(4096 * 4095));
        let master = Pattern::named("master-worker", 8, 4, 10, 1).expect("a pattern");
        assert_eq!(packets(&Program::pattern(master, 4), 4, 256), None);
        let trace = Trace::read("0 send 1 600 7\n1 recv any 7\n").expect("sound");
        assert_eq!(packets(&Program::trace(trace), 2, 256), Some(3));
    }
}
