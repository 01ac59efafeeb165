//! The arguments of `mcore demo`.

use crate::args::setting;
use crate::japanese::Help;
use clap::Args;
use mcore::modes::demo::DemoPlan;

/// Count the prime numbers below a number
#[derive(Debug, Args)]
pub struct Demo {
    /// Numbers below this one are tested
    #[arg(long, value_name = "N", default_value = setting::usual::<DemoPlan>("limit"), value_parser = limit)]
    pub limit: u64,
    /// Write a JSON object instead of a text
    #[arg(long)]
    pub json: bool,
}

fn limit(text: &str) -> Result<u64, String> {
    setting::whole::<DemoPlan>("limit", text)
}

/// The help in Japanese.
pub const JAPANESE: &[Help] = &[Help {
    command: "demo",
    about: "ある数より小さい素数を数えます",
    more: "",
    examples: "",
    arguments: &[&[
        ("limit", "この数より小さい数を調べます"),
        ("json", "文章の代わりに JSON オブジェクトを書きます"),
    ]],
}];
