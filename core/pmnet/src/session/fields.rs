//! The settings of the memory-system mode, for its form and its command.

use super::plan::{FILES, PmnetPlan, PmnetSetting, pmnet_programs, pmnet_settings};
use alloc::{string::String, vec, vec::Vec};
use mcore_base::{Text, text};
use mcore_mode::{Choice, Field, Kind, Plan};

/// Groups of the form: the program and its settings.
pub const PROGRAM: &str = "program";
/// Trace files.
pub const TRACES: &str = "traces";
/// How the traces run.
pub const RUN: &str = "run";

/// Name of a generator.
fn program(name: &str) -> Text {
    match name {
        "triad" => Text::same("STREAM Triad"),
        "matmul" => text!("Matrix product", "行列積"),
        "stencil" => text!("Five-point stencil", "5 点ステンシル"),
        "chase" => text!("Pointer chase", "ポインタ追跡"),
        "random" => text!("Random accesses", "ランダムアクセス"),
        "counters" => text!("A counter for each thread", "スレッドごとのカウンタ"),
        "stride" => text!("Equal distances", "等間隔アクセス"),
        FILES => text!("Trace files", "トレースファイル"),
        _ => Text::same(name),
    }
}

/// Name of a setting of a generator.
fn setting(program: &str, key: &str) -> Text {
    match (program, key) {
        ("triad", "n") => text!("Elements of an array", "配列の要素数"),
        ("matmul" | "stencil", "n") => text!("Side of the matrix", "行列の一辺"),
        ("counters", "n") => text!("Increments of each thread", "スレッドあたりの加算回数"),
        (_, "n") => text!("Accesses", "アクセス数"),
        (_, "threads") => text!("Threads", "スレッド数"),
        (_, "passes") => text!("Passes", "繰り返し"),
        (_, "init") => text!("Written before by", "事前の書き込み"),
        (_, "store") => text!("Stores", "ストア"),
        (_, "order") => text!("Loop order", "ループの順序"),
        (_, "block") => text!("Block (0: none)", "ブロック（0: なし）"),
        (_, "steps") => text!("Steps", "ステップ数"),
        (_, "bytes") => text!("Range in bytes", "範囲（バイト）"),
        (_, "line") => text!("Bytes of a node", "1 ノードのバイト数"),
        (_, "writes") => text!("Stores in percent", "ストアの割合（%）"),
        (_, "seed") => text!("Seed", "乱数の種"),
        (_, "stride") => text!("Distance in bytes", "間隔（バイト）"),
        _ => Text::same(key),
    }
}

/// Name of a setting's keyword; loop orders keep the field's words.
fn word(key: &str, word: &str) -> Text {
    match (key, word) {
        ("init", "none") => text!("no thread", "なし"),
        ("init", "serial") => text!("one thread", "1 スレッドが全部"),
        ("init", "parallel") => text!("each thread its part", "各スレッドが担当分"),
        ("store", "normal") => text!("normal", "通常"),
        ("store", "nt") => text!("non-temporal", "ノンテンポラル"),
        _ => Text::same(word),
    }
}

/// The field of a setting. The generator itself validates numbers.
fn field_of(program: &str, own: &PmnetSetting) -> Field {
    let words = own.words.iter().map(|one| Choice::new(one, word(own.key, one)));
    let kind = if own.words.is_empty() { Kind::Line } else { Kind::Choice(words.collect()) };
    Field::new(PROGRAM, own.key, setting(program, own.key), kind).option(own.key, own.usual).compact()
}

impl PmnetPlan {
    /// The setting with that key of the chosen generator.
    fn own_setting(&self, key: &str) -> Option<PmnetSetting> {
        pmnet_settings(&self.program).into_iter().find(|setting| setting.key == key)
    }

