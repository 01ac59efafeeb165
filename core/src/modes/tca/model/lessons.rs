//! Eight lessons: each is a script that runs, with what it shows.

use crate::base::Text;
use crate::text;
use alloc::{string::String, vec::Vec};

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its title.
    pub title: Text,
    /// Its result, with figures.
    pub insight: Text,
    /// Its script.
    pub script: String,
}

/// All lessons, in their order.
pub fn lessons() -> Vec<Lesson> {
    let lesson = |title: Text, insight: Text, script: &str| Lesson { title, insight, script: script.into() };
    alloc::vec![
        lesson(
            text!("Where do 3.5 us go?", "3.5 マイクロ秒の内訳は?"),
            text!(
                "Of 3,500 ns the hardware takes 2,000, the library 1,400 and the PSN 100. The sender has its completion only at 5,754 ns.",
                "3,500 ns のうちハードウェアが 2,000、ライブラリーが 1,400、PSN が 100 です。送信側が完了を得るのは 5,754 ns になってからです。"
            ),
            include_str!("lessons/1.tca"),
        ),
        lesson(
            text!("Why does Read cost 6.5?", "Read はなぜ 6.5 かかるのか?"),
            text!(
                "A Read or an atomic operation goes there and back: 3,500 + 3,000 ns. InfiniBand does the atomic operation in hardware, in 1.5 us; here it takes 4.3 times that.",
                "Read とアトミック操作は往復します（3,500 + 3,000 ns）。InfiniBand はアトミック操作をハードウェアで 1.5 us で行います。ここではその 4.3 倍です。"
            ),
            include_str!("lessons/2.tca"),
        ),
        lesson(
            text!("Eager or ask first?", "すぐ送るか、先に尋ねるか?"),
            text!(
                "8 KB by packets take 8,239 ns, and 11,641 when asking first; 64 KB take 38,959 and 28,025. They cross at 21,800 B: change `rendezvous`.",
                "8 KB はパケットで 8,239 ns、先に尋ねると 11,641 ns です。64 KB ではそれぞれ 38,959 ns と 28,025 ns です。境界は 21,800 B です。`rendezvous` を変えてみましょう。"
            ),
            include_str!("lessons/3.tca"),
        ),
        lesson(
            text!("One byte off", "1 バイトのずれ"),
            text!(
                "64 KB directly take 22,475 ns (2.9 GB/s), by packets 38,959 ns (1.7 GB/s): the low 4 bits of source and destination must agree.",
                "64 KB は直接なら 22,475 ns（2.9 GB/s）、パケットでは 38,959 ns（1.7 GB/s）です。転送元と転送先の下位 4 ビットが一致しなければなりません。"
            ),
            include_str!("lessons/4.tca"),
        ),
        lesson(
            text!("No receiver is ready", "受信の準備がない"),
            text!(
                "A Send without a receive request is retried after a pause, and fails with RNR_RETRY_EXC_ERR when the retries are used up.",
                "受信要求がない Send は、しばらく待って再送されます。再送の回数を使い切ると RNR_RETRY_EXC_ERR になります。"
            ),
            include_str!("lessons/5.tca"),
        ),
        lesson(
            text!("One error, all gone", "1 つの誤りですべてが失われる"),
            text!(
                "A wrong key gives REM_ACCESS_ERR; the three requests after it are flushed, and the pair is in the state ERR.",
                "誤ったキーは REM_ACCESS_ERR になり、後の 3 つの要求は破棄されます。キューペアは ERR 状態になります。"
            ),
            include_str!("lessons/6.tca"),
        ),
        lesson(
            text!("Two on one road", "1 つの道に 2 つの転送"),
            text!(
                "The transfers 1 to 3 and 2 to 4 share the link from 2 to 3 with 1.75 GB/s each; 9 to 11 has its road for itself.",
                "1 から 3 と 2 から 4 の転送は、2 から 3 へのリンクを 1.75 GB/s ずつ分け合います。9 から 11 は道を独占します。"
            ),
            include_str!("lessons/7.tca"),
        ),
        lesson(
            text!("Small or large Himeno", "姫野ベンチマーク: Small と Large"),
            text!(
                "The faces of 4x4 nodes have 8,192, 32,768 and 131,072 B. By the paper's 4.6 us and 2.6 GB/s they take 7.8, 17.2 and 55.0 us; latency is 59, 27 and 8 % of it.",
                "4x4 ノードでの面は 8,192、32,768、131,072 B です。論文の 4.6 us と 2.6 GB/s によると 7.8、17.2、55.0 us かかり、レイテンシーの割合は 59、27、8 % です。"
            ),
            include_str!("lessons/8.tca"),
        ),
    ]
}
