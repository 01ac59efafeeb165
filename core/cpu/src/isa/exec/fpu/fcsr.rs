//! The control and status register of the floating-point unit.

use super::soft::Rounding;

/// Value of the control register FIR: single, double and word formats of a 64-bit unit, as in a 24Kf.
pub const FIR: u32 = 0x0073_9300;

/// FCSR: rounding mode in bits 1..0, then three fields with a bit for each [`exception`](super::exception) (flags from
/// bit 2, enables from bit 7, causes from bit 12), condition code 0 in bit 23, flush to zero in bit 24, condition codes
/// 1 to 7 in bits 31..25.
///
/// Source: "MIPS32 Architecture For Programmers Volume I", section 5.6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fcsr(u32);

/// The bits that a program can write.
const WRITABLE: u32 = 0xff83_ffff;
/// First bits of the fields.
const FLAGS: u32 = 2;
const ENABLES: u32 = 7;
const CAUSES: u32 = 12;
/// The cause that has neither flag nor enable: an operation that the unit leaves to software.
const UNIMPLEMENTED: u32 = 1 << 5;
/// The bits of FCSR that FEXR and FENR show.
const EXCEPTIONS: u32 = 0x0003_f07c;
const MODES: u32 = 0x0000_0f83;
const FLUSH: u32 = 1 << 24;

impl Fcsr {
    /// FCSR with these bits; read-only bits are ignored.
    pub const fn new(bits: u32) -> Self {
        Self(bits & WRITABLE)
    }

    /// All bits.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The rounding mode.
    #[inline]
    pub const fn rounding(self) -> Rounding {
        match self.0 & 3 {
            0 => Rounding::Nearest,
            1 => Rounding::Zero,
            2 => Rounding::Up,
            _ => Rounding::Down,
        }
    }

    /// True if tiny results become 0.
    #[inline]
    pub const fn flush(self) -> bool {
        self.0 & FLUSH != 0
    }

    /// Condition code 0 to 7.
    #[inline]
    pub const fn condition(self, code: u8) -> bool {
        self.0 >> condition_place(code) & 1 != 0
    }

    /// A copy with one condition code changed.
    #[inline]
    #[must_use]
    pub const fn with_condition(self, code: u8, value: bool) -> Self {
        let place = condition_place(code);
        Self(self.0 & !(1 << place) | (value as u32) << place)
    }

    /// The causes: exceptions of the last operation that can raise any.
    pub const fn causes(self) -> u8 {
        (self.0 >> CAUSES & 0x1f) as u8
    }

    /// The flags: exceptions collected so far.
    pub const fn flags(self) -> u8 {
        (self.0 >> FLAGS & 0x1f) as u8
    }

    /// The enables: exceptions that trap.
    pub const fn enables(self) -> u8 {
        (self.0 >> ENABLES & 0x1f) as u8
    }

    /// FCSR after an operation with these exceptions. If one of them is enabled, only the causes change and the
    /// operation traps ([`Fcsr::traps`]); otherwise the flags collect them.
    #[inline]
    #[must_use]
    pub const fn after(self, exceptions: u8) -> Self {
        let causes = Self(self.0 & !(0x3f << CAUSES) | (exceptions as u32) << CAUSES);
        if causes.traps() != 0 { causes } else { Self(causes.0 | (exceptions as u32) << FLAGS) }
    }

    /// True if results are rounded to nearest, tiny ones are kept, and nothing traps: the modes of a program that has not
    /// chosen others.
    #[inline]
    pub const fn is_plain(self) -> bool {
        self.0 & (3 | 0x1f << ENABLES | FLUSH) == 0
    }

    /// A copy with these flags set too.
    #[inline]
    #[must_use]
    pub const fn with_flags(self, exceptions: u8) -> Self {
        Self(self.0 | (exceptions as u32) << FLAGS)
    }

    /// The enabled causes, which trap; the unimplemented operation (bit 5) always does.
    #[inline]
    pub const fn traps(self) -> u8 {
        (self.0 >> CAUSES & (self.0 >> ENABLES & 0x1f | UNIMPLEMENTED)) as u8
    }

    /// The value that `cfc1` reads: 0 FIR, 25 FCCR, 26 FEXR, 28 FENR, 31 FCSR. `None` for a register that does not
    /// exist.
    pub const fn read(self, register: u8) -> Option<u32> {
        Some(match register {
            0 => FIR,
            25 => self.0 >> 24 & 0xfe | self.0 >> 23 & 1,
            26 => self.0 & EXCEPTIONS,
            28 => self.0 & MODES | self.0 >> 22 & 4,
            31 => self.0,
            _ => return None,
        })
    }

    /// FCSR after `ctc1`, with the registers of [`Fcsr::read`]; FIR cannot be changed, and a value with bits that a
    /// register does not have is ignored, as qemu does. `None` for a register that does not exist.
    pub const fn written(self, register: u8, value: u32) -> Option<Self> {
        Some(match register {
            0 => self,
            25 if value > 0xff => self,
            25 => Self(self.0 & !0xfe80_0000 | (value & 0xfe) << 24 | (value & 1) << 23),
            26 | 28 if value & 0x007c_0000 != 0 => self,
            26 => Self(self.0 & !EXCEPTIONS | value & EXCEPTIONS),
            28 => Self(self.0 & !(MODES | FLUSH) | value & MODES | (value & 4) << 22),
            31 => Self::new(value),
            _ => return None,
        })
    }
}

const fn condition_place(code: u8) -> u32 {
    if code == 0 { 23 } else { 24 + (code & 7) as u32 }
}

#[cfg(test)]
mod tests {
    use super::super::exception::{DIVISION_BY_ZERO, INEXACT, INVALID};
    use super::*;

    #[test]
    fn exceptions_collect_or_trap() {
        let plain = Fcsr::new(0).after(INEXACT).after(DIVISION_BY_ZERO);
        assert_eq!((plain.causes(), plain.flags()), (DIVISION_BY_ZERO, DIVISION_BY_ZERO | INEXACT));
        assert_eq!(plain.after(0).causes(), 0);
        let enabled = Fcsr::new(u32::from(INVALID) << 7);
        assert_eq!(enabled.after(INEXACT).traps(), 0);
        let trapped = enabled.after(INVALID);
        assert_eq!((trapped.traps(), trapped.causes(), trapped.flags()), (INVALID, INVALID, 0));
        assert_eq!(Fcsr::new(1 << 17).traps(), 1 << 5);
    }

    #[test]
    fn eight_conditions() {
        let mut fcsr = Fcsr::new(0);
        for code in 0..8 {
            fcsr = fcsr.with_condition(code, true);
            assert_eq!(fcsr.read(25), Some((1 << (code + 1)) - 1));
            assert!(fcsr.condition(code));
        }
        assert_eq!(fcsr.bits(), 0xfe80_0000);
        assert_eq!(Fcsr::new(0).written(25, 0xff), Some(fcsr));
        assert_eq!(fcsr.with_condition(3, false).read(25), Some(0xf7));
    }

    #[test]
    fn parts_of_fcsr() {
        let all = Fcsr::new(!0);
        assert_eq!(all.bits(), 0xff83_ffff);
        assert_eq!((all.read(26), all.read(28), all.read(0)), (Some(0x3f07c), Some(0xf87), Some(FIR)));
        assert_eq!((all.read(1), all.written(5, 0)), (None, None));
        assert_eq!(all.written(26, 0).and_then(|f| f.read(31)), Some(0xff83_ffff & !0x3f07c));
        assert_eq!(all.written(28, 0).and_then(|f| f.read(31)), Some(0xff83_ffff & !0x0100_0f83));
    }
}
