//! A join of the paper's method: the groups, the candidates, the ways with their values.

use super::result::MoptInput;
use super::words::{mopt_bytes, mopt_cost};
use crate::model::merge::Settings;
use crate::model::orient::Orientation;
use crate::model::{Choice, Merge, Objective};
use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};
use mcore_topology::sizes_text;
use serde::{Deserialize, Serialize};

/// Candidates that are shown.
const CANDIDATES: usize = 8;

/// A group that could be joined to the first one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptCandidate {
    /// Its place in the queue.
    pub group: u32,
    pub ranks: Vec<u32>,
    /// The bytes that the two groups exchange.
    pub bytes: f64,
    /// The same as text.
    pub text: String,
    /// It is the one that is joined.
    pub kept: bool,
}

/// A way to join two groups.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptWay {
    /// The place of the first group's own origin in its box after turning.
    pub origin_a: [u32; 3],
    /// Whether the first group is a mirror image.
    pub mirrored_a: bool,
    /// The place of the second group's own origin in its box after turning.
    pub origin_b: [u32; 3],
    /// Whether the second group is a mirror image.
    pub mirrored_b: bool,
    /// MaxLink of the joined group, or the cost between the two groups.
    pub value: f64,
    /// The same as text.
    pub text: String,
    /// It is the way that is kept.
    pub kept: bool,
}

/// A join.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoptStep {
    /// The map's number.
    pub id: u32,
    /// The join, from 0.
    pub join: u32,
    pub joins: u32,
    /// The iteration, from 0, and the join within it, from 1, and the number of joins of the iteration.
    pub iteration: u32,
    /// The join within its iteration, from 1.
    pub number: u32,
    /// Joins of the iteration.
    pub of: u32,
    /// Sizes of a group's box.
    pub sizes: [u32; 3],
    /// The axis along which the two are joined: 0 for x.
    pub axis: u32,
    /// Ranks of the first group; silent tasks are left out.
    pub a: Vec<u32>,
    /// Ranks of the group that is joined to it.
    pub b: Vec<u32>,
    /// The best candidates.
    pub candidates: Vec<MoptCandidate>,
    /// The ways in the order in which they are tried.
    pub ways: Vec<MoptWay>,
    /// The unit of the values, such as `hops × 2,048 B`, if they are whole multiples of it.
    pub unit: Text,
    /// The number of ways that differ in their value.
    pub differ: u32,
    /// A title, such as `Iteration 4, join 1 of 2`.
    pub title: Text,
    /// The form of the join, such as `two 4x4 groups, side by side: 8x4`.
    pub form: Text,
    /// The caption of the ways.
    pub caption: Text,
}

/// Whether an orientation is a mirror image: an odd number of exchanged axes and flips.
fn mirrored(own: Orientation) -> bool {
    let exchanges =
        (0..3).flat_map(|a| (a + 1..3).map(move |b| (a, b))).filter(|(a, b)| own.axes[*a] > own.axes[*b]).count();
    (exchanges + own.flips.count_ones() as usize) % 2 == 1
}

/// The largest number that divides all.
fn common_divisor(values: &[u128]) -> u128 {
    let gcd = |mut a: u128, mut b: u128| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    values.iter().fold(0, |all, value| gcd(all, *value))
}

/// Makes the joins before `join` again. `choices` are those of the run.
pub(crate) fn merge_up_to(input: &MoptInput, settings: Settings, choices: &[Choice], join: usize) -> Merge {
    let mut merge = Merge::new(input.graph.clone(), &input.network, settings);
    choices.iter().take(join).for_each(|choice| merge.replay(*choice));
    merge
}

impl MoptStep {
    /// A join of a run; none if there is no such join. `unit` is the number of bytes in which values are shown, if they are whole
    /// multiples of it.
    pub fn new(
        id: u32,
        input: &MoptInput,
        settings: Settings,
        choices: &[Choice],
        join: u32,
        unit: Option<u64>,
    ) -> Option<Self> {
        let choice = *choices.get(join as usize)?;
        let mut merge = merge_up_to(input, settings, choices, join as usize);
        let (iteration, dims, axis) = (merge.iteration(), input.network.dims(), merge.axis());
        let of = merge.network().nodes() >> (iteration + 1);
        // The joins before this iteration.
        let before = merge.network().nodes() - (merge.network().nodes() >> iteration);
        let sizes = merge.box_sizes();
        let ranks = |merge: &Merge, group: u32| -> Vec<u32> {
            merge.tasks(group).iter().copied().filter(|task| *task < input.graph.ranks()).collect()
        };
        let candidates = merge.candidates(choice.a, CANDIDATES).into_iter().map(|(group, bytes)| MoptCandidate {
            group,
            ranks: ranks(&merge, group),
            bytes: bytes as f64,
            text: mopt_bytes(bytes),
            kept: group == choice.b,
        });
        let candidates: Vec<_> = candidates.collect();
        let values = merge.values(choice.a, choice.b);
        let unit = unit.filter(|unit| common_divisor(&values) % u128::from(*unit) == 0);
        let link = settings.objective == Objective::Minlink;
        let show = |value: u128| match unit {
            Some(unit) => format!("{}", value / u128::from(unit)),
            None if link => mopt_bytes(value as u64),
            None => mopt_cost(value),
        };
        let unit = match (unit, link) {
            (Some(unit), true) => Text::same(format!("{} B", mcore_base::grouped(unit))),
            (Some(unit), false) => {
                let unit = mcore_base::grouped(unit);
                text!("hops × {unit} B", "ホップ数 × {unit} B")
            }
            (None, true) => text!("bytes", "バイト"),
            (None, false) => text!("hops × bytes", "ホップ数 × バイト"),
        };
        let ways = merge.ways().iter().zip(&values).zip(0u16..).map(|(((a, b), value), at)| MoptWay {
            origin_a: a.apply([0; 3], sizes).map(u32::from),
            mirrored_a: mirrored(*a),
            origin_b: b.apply([0; 3], sizes).map(u32::from),
            mirrored_b: mirrored(*b),
            value: *value as f64,
            text: show(*value),
            kept: at == choice.way,
        });
        let ways: Vec<_> = ways.collect();
        let mut different = values.clone();
        different.sort_unstable();
        different.dedup();
        let sizes = sizes.map(u32::from);
        let mut joined = sizes;
        joined[axis] *= 2;
        let (small, large) = (sizes_text(&sizes[..dims]), sizes_text(&joined[..dims]));
        let letter = ["x", "y", "z"][axis.min(2)];
        let (number, count) = (join - before + 1, ways.len());
        let caption = match settings.objective {
            Objective::None => {
                text!("{count} ways to join: the first one is taken", "{count} 通りの結合。最初のものを使います")
            }
            _ => text!(
                "{count} ways to join: the first of the least is kept",
                "{count} 通りの結合。最小の最初のものを採用"
            ),
        };
        Some(Self {
            id,
            join,
            joins: choices.len() as u32,
            iteration,
            number,
            of,
            sizes,
            axis: axis as u32,
            a: ranks(&merge, choice.a),
            b: ranks(&merge, choice.b),
            candidates,
            ways,
            unit,
            differ: different.len() as u32,
            title: text!("Iteration {iteration}, join {number} of {of}", "反復 {iteration}、結合 {number} / {of}"),
            form: text!(
                "two {small} groups along {letter}: {large}",
                "{small} の 2 グループを {letter} 方向に：{large}"
            ),
            caption,
        })
    }
}
