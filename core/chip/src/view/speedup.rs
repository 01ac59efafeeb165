//! The speed-up of a program over the number of nodes.

use alloc::vec::Vec;
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Text};
use serde::{Deserialize, Serialize};

/// The baseline of the runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Baseline {
    /// The sequential program of the exercise, on the same input.
    Reference { cycles: Cycle },
    /// The program itself on the smallest array on which it succeeded.
    Smallest {
        /// Compute nodes of that array.
        nodes: u32,
        cycles: Cycle,
    },
}

impl Baseline {
    /// Cycles of the baseline run.
    pub fn cycles(&self) -> Cycle {
        match self {
            Self::Reference { cycles } | Self::Smallest { cycles, .. } => *cycles,
        }
    }

    /// Compute nodes of that run: 1 for a sequential program.
    pub fn nodes(&self) -> u32 {
        match self {
            Self::Reference { .. } => 1,
            Self::Smallest { nodes, .. } => *nodes,
        }
    }
}

/// Why the speed-up of a program cannot be measured, on one size or at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpeedUpFault {
    /// It is measured on 1 to this number of sizes.
    Sizes(usize),
    /// The exercise uses this node, which an array with these columns and rows does not have.
    Node(NodeId, (u8, u8)),
    /// The sequential program of the exercise did not end well: the end of its run.
    Reference(Text),
}

impl SpeedUpFault {
    /// The fault in words.
    pub fn text(&self) -> Text {
        match self {
            Self::Sizes(most) => text!(
                "A speed-up is measured on 1 to {most} sizes.",
                "速度向上の計測で指定できる大きさは 1 個から {most} 個です。"
            ),
            Self::Node(node, (width, height)) => text!(
                "The exercise uses node {node}, which an array of {width} x {height} does not have.",
                "課題はノード {node} を使いますが、{width} x {height} の構成にはありません。"
            ),
            Self::Reference(Text { en, ja }) => text!(
                "The sequential program of the exercise did not end well: {en}",
                "課題の逐次プログラムが正しく終わりませんでした: {ja}"
            ),
        }
    }
}

/// One size of the array.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpeedUpPoint {
    /// Columns of compute nodes.
    pub width: u8,
    /// Rows of compute nodes.
    pub height: u8,
    /// Cycles until the last core has halted and nothing is in flight any more; for a failed run, until its end.
    pub cycles: Cycle,
    /// Why this size does not count: the program cannot be loaded, fails, or gives a wrong result.
    pub problem: Option<Text>,
    /// Cycles of the baseline divided by those of this run, if this run counts.
    pub speedup: Option<f64>,
    /// Speed-up divided by the ideal speed-up on this number of nodes.
    pub efficiency: Option<f64>,
}

impl SpeedUpPoint {
    /// Compute nodes.
    pub fn nodes(&self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }
}

/// Everything measured so far, the smallest array first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SpeedUpView {
    /// The baseline of the runs; `None` as long as no run counts.
    pub baseline: Option<Baseline>,
    /// Why the sequential program of the exercise is not the baseline, although there is one.
    pub note: Option<Text>,
    /// The sizes.
    pub points: Vec<SpeedUpPoint>,
}

impl SpeedUpView {
    /// Adds a run and computes speed-up and efficiency of all of them.
    pub fn push(&mut self, point: SpeedUpPoint) {
        self.points.push(point);
        if self.baseline.is_none() {
            let smallest = self.points.iter().filter(|p| p.problem.is_none()).min_by_key(|p| p.nodes());
            self.baseline = smallest.map(|p| Baseline::Smallest { nodes: p.nodes(), cycles: p.cycles });
        }
        let Some(baseline) = &self.baseline else { return };
        let (base, nodes) = (baseline.cycles() as f64, f64::from(baseline.nodes()));
        for point in self.points.iter_mut().filter(|p| p.problem.is_none() && p.cycles > 0) {
            let speedup = base / point.cycles as f64;
            (point.speedup, point.efficiency) = (Some(speedup), Some(speedup * nodes / f64::from(point.nodes())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(side: u8, cycles: Cycle, problem: Option<&str>) -> SpeedUpPoint {
        let problem = problem.map(Text::same);
        SpeedUpPoint { width: side, height: 1, cycles, problem, speedup: None, efficiency: None }
    }

    #[test]
    fn against_a_sequential_program_one_node_is_ideal() {
        let mut view = SpeedUpView { baseline: Some(Baseline::Reference { cycles: 1000 }), ..SpeedUpView::default() };
        view.push(point(1, 1250, None));
        view.push(point(4, 500, None));
        let found: Vec<_> = view.points.iter().map(|p| (p.speedup, p.efficiency)).collect();
        assert_eq!(found, [(Some(0.8), Some(0.8)), (Some(2.0), Some(0.5))]);
    }

    #[test]
    fn the_smallest_size_that_counts_is_the_baseline() {
        let mut view = SpeedUpView::default();
        view.push(point(1, 7, Some("trap")));
        assert_eq!(view.baseline, None);
        view.push(point(2, 800, None));
        view.push(point(4, 400, None));
        assert_eq!(view.baseline, Some(Baseline::Smallest { nodes: 2, cycles: 800 }));
        let found: Vec<_> = view.points.iter().map(|p| (p.speedup, p.efficiency)).collect();
        assert_eq!(found, [(None, None), (Some(1.0), Some(1.0)), (Some(2.0), Some(1.0))]);
    }
}
