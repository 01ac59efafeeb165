//! The options of the C compiler, for every verb that takes C texts.

use super::wanted;
use crate::lang;
use clap::Args;
use mcore::base::Text;
use mcore::text;
use mcore::toolchain::Level;
use mcore_cc::compile::Settings;
use mcore_cc::diag::Levels;
use mcore_cc::options::Edition;

/// The options of the C compiler.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "C")]
pub struct C {
    /// Level of optimisation of C: 0, 1 or 2 (also s and 3, which are 2)
    #[arg(short = 'O', long, value_name = "LEVEL", value_parser = level)]
    pub level: Option<Level>,
    /// Edition of C: `-std=c17`, `-std=gnu17` or `-std=gnu89`
    #[arg(short = 's', long, value_name = "EDITION", value_parser = edition)]
    pub std: Option<Edition>,
    /// Define a macro: NAME or NAME=TEXT
    #[arg(short = 'D', long, value_name = "NAME[=TEXT]")]
    pub define: Vec<String>,
    /// Remove a macro that is defined at the start
    #[arg(short = 'U', long, value_name = "NAME")]
    pub undefine: Vec<String>,
    /// Folder that `#include` searches
    #[arg(short = 'I', long, value_name = "DIR")]
    pub include: Vec<String>,
    /// Findings of C: NAME, no-NAME, error, error=NAME
    #[arg(short = 'W', long = "warning", value_name = "NAME", value_parser = warning)]
    pub warnings: Vec<String>,
    /// Code of C: trapv, check=bounds, no-builtin, openmp
    #[arg(short = 'f', long = "feature", value_name = "NAME", value_parser = feature)]
    pub features: Vec<String>,
    /// Functions, types and variables as DWARF 5 in the file of `mcore cc --emit elf`; lines are always kept
    #[arg(short = 'g', long)]
    pub debug: bool,
}

/// The help in Japanese.
pub const C_JA: &[(&str, &str)] = &[
    ("level", "C の最適化レベル: 0、1、2 (s と 3 は 2 と同じ)"),
    ("std", "C の版: `-std=c17`、`-std=gnu17`、`-std=gnu89`"),
    ("define", "マクロの定義: NAME または NAME=TEXT"),
    ("undefine", "始めから定義されているマクロを取り消します"),
    ("include", "`#include` が探すフォルダ"),
    ("warnings", "C への指摘: NAME、no-NAME、error、error=NAME"),
    ("features", "C のコード: trapv、check=bounds、no-builtin、openmp"),
    ("debug", "`mcore cc --emit elf` のファイルに、関数、型、変数を DWARF 5 で書きます。行の情報はいつも残ります"),
];

impl C {
    /// The level; the one of the page if none is given.
    pub fn level(&self) -> Level {
        self.level.unwrap_or_default()
    }

    /// The settings of the compiler, with arguments for `main`.
    pub fn settings(&self, arguments: &[String]) -> Settings {
        let mut settings = Settings::default();
        settings.options.edition = self.std.unwrap_or_default();
        settings.options.defines = self.define.clone();
        settings.options.defines.extend(self.undefine.iter().map(|name| format!("-{name}")));
        if self.features.iter().any(|f| f == "openmp") {
            settings.options.defines.insert(0, "_OPENMP=201511".into());
        }
        settings.options.folders = self.include.iter().map(|folder| folder.trim_end_matches('/').to_owned()).collect();
        for word in &self.warnings {
            settings.options.levels.option(word);
        }
        settings.trap_overflow = self.features.iter().any(|f| f == "trapv");
        settings.check_bounds = self.features.iter().any(|f| f == "check=bounds");
        settings.options.no_builtin = self.features.iter().any(|f| f == "no-builtin" || f == "freestanding");
        settings.arguments = arguments.to_vec();
        settings
    }
}

fn level(text: &str) -> Result<Level, String> {
    match text {
        "0" => Ok(Level::O0),
        "1" | "g" => Ok(Level::O1),
        "2" | "3" | "s" | "fast" | "z" => Ok(Level::O2),
        _ => Err(wanted(text!("0, 1 or 2", "0、1、2 のどれか"))),
    }
}

fn edition(text: &str) -> Result<Edition, String> {
    // `-std=c17` is the value `td=c17` of `-s`.
    Edition::of(text.strip_prefix("td=").unwrap_or(text)).ok_or_else(|| {
        wanted(text!("an edition: -std=c17, -std=gnu17 or -std=gnu89", "版: -std=c17、-std=gnu17、-std=gnu89"))
    })
}

fn warning(word: &str) -> Result<String, String> {
    let mut levels = Levels::default();
    if levels.option(word) {
        return Ok(word.into());
    }
    Err(wanted(text!("the name of a finding, as in [-Wunused-variable]", "[-Wunused-variable] のような指摘の名前")))
}

/// Options of gcc that ask for what is always so.
const ALWAYS: [&str; 11] = [
    "wrapv",
    "no-strict-aliasing",
    "no-delete-null-pointer-checks",
    "check=null",
    "builtin",
    "no-pic",
    "no-PIC",
    "no-common",
    "signed-char",
    "no-stack-protector",
    "freestanding",
];

fn feature(word: &str) -> Result<String, String> {
    if ALWAYS.contains(&word) || ["trapv", "check=bounds", "no-builtin", "openmp"].contains(&word) {
        return Ok(word.into());
    }
    let message: Text =
        text!("trapv, check=bounds, no-builtin or openmp", "trapv、check=bounds、no-builtin、openmp のどれか");
    Err(message.get(lang::spoken()).into())
}
