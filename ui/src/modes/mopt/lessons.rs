//! The lessons: a question, its answers to choose from, and the insight.

/// The messages of a lesson.
pub struct Lesson {
    /// The question.
    pub title: &'static str,
    /// The task.
    pub ask: &'static str,
    /// The answers to choose from.
    pub answers: [&'static str; 2],
    /// The right one of them.
    pub right: usize,
    /// The insight with its figures.
    pub insight: &'static str,
    /// The names of its settings.
    pub runs: &'static [&'static str],
}

/// All lessons.
pub const LESSONS: [Lesson; 6] = [
    Lesson {
        title: "mopt-lesson-1",
        ask: "mopt-lesson-1-ask",
        answers: ["mopt-lesson-1-a", "mopt-lesson-1-b"],
        right: 0,
        insight: "mopt-lesson-1-insight",
        runs: &["mopt-run-bruck"],
    },
    Lesson {
        title: "mopt-lesson-2",
        ask: "mopt-lesson-2-ask",
        answers: ["mopt-lesson-2-a", "mopt-lesson-2-b"],
        right: 1,
        insight: "mopt-lesson-2-insight",
        runs: &["mopt-run-bruck"],
    },
    Lesson {
        title: "mopt-lesson-3",
        ask: "mopt-lesson-3-ask",
        answers: ["mopt-lesson-3-a", "mopt-lesson-3-b"],
        right: 1,
        insight: "mopt-lesson-3-insight",
        runs: &["mopt-run-bruck", "mopt-run-cg"],
    },
    Lesson {
        title: "mopt-lesson-4",
        ask: "mopt-lesson-4-ask",
        answers: ["mopt-lesson-4-a", "mopt-lesson-4-b"],
        right: 1,
        insight: "mopt-lesson-4-insight",
        runs: &["mopt-run-ring", "mopt-run-bruck"],
    },
    Lesson {
        title: "mopt-lesson-5",
        ask: "mopt-lesson-5-ask",
        answers: ["mopt-lesson-5-a", "mopt-lesson-5-b"],
        right: 0,
        insight: "mopt-lesson-5-insight",
        runs: &["mopt-run-all", "mopt-run-halo"],
    },
    Lesson {
        title: "mopt-lesson-6",
        ask: "mopt-lesson-6-ask",
        answers: ["mopt-lesson-6-a", "mopt-lesson-6-b"],
        right: 1,
        insight: "mopt-lesson-6-insight",
        runs: &["mopt-run-cg", "mopt-run-bruck"],
    },
];
