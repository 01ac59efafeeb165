//! Eight lessons: each is a script that runs, with what it shows.

use super::plan::TcaPlan;
use crate::model::LESSONS;
use alloc::{vec, vec::Vec};
use mcore_base::{Text, text};
use mcore_mode::Lesson;

/// A lesson of this mode: its run has the time at which it opens, ns; without it at the end.
pub type TcaLesson = Lesson<(TcaPlan, Option<u64>)>;

fn run(number: usize, opens_at: Option<u64>) -> Vec<(Text, (TcaPlan, Option<u64>))> {
    let plan = TcaPlan { script: LESSONS[number - 1].into(), ..TcaPlan::default() };
    vec![(Text::default(), (plan, opens_at))]
}

/// All lessons, in their order.
pub fn tca_lessons() -> Vec<TcaLesson> {
    vec![
        Lesson::new("1", text!("Where do 3.5 µs go?", "3.5 マイクロ秒の内訳は?"), text!(
                "The board alone takes 2.0 µs (blue). Step to the end and add up what is orange and green. Which part is the largest?",
                "ボードだけなら 2.0 µs（青）です。最後まで進めて、橙と緑を足してください。最も大きいのはどれですか?"
            ), text!(
                "Of 3,500 ns the hardware takes 2,000, the library 1,400 and the PSN 100. The sender has its completion only at 5,754 ns.",
                "3,500 ns のうちハードウェアが 2,000、ライブラリが 1,400、PSN が 100 です。送信側が完了を得るのは 5,754 ns になってからです。"
            ), run(1, Some(2300))).hint(text!(
                "The legend below the diagram has the sums. The receiver cannot act before the PSN is there.",
                "図の下の凡例に合計があります。受信側は PSN が届くまで何もできません。"
            )).choice([
                text!("The library on both CPUs", "両 CPU のライブラリ"),
                text!("Board and cables", "ボードとケーブル"),
            ], 1),
        Lesson::new("2", text!("Why does Read cost 6.5?", "Read はなぜ 6.5 かかるのか?"), text!(
                "A Read and an atomic operation of 8 bytes both take 6.5 µs. Who does the atomic operation?",
                "8 バイトの Read とアトミック操作は、どちらも 6.5 µs かかります。アトミック操作を実行するのは誰ですか?"
            ), text!(
                "A Read or an atomic operation goes there and back: 3,500 + 3,000 ns. InfiniBand does the atomic operation in hardware, in 1.5 µs; here it takes 4.3 times that.",
                "Read とアトミック操作は往復します（3,500 + 3,000 ns）。InfiniBand はアトミック操作をハードウェアで 1.5 µs で行います。ここではその 4.3 倍です。"
            ), run(2, Some(3_500))).hint(text!(
                "Step through the second half, and look at the CPU of node 1.",
                "後半を 1 つずつ進め、ノード 1 の CPU を見てください。"
            )).choice([text!("The board of node 1", "ノード 1 のボード"), text!("The CPU of node 1", "ノード 1 の CPU")], 1),
        Lesson::new("3", text!("Eager or ask first?", "すぐ送るか、先に尋ねるか?"), text!(
                "8 KB go by packets, 64 KB ask first. At which size do both take the same time? Predict it, then change `rendezvous` in the script.",
                "8 KB はパケットで送り、64 KB は先に尋ねます。所要時間が同じになるサイズを予想してから、スクリプトの `rendezvous` を変えてください。"
            ), text!(
                "8 KB by packets take 8,239 ns, and 11,641 when asking first; 64 KB take 38,959 and 28,025. They cross at 21,800 B: change `rendezvous`.",
                "8 KB はパケットで 8,239 ns、先に尋ねると 11,641 ns です。64 KB ではそれぞれ 38,959 ns と 28,025 ns です。境界は 21,800 B です。`rendezvous` を変えてみましょう。"
            ), run(3, None)).hint(text!(
                "Asking costs 5,450 ns more; copies cost 0.25 ns a byte.",
                "尋ねると 5,450 ns 余分にかかり、コピーは 1 バイトあたり 0.25 ns かかります。"
            )).choice([text!("At 21,800 bytes", "21,800 バイト"), text!("At 32,768 bytes", "32,768 バイト")], 0),
        Lesson::new("4", text!("One byte off", "1 バイトのずれ"), text!(
                "The same 64 KB are written to `buf`, `buf + 4` and `buf + 1`. Which of them go directly?",
                "同じ 64 KB を `buf`、`buf + 4`、`buf + 1` に書きます。直接書けるのはどれですか?"
            ), text!(
                "64 KB directly take 22,475 ns (2.9 GB/s), by packets 38,959 ns (1.7 GB/s): the low 4 bits of source and destination must agree.",
                "64 KB は直接なら 22,475 ns（2.9 GB/s）、パケットでは 38,959 ns（1.7 GB/s）です。転送元と転送先の下位 4 ビットが一致しなければなりません。"
            ), run(4, None)).hint(text!("Read the findings in the results.", "結果の「指摘」を読んでください。")).choice([text!("`buf` and `buf + 4`", "`buf` と `buf + 4`"), text!("Only `buf`", "`buf` だけ")], 1),
        Lesson::new("5", text!("No receiver is ready", "受信の準備がない"), text!(
                "Node 1 posts its receive request at 60 µs. Does the Send of node 0 wait for it?",
                "ノード 1 は 60 µs に受信要求を出します。ノード 0 の Send はそれまで待ちますか?"
            ), text!(
                "A Send without a receive request is retried after a pause, and fails with RNR_RETRY_EXC_ERR when the retries are used up.",
                "受信要求がない Send は、しばらく待って再送されます。再送の回数を使い切ると RNR_RETRY_EXC_ERR になります。"
            ), run(5, None)).hint(text!(
                "It has two retries (`rnr_retry`), 10 µs apart.",
                "再送は 2 回（`rnr_retry`）で、間隔は 10 µs です。"
            )).choice([
                text!("No: it fails after its retries", "待たない（再送を使い切ると失敗する）"),
                text!("Yes: it waits as long as needed", "待つ（必要なだけ待つ）"),
            ], 0),
        Lesson::new("6", text!("One error, all gone", "1 つの誤りですべてが失われる"), text!(
                "The first of four Writes has a wrong key. Which results do the three others have?",
                "4 つの Write の最初の鍵が誤っています。残りの 3 つの結果はどうなりますか?"
            ), text!(
                "A wrong key gives REM_ACCESS_ERR; the three requests after it are flushed, and the pair is in the state ERR.",
                "誤ったキーは REM_ACCESS_ERR になり、後の 3 つの要求は破棄されます。キューペアは ERR 状態になります。"
            ), run(6, None)).hint(text!(
                "Look at the completions and at the state of the queue pair.",
                "完了とキューペアの状態を見てください。"
            )).choice([
                text!("SUCCESS: their keys are right", "SUCCESS（鍵は正しい）"),
                text!("WR_FLUSH_ERR: the pair is in ERR", "WR_FLUSH_ERR（キューペアは ERR）"),
            ], 1),
        Lesson::new("7", text!("Two on one road", "1 つの道に 2 つの転送"), text!(
                "1 to 3 and 2 to 4 run at once, and 9 to 11 beside them. Which rate does 1 to 3 have?",
                "1 から 3 と 2 から 4 が同時に進み、横で 9 から 11 も進みます。1 から 3 の速度は?"
            ), text!(
                "The transfers 1 to 3 and 2 to 4 share the link from 2 to 3 with 1.75 GB/s each; 9 to 11 has its road for itself.",
                "1 から 3 と 2 から 4 の転送は、2 から 3 へのリンクを 1.75 GB/s ずつ分け合います。9 から 11 は道を独占します。"
            ), run(7, Some(100_000))).hint(text!(
                "Open Rings: width and number of a link show how many share it.",
                "「リング」を開くと、リンクの太さと数字が共有の数を示します。"
            )).choice([text!("3.5 GB/s", "3.5 GB/s"), text!("1.75 GB/s", "1.75 GB/s")], 1),
        Lesson::new("8", text!("Small or large Himeno", "姫野ベンチマーク: Small と Large"), text!(
                "The faces of small, middle and large are 8, 32 and 128 KB. For which of them does latency decide?",
                "Small、Middle、Large の面は 8、32、128 KB です。レイテンシが支配的なのはどれですか?"
            ), text!(
                "The faces of 4x4 nodes have 8,192, 32,768 and 131,072 B. By the paper's 4.6 µs and 2.6 GB/s they take 7.8, 17.2 and 55.0 µs; latency is 59, 27 and 8 % of it.",
                "4x4 ノードでの面は 8,192、32,768、131,072 B です。論文の 4.6 µs と 2.6 GB/s によると 7.8、17.2、55.0 µs かかり、レイテンシの割合は 59、27、8 % です。"
            ), run(8, None)).hint(text!(
                "Compare the three Sends, then run Himeno in the results.",
                "3 つの Send を比べ、結果の「姫野」を実行してください。"
            )).choice([text!("For the small one", "Small の場合"), text!("For the large one", "Large の場合")], 0),
    ]
}
