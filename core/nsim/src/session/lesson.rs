//! Lessons: a few runs to compare. Tests compare the figures in their texts with the runs (`tests/tests/modes/nsim_lessons.rs`).

use super::plan::NsimPlan;
use alloc::{string::ToString as _, vec, vec::Vec};
use mcore_base::text;
use mcore_mode::{Lesson, Plan as _};

/// A lesson of this mode; its runs are plans.
pub type NsimLesson = Lesson<NsimPlan>;

fn plan(topology: &str, dims: &str, program: &str, bytes: u64, map: &str) -> NsimPlan {
    let mut plan =
        NsimPlan { program: program.into(), bytes: bytes.to_string(), map: map.into(), ..NsimPlan::default() };
    plan.set("topology", topology);
    plan.set("dims", dims);
    plan
}

/// All lessons.
pub fn nsim_lessons() -> Vec<NsimLesson> {
    let halo = |map| {
        let mut plan = plan("torus", "8x8x4", "halo-3d", 8192, map);
        plan.set("rounds", "4");
        plan.set("compute_ns", "0");
        plan
    };
    let all = |program, bytes| plan("torus", "4x4x4", program, bytes, "xyz");
    vec![
        NsimLesson::new(
            "mapping",
            text!("Mapping: which rank on which node", "マッピング：どのランクをどのノードに"),
            text!(
                "Every rank exchanges 8 KiB with its six neighbours. How much longer does the exchange take if the ranks are placed at random? Look at the map: which links are warm?",
                "各ランクが 6 つの隣と 8 KiB ずつ交換します。ランクをランダムに置くと、交換は何倍かかるでしょうか。マップで、どのリンクが熱いかも見てください。"
            ),
            text!(
                "In order, each message crosses one link and no link is shared. At random, a message crosses 4.8 links on average, messages meet, and the exchange takes 2.8 times as long.",
                "順番どおりなら、各メッセージが通るリンクは 1 本で、取り合いはありません。ランダムではメッセージが平均 4.8 本のリンクを通って互いにぶつかり、交換に 2.8 倍かかります。"
            ),
            vec![(text!("In order", "順番どおり"), halo("xyz")), (text!("Random", "ランダム"), halo("random"))],
        ),
        NsimLesson::new(
            "bruck-pairwise",
            text!("All-to-all: Bruck or pairwise", "全対全：Bruck かペア交換か"),
            text!(
                "64 ranks exchange parts, each with every other. Bruck needs 6 steps and moves most parts several times; pairwise exchange needs 63 steps and moves each part once. Which is faster with 8 bytes, and which with 16 KiB?",
                "64 個のランクが全員と部分データを交換します。Bruck は 6 ステップで、多くのデータを何度も運びます。ペア交換は 63 ステップで、各データを 1 回だけ運びます。8 バイトではどちらが速く、16 KiB ではどちらが速いでしょうか。"
            ),
            text!(
                "With 8 bytes latency decides: Bruck takes 6.2 µs, pairwise 81.3 µs. With 16 KiB bandwidth decides: Bruck takes 595.6 µs, pairwise 277.7 µs.",
                "8 バイトではレイテンシで決まり、Bruck が 6.2 µs、ペア交換が 81.3 µs です。16 KiB では帯域で決まり、Bruck が 595.6 µs、ペア交換が 277.7 µs です。"
            ),
            vec![
                (text!("Bruck, 8 B", "Bruck 法、8 B"), all("bruck-alltoall", 8)),
                (text!("Pairwise, 8 B", "ペア交換、8 B"), all("pairwise-alltoall", 8)),
                (text!("Bruck, 16 KiB", "Bruck 法、16 KiB"), all("bruck-alltoall", 16_384)),
                (text!("Pairwise, 16 KiB", "ペア交換、16 KiB"), all("pairwise-alltoall", 16_384)),
            ],
        ),
        NsimLesson::new(
            "tree-torus",
            text!("Fat tree or torus", "ファットツリーかトーラスか"),
            text!(
                "The same links and switches connect 256 nodes as a torus or as a fat tree, for a ring in random order. Compare diameter, mean hops and bisection first: which will be faster, and why?",
                "同じリンクとスイッチで 256 ノードをトーラスまたはファットツリーにつなぎ、ランダムな順のリングを動かします。先に直径、平均ホップ数、バイセクションを比べてください。どちらが速く、それはなぜでしょうか。"
            ),
            text!(
                "The torus has a bisection of 64 links, the tree one of 128 links: the torus takes 1.6 times as long as the tree.",
                "バイセクションは、トーラスが 64 リンク、ツリーが 128 リンクです。トーラスはツリーの 1.6 倍の時間がかかります。"
            ),
            vec![
                (text!("Torus 8x8x4", "トーラス 8x8x4"), tree_or_torus("torus")),
                (text!("Fat tree 8x8x4", "ファットツリー 8x8x4"), tree_or_torus("fat-tree")),
            ],
        ),
    ]
}

/// A random ring on 256 nodes with the links of the torus.
fn tree_or_torus(topology: &str) -> NsimPlan {
    let mut plan = plan(topology, "8x8x4", "random-ring", 65_536, "xyz");
    plan.set("base", "torus");
    plan.set("rounds", "2");
    plan
}
