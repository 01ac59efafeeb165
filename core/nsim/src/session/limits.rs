//! The differences between runs in a page and runs of the command.

/// Limits of a run, and sizes of the paper's experiments.
///
/// Everything else about a plan is the same in the page and in the command: options, words, usual values, limits of
/// numbers and checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NsimLimits {
    /// Maximum memory of a machine, in bytes.
    pub memory: u64,
    /// Largest seed.
    pub seed: u64,
    /// Maximum length of a trace or a rank-to-node file, in bytes.
    pub text: usize,
    /// Bytes of a message and rounds of the experiment `random-ring`.
    pub ring: (u64, u32),
    /// Maximum number of nodes of the experiment `bruck-alltoall` with parts of 1,024 bytes.
    pub large_parts: u32,
}

impl NsimLimits {
    /// In a page: a machine is kept several times, a browser allows 4 GiB in all, and numbers have 53 bits. The
    /// experiments are smaller than in the paper, so that they end within minutes.
    pub const PAGE: Self =
        Self { memory: 1 << 30, seed: (1 << 53) - 1, text: 64 << 20, ring: (1 << 18, 2), large_parts: 512 };
    /// In the command: the machine has a limit of its own, and so has the reader of files. The experiments are those of
    /// the paper.
    pub const COMMAND: Self =
        Self { memory: u64::MAX, seed: u64::MAX, text: usize::MAX, ring: (2 << 20, 4), large_parts: 4096 };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Params;
    use crate::session::{NsimPlan, scenario};
    use alloc::{string::ToString as _, vec::Vec};

    /// The fields with problems.
    fn wrong(plan: &NsimPlan, limits: &NsimLimits) -> Vec<alloc::string::String> {
        let problems = plan.build(limits, None).err().unwrap_or_default();
        problems.into_iter().map(|problem| problem.field).collect()
    }

    #[test]
    fn the_command_takes_larger_seeds_texts_and_machines_than_a_page() {
        let small = NsimPlan { dims: "4".into(), ..NsimPlan::default() };
        let seed = NsimPlan {
            program: "random-ring".into(),
            seed: u64::MAX.to_string(),
            base: "torus".into(),
            ..small.clone()
        };
        let text = "#".repeat(NsimLimits::PAGE.text) + "\n0 compute 1";
        let trace = NsimPlan { program: "trace".into(), trace: text, ..small.clone() };
        let large = NsimPlan { dims: "128x128x64".into(), ..small };
        for (plan, field) in [(seed, "seed"), (trace, "trace"), (large, "dims")] {
            assert_eq!(wrong(&plan, &NsimLimits::PAGE), [field]);
            assert!(wrong(&plan, &NsimLimits::COMMAND).is_empty(), "{field}");
        }
    }

    #[test]
    fn parameters_of_a_file_replace_those_of_the_plan() {
        let plan = NsimPlan { dims: "4".into(), base: "no such set".into(), ..NsimPlan::default() };
        assert_eq!(wrong(&plan, &NsimLimits::COMMAND), ["base"]);
        let built = plan.build(&NsimLimits::COMMAND, Some(Params::MOPT)).map(|built| built.params);
        assert_eq!(built, Ok(Params::MOPT));
    }

    #[test]
    fn experiments_of_the_command_are_those_of_the_paper() {
        for (name, page, command) in [("random-ring", 6, 6), ("bruck-alltoall", 8 + 3, 8 + 5)] {
            assert_eq!(scenario(name, u32::MAX, &NsimLimits::PAGE).len(), page);
            let plans = scenario(name, u32::MAX, &NsimLimits::COMMAND);
            assert_eq!(plans.len(), command);
            let base = if name == "random-ring" { "infiniband" } else { "torus" };
            assert!(plans.iter().all(|plan| plan.program == name && plan.base == base), "{plans:?}");
        }
        assert!(scenario("no such experiment", u32::MAX, &NsimLimits::PAGE).is_empty());
    }
}
