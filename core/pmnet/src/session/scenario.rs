//! One-click lessons: a few runs, and a note on what to observe in them.

use super::plan::PmnetPlan;
use crate::model::preset::Preset;
use alloc::{vec, vec::Vec};
use mcore_base::{Text, text};
use mcore_mode::Lesson;

/// A run of a lesson: preset, program with settings, coherence.
pub type PmnetScenarioRun = (&'static str, &'static str, bool);

/// A lesson of this mode. Its runs have no names.
pub type PmnetScenario = Lesson<PmnetScenarioRun>;

/// All lessons.
pub fn pmnet_scenarios() -> Vec<PmnetScenario> {
    vec![
        lesson(
            "memory-wall",
            text!("Triad and the memory wall", "Triad とメモリの壁"),
            text!(
                "The same work per element: as long as the arrays fit into the first caches, a cache is the bottleneck; once they do not, the memory is, at exactly its nominal bandwidth.",
                "要素あたりの計算は同じです。配列が 1 次キャッシュに収まるあいだはキャッシュが、収まらなくなるとメモリがボトルネックになり、帯域は公称値ちょうどになります。"
            ),
            &[
                ("i7-7700k", "triad:n=4000,threads=4,passes=500", false),
                ("i7-7700k", "triad:n=2000000,threads=4", false),
            ],
        ),
        lesson(
            "matmul",
            text!("Matrix product: loop order and blocking", "行列積: ループ交換とブロック化"),
            text!(
                "The same multiplications three times: look at the miss rates and the time. Order ijk walks down columns of B; ikj goes along lines; blocks keep what is used again in the cache.",
                "同じ乗算を 3 通りで行います。ミス率と時間を比べてください。ijk は B を列方向にたどり、ikj は行に沿って進み、ブロック化は再利用するデータをキャッシュに残します。"
            ),
            &[
                ("i7-7700k", "matmul:n=320,order=ijk", false),
                ("i7-7700k", "matmul:n=320,order=ikj", false),
                ("i7-7700k", "matmul:n=320,order=ijk,block=32", false),
            ],
        ),
        lesson(
            "first-touch",
            text!("NUMA: who touches first", "NUMA: 最初に触るのは誰か"),
            text!(
                "Look at the phase triad (under Charts). In the first run one thread has written all arrays before, so every page is in its memory, and that one memory holds up the parallel loop; in the second each thread has written its own part.",
                "「グラフ」のフェーズ triad を見てください。1 回目は先に 1 スレッドがすべての配列を書くので、全ページがそのメモリに置かれ、並列ループはそこで詰まります。2 回目は各スレッドが自分の担当分を書きます。"
            ),
            &[
                ("epyc-7702-nps4", "triad:n=4000000,threads=128,init=serial", false),
                ("epyc-7702-nps4", "triad:n=4000000,threads=128,init=parallel", false),
            ],
        ),
        lesson(
            "false-sharing",
            text!("False sharing under MSI", "MSI でのフォルスシェアリング（偽共有）"),
            text!(
                "Each thread counts in its own variable. In the first run they lie in one line, so every write takes the line away from the others: compare the invalidations and the misses with the second, where each has its own line.",
                "各スレッドは自分の変数だけを数えます。1 回目は変数が同じラインにあり、書くたびに他のコアからラインを奪います。変数ごとにラインを分けた 2 回目と、無効化とミスを比べてください。"
            ),
            &[("i7-7700k", "counters:threads=4,stride=8", true), ("i7-7700k", "counters:threads=4,stride=64", true)],
        ),
        lesson(
            "interleave",
            text!("Interleaved pages and the link between sockets", "ページのインターリーブとソケット間リンク"),
            text!(
                "With local pages the memories are the bottleneck; with pages interleaved over both sockets it moves to the router at the socket link, and the memories wait.",
                "ページがローカルならメモリがボトルネックです。両ソケットにインターリーブすると、ソケット間リンクのルータに移り、メモリは待たされます。"
            ),
            &[
                ("epyc-7702-nps4", "triad:n=1000000,threads=128,init=parallel,passes=2", false),
                ("epyc-7702-interleaved", "triad:n=1000000,threads=128,init=parallel,passes=2", false),
            ],
        ),
    ]
}

fn lesson(name: &'static str, title: Text, look: Text, runs: &[PmnetScenarioRun]) -> PmnetScenario {
    let runs = runs.iter().map(|run| (Text::default(), *run)).collect();
    Lesson::new(name, title, look, Text::default(), runs)
}

/// Names of the presets that a lesson uses, each once.
pub fn pmnet_systems(lesson: &PmnetScenario) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = lesson.runs.iter().map(|(_, (preset, ..))| *preset).collect();
    names.dedup();
    names
}

/// The plans of the runs of a lesson.
pub fn pmnet_plans(lesson: &PmnetScenario) -> Vec<PmnetPlan> {
    lesson.runs.iter().filter_map(|(_, (preset, program, coherent))| plan(preset, program, *coherent)).collect()
}

/// A plan of `name:key=value,...` on a preset.
fn plan(preset: &str, program: &str, coherent: bool) -> Option<PmnetPlan> {
    let dat = Preset::read(preset).ok()?.dat().to_json();
    let (name, settings) = program.split_once(':').unwrap_or((program, ""));
    let mut plan = PmnetPlan { dat, program: name.into(), settings: Vec::new(), coherent, ..PmnetPlan::default() };
    settings.split(',').filter_map(|item| item.split_once('=')).for_each(|(key, value)| plan.change(key, value));
    Some(plan)
}
