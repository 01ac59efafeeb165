//! Floating point by the host gives the results and exceptions of the definition, operation by operation.

use mcore::base::Rng;
use mcore::isa::Op;
use mcore::isa::exec::fpu::host::{Operands, compute, exceptions};
use mcore::isa::exec::fpu::{Fcsr, arithmetic};

const OPS: [Op; 22] = [
    Op::AddD,
    Op::SubD,
    Op::MulD,
    Op::DivD,
    Op::MaddD,
    Op::MsubD,
    Op::NmaddD,
    Op::NmsubD,
    Op::AddS,
    Op::SubS,
    Op::MulS,
    Op::DivS,
    Op::MaddS,
    Op::MsubS,
    Op::NmaddS,
    Op::NmsubS,
    Op::CvtSD,
    Op::CvtDS,
    Op::CvtDW,
    Op::CvtSW,
    Op::TruncWD,
    Op::TruncWS,
];

/// Random operands: any bits; numbers near each other; few bits; limits of the formats; zeros, infinities, NaNs.
fn operand(rng: &mut Rng) -> u64 {
    const SPECIAL: [u64; 16] = [
        0,
        1 << 63,
        0x7ff << 52,
        0x7ff7_ffff_ffff_ffff,
        0x7ff8_0000_0000_0000,
        1,
        (1 << 52) - 1,
        1 << 52,
        0x7fef_ffff_ffff_ffff,
        0x3ff0_0000_0000_0000,
        0x7f80_0000,
        0x7fbf_ffff,
        0x0080_0000,
        0x007f_ffff,
        0x7f7f_ffff,
        0x8000_0000_8000_0000,
    ];
    let bits = rng.next_u64();
    match rng.below(8) {
        0 => bits,
        1 => SPECIAL[rng.below(16) as usize],
        2 => (bits as i32 as f64 / f64::from(1 << rng.below(20))).to_bits(),
        3 => u64::from((rng.below(4000) as f32 / 16.0 - 100.0).to_bits()),
        4 => bits & !(u64::MAX >> rng.below(60) >> 1) & 0x800f_ffff_ffff_ffff | (1003 + rng.below(40)) << 52,
        5 => bits & 0x807f_ffff | (107 + rng.below(40)) << 23,
        6 => bits & 0x800f_ffff_ffff_ffff | [0, 1, 2, 0x7fd, 0x7fe][rng.below(5) as usize] << 52,
        _ => bits & 0x807f_ffff | [0, 1, 2, 0xfd, 0xfe][rng.below(5) as usize] << 23,
    }
}

#[test]
fn the_host_computes_what_the_definition_says() {
    let mut rng = Rng::new(5);
    let mut taken = [0u32; OPS.len()];
    for _ in 0..400_000 {
        let fs = operand(&mut rng);
        let mut operands = Operands { fs, ft: operand(&mut rng), fr: operand(&mut rng) };
        if rng.below(4) == 0 {
            // The sum nearly cancels; the quotient is nearly a power of two.
            operands.ft = fs ^ rng.below(8) ^ (1 << 63);
            operands.fr = operands.ft ^ rng.below(4);
        }
        for (op, taken) in OPS.into_iter().zip(&mut taken) {
            let (value, raised) = arithmetic(op, operands.fs, operands.ft, operands.fr, Fcsr::default());
            let Some(fast) = compute(op, operands) else { continue };
            *taken += 1;
            assert_eq!(fast, value, "{op:?} {operands:x?}");
            assert_eq!(exceptions(op, operands), raised, "{op:?} {operands:x?}");
        }
    }
    assert!(taken.iter().all(|n| *n > 40_000), "{taken:?}");
}
