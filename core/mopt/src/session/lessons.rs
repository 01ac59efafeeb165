//! The settings of the lessons and of the paper's experiments.

use super::plan::MoptPlan;
use alloc::{vec, vec::Vec};

/// The plans of a lesson, 1 to 6; the first one is the form's. None for other numbers.
pub fn mopt_lesson(number: u32) -> Vec<MoptPlan> {
    let bruck = |methods: &str| MoptPlan { methods: methods.into(), ..MoptPlan::default() };
    match number {
        1 => vec![MoptPlan { ranks: "16".into(), sizes: "4x4".into(), ..bruck("xyz,none,mincost,random") }],
        2 => vec![bruck("xyz,mincost")],
        3 => vec![bruck("none,mincost,minlink"), MoptPlan { pattern: "cg".into(), ..bruck("none,mincost,minlink") }],
        4 => {
            let ring = MoptPlan { pattern: "one-way-ring".into(), ..bruck("xyz,mincost,z,hilbert") };
            vec![ring, bruck("xyz,mincost,z,hilbert,random")]
        }
        5 => {
            let all = MoptPlan { pattern: "pairwise-alltoall".into(), ..bruck("xyz,mincost,hilbert") };
            let halo = MoptPlan {
                pattern: "halo-2d".into(),
                grid: "4x16".into(),
                border: "open".into(),
                ..bruck("xyz,mincost,hilbert")
            };
            vec![all, halo]
        }
        6 => [3, 2].into_iter().filter_map(mopt_paper_plans).collect(),
        _ => Vec::new(),
    }
}

/// The plan of a table of the paper whose communication the mode has: 2 (Bruck's allgather) or 3 (CG).
pub fn mopt_paper_plans(table: u32) -> Option<MoptPlan> {
    let torus = |pattern: &str, ranks: &str, sizes: &str| MoptPlan {
        pattern: pattern.into(),
        ranks: ranks.into(),
        sizes: sizes.into(),
        kind: "torus".into(),
        ..MoptPlan::default()
    };
    match table {
        2 => Some(torus("bruck-allgather", "4096", "16x16x16")),
        3 => Some(torus("cg", "512", "8x8x8")),
        _ => None,
    }
}
