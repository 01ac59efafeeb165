//! One dimension: a line, or a ring whose ends are joined.

use core::cmp::Ordering;
use serde::{Deserialize, Serialize};

/// The direction of a packet for which both ways round a ring are equally long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tie {
    /// Always towards greater coordinates.
    OneWay,
    /// From even coordinates towards greater ones, from odd ones towards smaller ones.
    Split,
    /// The way that does not wrap.
    Direct,
}

/// Links of a shortest path between two coordinates.
#[inline]
pub fn distance(a: u32, b: u32, size: u32, ring: bool) -> u32 {
    let direct = a.abs_diff(b);
    if ring { direct.min(size - direct) } else { direct }
}

/// The direction of a shortest path, true towards greater coordinates, and its links.
#[inline]
pub fn path(from: u32, to: u32, size: u32, ring: bool, tie: Tie) -> (bool, u32) {
    let (direct, up) = (from.abs_diff(to), to > from);
    let wraps = ring
        && match (2 * direct).cmp(&size) {
            Ordering::Less => false,
            Ordering::Greater => true,
            Ordering::Equal => match tie {
                Tie::OneWay => !up,
                Tie::Split => up != (from % 2 == 0),
                Tie::Direct => false,
            },
        };
    if wraps { (!up, size - direct) } else { (up, direct) }
}

/// The next coordinate on a ring.
#[inline]
pub fn beside(at: u32, size: u32, up: bool) -> u32 {
    match up {
        true if at + 1 == size => 0,
        true => at + 1,
        false if at == 0 => size - 1,
        false => at - 1,
    }
}

/// The next coordinate and whether the link to it closes the ring; none at the end of a line, and none if there is no other
/// coordinate.
#[inline]
pub fn next(at: u32, size: u32, ring: bool, up: bool) -> Option<(u32, bool)> {
    let closes = if up { at + 1 == size } else { at == 0 };
    (size > 1 && (ring || !closes)).then(|| (beside(at, size, up), closes))
}