    /// [`Plan::fields`] for a memory system whose DAT interleaves pages, or does not.
    pub fn fields_on(&self, interleaves: bool) -> Vec<Field> {
        let programs = pmnet_programs().chain([FILES]).map(|name| Choice::new(name, program(name))).collect();
        let formats = vec![
            Choice::new("auto", text!("by its first lines", "最初の行から判定")),
            Choice::new("lackey", Text::same("valgrind lackey")),
            Choice::new("din", Text::same("Dinero din")),
            Choice::new("generic", text!("generic (R/W address size)", "generic（R/W アドレス サイズ）")),
        ];
        let by_dat = match interleaves {
            true => text!("as the DAT says (interleaved)", "DAT に従う（インターリーブ）"),
            false => text!("as the DAT says (first touch)", "DAT に従う（ファーストタッチ）"),
        };
        // The command has `--place` for ranges, and omits `--placement` for the DAT's rule.
        let placements = vec![
            Choice::page_only("dat", by_dat),
            Choice::new("first-touch", text!("first touch", "ファーストタッチ")),
            Choice::new("interleave", text!("interleaved", "インターリーブ")),
            Choice::page_only("fixed", text!("by ranges, else first touch", "範囲で指定（他はファーストタッチ）")),
        ];
        let protocols =
            vec![Choice::new("msi", Text::same("MSI")), Choice::new("none", text!("not simulated", "扱わない"))];
        let choice = |group, id, label, choices| Field::new(group, id, label, Kind::Choice(choices));
        let mut fields = vec![choice(PROGRAM, "program", text!("Program", "プログラム"), programs)];
        fields.extend(pmnet_settings(&self.program).iter().map(|setting| field_of(&self.program, setting)));
        fields.extend([
            choice(TRACES, "format", text!("Format", "形式"), formats)
                .option("format", "auto")
                .when(self.program == FILES),
            choice(RUN, "placement", text!("Pages", "ページ配置"), placements),
            Field::new(
                RUN,
                "places",
                text!("Ranges of addresses and their memories", "アドレスの範囲とメモリ"),
                Kind::Lines,
            )
            .hint(Text::same("0x10000000-0x1fffffff=mem0"))
            .option("place", "")
            .when(self.placement == "fixed"),
            choice(RUN, "coherence", text!("Coherence", "コヒーレンス"), protocols).option("coherence", "none"),
            Field::new(RUN, "cores", text!("Threads and their cores", "スレッドとコアの対応"), Kind::Line)
                .hint(Text::same("0=core3, 1=core1"))
                .option("core", ""),
            Field::new(RUN, "window", text!("Accesses of a window", "ウィンドウのアクセス数"), Kind::Line)
                .hint(text!("phases of the trace", "トレースのフェーズごと")),
            choice(
                RUN,
                "misses",
                text!("Misses by kind and array", "ミスの種類と配列別の集計"),
                vec![
                    Choice::page_only("no", text!("not counted", "数えない")),
                    Choice::page_only("yes", text!("counted (slower)", "数える（遅くなります）")),
                ],
            ),
            Field::new(RUN, "regions", text!("Further ranges of addresses", "追加のアドレス範囲"), Kind::Lines)
                .hint(Text::same("table=0x10000000-0x1000ffff"))
                .option("region", "")
                .when(self.misses),
        ]);
        fields
    }
}

impl Plan for PmnetPlan {
    fn fields(&self) -> Vec<Field> {
        self.fields_on(false)
    }

    fn get(&self, id: &str) -> String {
        match id {
            "coherence" => if self.coherent { "msi" } else { "none" }.into(),
            "misses" => if self.misses { "yes" } else { "no" }.into(),
            _ => self.text(id).cloned().unwrap_or_else(|| {
                self.own_setting(id).map(|setting| self.setting(&setting).into()).unwrap_or_default()
            }),
        }
    }

    fn set(&mut self, id: &str, value: &str) {
        match id {
            "coherence" => self.coherent = value == "msi",
            "misses" => self.misses = value == "yes",
            _ if self.own_setting(id).is_some() => self.change(id, value),
            _ => {
                if let Some(text) = self.text_mut(id) {
                    *text = value.into();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_and_setting_has_a_name_of_its_own() {
        let mut count = 0;
        for name in pmnet_programs() {
            assert_ne!(program(name).en, name, "`{name}` has no name in pmnet/fields.rs");
            for own in pmnet_settings(name) {
                assert_ne!(setting(name, own.key).en, own.key, "`{}` of `{name}` has no name", own.key);
                count += 1;
            }
        }
        assert!(count > 20, "the test looks at something");
    }

    #[test]
    fn each_field_holds_the_value_that_it_is_given() {
        let mut count = 0;
        for name in pmnet_programs().chain([FILES]) {
            let mut plan = PmnetPlan::default();
            plan.set("program", name);
            for field in plan.fields() {
                let words: Vec<&str> = field.choices().iter().map(|choice| choice.word).collect();
                for value in if words.is_empty() { vec!["7", ""] } else { words } {
                    let mut other = plan.clone();
                    other.set(field.id, value);
                    assert_eq!(other.get(field.id), value, "{}", field.id);
                    count += 1;
                }
            }
            let mut other = plan.clone();
            other.set("no such field", "1");
            assert_eq!(other, plan);
        }
        assert!(count > 100, "the test looks at something");
    }
}
