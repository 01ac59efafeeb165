//! Loads and stores, applied to the aligned word that contains their address (little endian).

use crate::isa::Op;

/// New value of `rt` after a load. `word` is the aligned word that contains `addr`, `old_rt` the previous value, of
/// which `lwl` and `lwr` keep a part. Every other instruction gives `old_rt`.
#[inline]
pub fn load(op: Op, word: u32, addr: u32, old_rt: u32) -> u32 {
    let shift = 8 * (addr & 3);
    let from_addr = word >> shift;
    match op {
        Op::Lb => from_addr as i8 as u32,
        Op::Lbu => from_addr & 0xff,
        Op::Lh => from_addr as i16 as u32,
        Op::Lhu => from_addr & 0xffff,
        Op::Lw | Op::Ll => word,
        Op::Lwl => word << (24 - shift) | old_rt & (0x00ff_ffff >> shift),
        Op::Lwr => from_addr | old_rt & (0xffff_ff00 << (24 - shift)),
        _ => old_rt,
    }
}

/// The aligned word that contains `addr`, after a store of `value` into it. Every other instruction gives `old_word`.
/// `sc` stores like `sw`; the machine decides whether it may store.
#[inline]
pub fn store(op: Op, old_word: u32, addr: u32, value: u32) -> u32 {
    let shift = 8 * (addr & 3);
    let merge = |mask: u32| old_word & !(mask << shift) | (value & mask) << shift;
    match op {
        Op::Sb => merge(0xff),
        Op::Sh => merge(0xffff),
        Op::Sw | Op::Sc => value,
        Op::Swl => old_word & (0xffff_ff00 << shift) | value >> (24 - shift),
        Op::Swr => merge(0xffff_ffff),
        _ => old_word,
    }
}

/// The required alignment of the address in bytes: 2 for halfwords, 4 for words, 8 for doubles, 1 for bytes and for the
/// unaligned pairs `lwl`/`lwr` and `swl`/`swr` (and for instructions without memory operand).
#[inline]
pub fn alignment(op: Op) -> u32 {
    match op {
        Op::Lh | Op::Lhu | Op::Sh => 2,
        Op::Lw | Op::Ll | Op::Sw | Op::Sc | Op::Lwc1 | Op::Swc1 | Op::Lwxc1 | Op::Swxc1 => 4,
        Op::Ldc1 | Op::Sdc1 | Op::Ldxc1 | Op::Sdxc1 => 8,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: u32 = 0x84c3_8281;
    const OLD: u32 = 0x1122_3344;

    #[test]
    fn loads() {
        for (op, results) in [
            (Op::Lb, [0xffff_ff81, 0xffff_ff82, 0xffff_ffc3, 0xffff_ff84]),
            (Op::Lbu, [0x81, 0x82, 0xc3, 0x84]),
            (Op::Lwl, [0x8122_3344, 0x8281_3344, 0xc382_8144, 0x84c3_8281]),
            (Op::Lwr, [0x84c3_8281, 0x1184_c382, 0x1122_84c3, 0x1122_3384]),
        ] {
            for (addr, result) in (100..).zip(results) {
                assert_eq!(load(op, WORD, addr, OLD), result, "{op:?} {addr}");
            }
        }
        assert_eq!(load(Op::Lh, WORD, 0, OLD), 0xffff_8281);
        assert_eq!(load(Op::Lhu, WORD, 2, OLD), 0x84c3);
        assert_eq!(load(Op::Lw, WORD, 0, OLD), WORD);
        assert_eq!(load(Op::Ll, WORD, 0, OLD), WORD);
        assert_eq!(load(Op::Sw, WORD, 0, OLD), OLD);
    }

    #[test]
    fn stores() {
        for (op, results) in [
            (Op::Sb, [0x84c3_8244, 0x84c3_4481, 0x8444_8281, 0x44c3_8281]),
            (Op::Swl, [0x84c3_8211, 0x84c3_1122, 0x8411_2233, 0x1122_3344]),
            (Op::Swr, [0x1122_3344, 0x2233_4481, 0x3344_8281, 0x44c3_8281]),
        ] {
            for (addr, result) in (100..).zip(results) {
                assert_eq!(store(op, WORD, addr, OLD), result, "{op:?} {addr}");
            }
        }
        assert_eq!(store(Op::Sh, WORD, 0, OLD), 0x84c3_3344);
        assert_eq!(store(Op::Sh, WORD, 2, OLD), 0x3344_8281);
        assert_eq!(store(Op::Sw, WORD, 0, OLD), OLD);
        assert_eq!(store(Op::Sc, WORD, 0, OLD), OLD);
        assert_eq!(store(Op::Lw, WORD, 0, OLD), WORD);
    }

    /// The pair `lwl`/`lwr` reads what the pair `swl`/`swr` has written, at every alignment.
    #[test]
    fn unaligned_pairs() {
        for addr in 0..4u32 {
            let mut words = [0u32; 2];
            let last = addr + 3;
            words[last as usize / 4] = store(Op::Swl, words[last as usize / 4], last, OLD);
            words[0] = store(Op::Swr, words[0], addr, OLD);
            let upper = load(Op::Lwl, words[last as usize / 4], last, 0xdead_beef);
            assert_eq!(load(Op::Lwr, words[0], addr, upper), OLD, "{addr}");
        }
    }

    #[test]
    fn alignments() {
        assert_eq!(
            [Op::Lb, Op::Lh, Op::Sw, Op::Lwxc1, Op::Sdc1, Op::Lwl, Op::Addu].map(alignment),
            [1, 2, 4, 4, 8, 1, 1]
        );
    }
}
