//! The checks of a judged run in words.

use super::load_text::elements_text;
use super::mpi::untaken;
use crate::exercise::{Check, Detail, Differs, Ending, Ends, MAX_SHOWN_OUTPUT, Right, Subject, Target};
use alloc::{format, string::String};
use mcore_base::text;
use mcore_base::{NodeId, Text, counted, decimals, grouped};

impl Check {
    /// The expectation, and the degree to which it was met.
    pub fn text(&self) -> Text {
        match &self.subject {
            Subject::Ends(ends) => ends_text(*ends),
            Subject::Halted => text!("Every core halts with exit code 0", "すべてのコアが終了コード 0 で停止する"),
            Subject::Exit(Some(id), code) => {
                text!("Node {id} halts with exit code {code}", "ノード {id} が終了コード {code} で停止する")
            }
            Subject::Exit(None, code) => {
                text!("Every core halts with exit code {code}", "すべてのコアが終了コード {code} で停止する")
            }
            Subject::NoTrap => text!("No node traps", "どのノードでもトラップが起きない"),
            Subject::Console(node, Some(pattern)) => {
                text!("What node {node} prints matches `{pattern}`", "ノード {node} の出力が `{pattern}` に一致する")
            }
            Subject::File(name, Some(pattern)) => {
                text!("The file `{name}` matches `{pattern}`", "ファイル `{name}` が `{pattern}` に一致する")
            }
            Subject::Console(..) | Subject::File(..) | Subject::Memory { compared: None, .. } => self.public_text(),
            Subject::Memory { name, equals, compared: Some((right, all)), unit } => {
                let (right, all) = (grouped(*right), elements_text(*unit, &grouped(*all)));
                let (all_en, all_ja, right_ja) = (all.en, all.ja, elements_text(*unit, &right).ja);
                let Text { en, ja } = right_text(*equals);
                text!(
                    "`{name}` equals {en}: {right} of {all_en}",
                    "`{name}` が{ja}と一致する: {all_ja}のうち {right_ja}"
                )
            }
            Subject::Worked { wanted, busy, nodes } => {
                let wanted_en = counted((*wanted).into(), "node does", "nodes do");
                text!(
                    "At least {wanted_en} a part of the work: {busy} of {nodes} did",
                    "{wanted} 個以上のノードが計算を分担する: {nodes} 個のうち {busy} 個が分担"
                )
            }
            Subject::Speedup { wanted, reached } => {
                let (wanted, reached) = (decimals(*wanted), reached.map_or_else(|| "?".into(), decimals));
                text!(
                    "At least {wanted} times as fast as the sequential program: {reached} times",
                    "逐次プログラムの {wanted} 倍以上の速さ: {reached} 倍"
                )
            }
            Subject::Cycles(most, taken) => {
                let (most, taken) = (grouped(*most), grouped(*taken));
                text!("At most {most} cycles: {taken} taken", "{most} サイクル以内: {taken} サイクル")
            }
            Subject::Flits(most, found) => {
                let (wanted, found) = (grouped(*most), grouped(*found));
                text!(
                    "At most {wanted} flits enter the network: {found} did",
                    "ネットワークに入るフリットは {wanted} 個まで: {found} 個"
                )
            }
            Subject::Dmas(most, found) => {
                let (wanted, shown) = (grouped(*most), grouped(*found));
                text!(
                    "Cores start at most {wanted} DMAs: {shown} started",
                    "コアが始める DMA は {wanted} 回まで: {shown} 回"
                )
            }
            Subject::BusiestLink(most, found) => text!(
                "The busiest link carries a flit in at most {most} % of the cycles: {found} %",
                "最も混んだリンクがフリットを運ぶサイクルは {most} % 以下: {found} %"
            ),
            Subject::Uncounted => text!(
                "Flits are counted when all cases are checked, not in this run",
                "フリットは、この実行では数えず、すべての case を確かめるときに数えます"
            ),
            Subject::Withheld => {
                text!("One more thing is checked when the work is graded", "採点のときには、ほかの点も調べます")
            }
        }
    }

