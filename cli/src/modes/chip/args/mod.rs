//! The arguments of the verbs of the chip, a file for each verb, with their help in both languages.

mod asm;
mod cc;
mod diff;
mod disasm;
mod noc;
mod run;

pub use asm::{Asm, AsmFormat};
pub use cc::{Cc, Dump, Emit};
pub use diff::Diff;
pub use disasm::{Disasm, WordsFormat};
pub use noc::{Noc, Traffic};
pub use run::{Addressing, ConsoleChoice, ProfileBy, Run, StatsFormat, TraceLevel};

use crate::args::{cycles, number, size, wanted};
use crate::japanese::Help;
use mcore::base::NodeId;
use mcore::text;

/// The help of all these verbs in Japanese.
pub const JAPANESE: [&[Help]; 6] =
    [run::JAPANESE, cc::JAPANESE, asm::JAPANESE, noc::JAPANESE, diff::JAPANESE, disasm::JAPANESE];

fn nodes(text: &str) -> Result<(u8, u8), String> {
    let read = |n: &str| n.parse::<u8>().ok().filter(|n| *n > 0);
    text.split_once(['x', 'X']).and_then(|(m, n)| Some((read(m)?, read(n)?))).ok_or_else(|| {
        wanted(text!("columns x rows, each 1 to 255, for example 4x4", "列x行、それぞれ 1 から 255、例: 4x4"))
    })
}

fn node(text: &str) -> Option<NodeId> {
    let (x, y) = text.split_once(',')?;
    let read = |n: &str| n.trim().parse::<u8>().ok().filter(|n| *n > 0);
    Some(NodeId::new(read(x)?, read(y)?))
}

fn address(text: &str) -> Result<u32, String> {
    number(text)
        .and_then(|n| u32::try_from(n).ok())
        .ok_or_else(|| wanted(text!("an address of 32 bits, for example 0x1000", "32 ビットのアドレス、例: 0x1000")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_and_nonsense_is_not() {
        assert_eq!(nodes("4x4"), Ok((4, 4)));
        assert_eq!(nodes("255X1"), Ok((255, 1)));
        assert!(["", "4", "0x1", "4x", "256x1", "4x4x4", "-1x2"].iter().all(|t| nodes(t).is_err()));
        for (text, bytes) in [("512K", 512 << 10), ("64k", 64 << 10), ("1MiB", 1 << 20), ("0x10000", 65536), ("7", 7)] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        assert!(["", "K", "-1", "4097M", "1.5K", "12G"].iter().all(|t| size(t).is_err()));
        assert_eq!(address("0xffff_ff00"), Ok(0xffff_ff00));
        assert!(address("0x100000000").is_err());
        assert_eq!(cycles("1_000_000"), Ok(1_000_000));
        assert!(cycles("0").is_err());
    }
}