    /// The text without the facts of a hidden case that a student may not know.
    pub fn public_text(&self) -> Text {
        match &self.subject {
            Subject::Console(node, _) => {
                text!("Node {node} prints what is expected", "ノード {node} の出力が期待どおりである")
            }
            Subject::File(name, _) => {
                text!("The file `{name}` is what is expected", "ファイル `{name}` の内容が期待どおりである")
            }
            Subject::Memory { name, equals, .. } => {
                let Text { en, ja } = right_text(*equals);
                text!("`{name}` equals {en}", "`{name}` が{ja}と一致する")
            }
            _ => self.text(),
        }
    }

    /// The expectation and, on a failure, the detail.
    pub fn with_detail(&self) -> Text {
        let Text { en, ja } = self.text();
        match self.detail.as_ref().map(Detail::text) {
            Some(detail) => Text::new(format!("{en}. {}", detail.en), format!("{ja}。{}", detail.ja)),
            None => Text::new(en, ja),
        }
    }
}

fn ends_text(ends: Ends) -> Text {
    match ends {
        Ends::Halted | Ends::Any => {
            text!("The run ends because every core halts", "すべてのコアが停止して実行が終わる")
        }
        Ends::Limit => text!("The run goes on until the limit of cycles", "実行がサイクル数の上限まで続く"),
        Ends::Deadlock => text!("The run ends in a deadlock", "実行がデッドロックで終わる"),
        Ends::Trap => text!("The run ends with a trap", "実行がトラップで終わる"),
    }
}

fn right_text(equals: Right) -> Text {
    match equals {
        Right::Reference => text!("the sequential program's result", "逐次プログラムの結果"),
        Right::Data => text!("the expected data", "期待する値"),
        Right::Digest => text!("the right result", "正しい結果"),
    }
}

impl Detail {
    /// The reason of the failure in words.
    pub fn text(&self) -> Text {
        match self {
            Self::Ends(wanted, how) => {
                let (how, advice) = (ending_text(*how), advice(*wanted, *how));
                Text::new(how.en + " " + &advice.en, how.ja + &advice.ja)
            }
            Self::NotHalted(how) => {
                let Text { en, ja } = ending_text(*how);
                text!(
                    "Some core did not get to its end, or ended with another exit code. {en}",
                    "終わりまで進まなかったコアか、0 以外の終了コードで終わったコアがあります。{ja}"
                )
            }
            Self::ExitCode(id, Some(found)) => {
                text!("Node {id} halted with exit code {found}.", "ノード {id} の終了コードは {found} でした。")
            }
            Self::ExitCode(id, None) => text!("Node {id} did not halt.", "ノード {id} は停止しませんでした。"),
            Self::Trapped(id) => trapped(*id),
            Self::Idle => text!(
                "A node counts if it executes at least a tenth of an even share of the instructions; waiting in a loop does not count.",
                "均等に分けたときの命令数の 10 分の 1 以上を実行したノードを数えます。ループで待つだけの命令は数えません。"
            ),
            Self::NoLabel(name) => {
                text!("The program has no label `{name}`.", "プログラムにラベル `{name}` がありません。")
            }
            Self::OtherData => text!(
                "It is another one. This case is hidden: what is right is not told.",
                "一致しません。このケースは非公開なので、正しい値は表示されません。"
            ),
            Self::OtherOutput => text!(
                "It printed something else. This case is hidden: what is right is not told.",
                "出力が違います。このケースは非公開なので、正しい出力は表示されません。"
            ),
            Self::ReferenceFailed => text!(
                "The exercise's own program did not run to its end. Please tell your lecturer.",
                "課題の参照プログラムが最後まで実行されませんでした。担当の先生に知らせてください。"
            ),
            Self::ReferenceLacks(name) => text!(
                "The exercise's own program has no `{name}` of that size. Please tell your lecturer.",
                "課題の参照プログラムに、その大きさの `{name}` がありません。担当の先生に知らせてください。"
            ),
            Self::Differs(differs) => differs.text(),
            Self::Printed(shown) => {
                let shown = quoted(shown);
                text!("It printed {shown}.", "出力は {shown} でした。")
            }
            Self::Line(line, Some(a), Some(b)) => {
                let (a, b) = (quoted(a), quoted(b));
                text!("Line {line}: expected {a}, found {b}.", "{line} 行目: {a} になるはずですが、{b} でした。")
            }
            Self::Line(line, Some(a), None) => {
                let a = quoted(a);
                text!("Line {line} is missing: {a} is expected.", "{line} 行目の {a} が出力されていません。")
            }
            Self::Line(line, None, b) => {
                let b = b.as_deref().map(quoted).unwrap_or_default();
                text!("Line {line} is too much: {b}.", "{line} 行目の {b} は余分です。")
            }
            Self::NoFile => text!("The program has left no such file.", "その名前のファイルがありません。"),
            Self::Byte(at, a, b) => {
                let byte = |byte: &Option<u8>| byte.map_or_else(|| "-".into(), |byte| format!("0x{byte:02x}"));
                let (a, b) = (byte(a), byte(b));
                text!(
                    "First difference at byte {at}: expected {a}, found {b}.",
                    "最初の違いはバイト {at} です: {a} になるはずですが、{b} でした。"
                )
            }
            Self::NotPicture => {
                text!("It cannot be read as a picture: PBM, PGM or PPM.", "画像 (PBM、PGM、PPM) として読めません。")
            }
            Self::Shape([w, h, c, m], [fw, fh, fc, fm]) => text!(
                "The picture must have {w} x {h} pixels of {c} samples up to {m}; it has {fw} x {fh}, {fc} and {fm}.",
                "画像は {w} × {h} 画素、1 画素 {c} 値、最大値 {m} のはずですが、{fw} × {fh} 画素、{fc} 値、最大値 {fm} でした。"
            ),
            Self::Pixel(x, y, a, b) => {
                let samples = |all: &[u16]| {
                    let all: alloc::vec::Vec<String> = all.iter().map(|sample| format!("{sample}")).collect();
                    all.join(" ")
                };
                let (a, b) = (samples(a), samples(b));
                text!(
                    "First difference at column {x}, row {y} (from 0): expected {a}, found {b}.",
                    "最初の違いは {x} 列 {y} 行（0 から）です: {a} になるはずですが、{b} でした。"
                )
            }
            Self::NotText => {
                text!("They differ in bytes that are not text.", "文字として読めないバイトが違います。")
            }
        }
    }
}

fn trapped(node: NodeId) -> Text {
    text!("Node {node} trapped.", "ノード {node} でトラップが起きました。")
}

fn ending_text(how: Ending) -> Text {
    match how {
        Ending::Limit(cycles) => {
            let cycles = grouped(cycles);
            text!("The run was stopped at the limit of {cycles} cycles.", "上限の {cycles} サイクルで打ち切りました。")
        }
        Ending::Deadlock(n) => {
            let n_en = counted(n as u64, "core waits", "cores wait");
            text!("It ended in a deadlock: {n_en} for ever.", "デッドロックです。{n} 個のコアが永久に待っています。")
        }
        Ending::Trapped(Some(node)) => trapped(node),
        Ending::Trapped(None) | Ending::Unknown => {
            text!("See how the run ended.", "実行がどう終わったかを見てください。")
        }
        Ending::Memory => {
            text!("The nodes touched more memory than there is room for.", "ノードが使えるメモリの上限を超えました。")
        }
        Ending::Halted => text!("Every core halted.", "すべてのコアが停止しました。"),
        Ending::Unreceived(message) => untaken(message.from, message.rank, message.tag),
    }
}

/// Advice for a run that did not end as required.
fn advice(wanted: Ends, how: Ending) -> Text {
    match (wanted, how) {
        (Ends::Halted | Ends::Any, Ending::Deadlock(_)) => text!(
            "Look at the flag that each core waits for, and at who should write it.",
            "各コアがどのフラグを待っているか、それをどのノードが書くはずかを調べてください。"
        ),
        (Ends::Halted | Ends::Any, Ending::Trapped(_)) => {
            text!("Correct the instruction that trapped.", "トラップを起こした命令を直してください。")
        }
        (Ends::Halted | Ends::Any, Ending::Unreceived(_)) => {
            text!("Receive each message that a rank sends.", "送ったメッセージはすべて受信してください。")
        }
        (Ends::Halted | Ends::Any, _) => text!(
            "Let every core leave its loops, and end by `mc_exit` or by a return from `main`.",
            "すべてのコアがループを抜け、`mc_exit` か `main` からの復帰で終わるようにしてください。"
        ),
        (Ends::Limit, _) => {
            text!("Let the program go on for ever.", "プログラムが終わらずに動き続けるようにしてください。")
        }
        (Ends::Deadlock, _) => {
            text!("Let cores wait for each other.", "コアどうしが互いに待つようにしてください。")
        }
        (Ends::Trap, _) => text!("Let a core do what traps.", "コアにトラップを起こさせてください。"),
    }
}

/// The name of a node, or of main memory.
fn target_name(target: Target) -> Text {
    match target {
        Target::All => Text::new("every node", "各ノード"),
        Target::Node(id) => text!("node {id}", "ノード {id}"),
        Target::Main => Text::new("main memory", "メインメモリ"),
    }
}

impl Differs {
    /// The first wrong element, and a property that all wrong ones share.
    fn text(&self) -> Text {
        let (at, element) = (self.addr, self.element());
        let want = self.unit.show(&self.expected);
        let Text { en: place_en, ja: place_ja } = target_name(self.target);
        let on = if self.target == Target::Main { "in" } else { "on" };
        let mut text = match &self.found {
            Some(found) => {
                let found = self.unit.show(found);
                text!(
                    "First difference: {element} {on} {place_en} at address 0x{at:x}: expected {want}, found {found}.",
                    "最初の違い: {place_ja} の {element}（番地 0x{at:x}）は {want} になるはずですが、{found} でした。"
                )
            }
            None => text!(
                "{element} would be at address 0x{at:x}, outside the memory of {place_en}.",
                "{element} の番地 0x{at:x} は、{place_ja} のメモリの外です。"
            ),
        };
        if let Some(columns) = self.columns
            && self.count > 1
        {
            let (from, to) = (self.index / columns, self.last / columns);
            let more = if from == to {
                text!(
                    " All differences are in row {from}.",
                    "違いはすべて {from} 行目にあります（行は 0 から数えます）。"
                )
            } else {
                text!(
                    " All differences are in rows {from} to {to}.",
                    "違いはすべて {from} 行目から {to} 行目にあります（行は 0 から数えます）。"
                )
            };
            text = Text::new(text.en + &more.en, text.ja + &more.ja);
        }
        if self.all_zero && self.count > 1 {
            let more = text!(
                " Every wrong word is 0: has anything been written there before the cores halted?",
                "違っている値はすべて 0 です。コアが停止する前に、そこへ書き込まれたでしょうか？"
            );
            text = Text::new(text.en + &more.en, text.ja + &more.ja);
        }
        text
    }

    /// The first element as a student would write it: `C[3][7]` or `C[103]`.
    fn element(&self) -> String {
        let (name, index) = (&self.name, self.index);
        match self.columns {
            Some(columns) => format!("{name}[{}][{}]", index / columns, index % columns),
            None => format!("{name}[{index}]"),
        }
    }
}

/// A part of an output in quotes, short enough for a message; control characters are escaped.
fn quoted(text: &str) -> String {
    let mut out = String::from("`");
    for (i, c) in text.chars().enumerate() {
        if i == MAX_SHOWN_OUTPUT {
            out.push('…');
            break;
        }
        if c.is_control() { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out.push('`');
    out
}
