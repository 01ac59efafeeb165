//! The program in a submission.

use crate::input;
use crate::kind::Found;
use crate::text::Decoded;
use mcore::base::{SourceFile, Text};
use mcore::modes::chip::exercise::{HandedIn, Submission};
use mcore::text;
use mcore::toolchain::FileKind;

/// A submission.
pub struct Work {
    /// The part that is graded.
    pub work: HandedIn,
    /// The hand-in file that contained it, if there was one.
    pub claim: Option<Submission>,
    /// Files in other encodings than UTF-8.
    pub remarks: Vec<Text>,
}

/// Reads a hand-in file, or sources and a compiled program.
pub fn read(found: &Found) -> Result<Work, Text> {
    if let Some(bytes) = found.handed_in() {
        let claim = Submission::read(bytes)?;
        return Ok(Work { work: claim.clone().work()?, claim: Some(claim), remarks: Vec::new() });
    }
    let mut sources = Vec::new();
    let mut elf = None;
    let mut remarks = Vec::new();
    for file in &found.files {
        let name = file.name.rsplit('/').next().unwrap_or_default().to_owned();
        if input::is_elf(&file.bytes) {
            if elf.replace(file.bytes.clone()).is_some() {
                return Err(text!("there is more than one ELF program", "ELF プログラムが 2 つ以上あります"));
            }
        } else if FileKind::of(&name).is_some_and(FileKind::is_source) {
            let decoded = Decoded::read(&format!("`{name}`"), &file.bytes)?;
            remarks
                .extend(decoded.remark().map(|r| Text::new(format!("{name}: {}", r.en), format!("{name}: {}", r.ja))));
            sources.push(SourceFile { name, text: decoded.text });
        }
    }
    if sources.is_empty() && elf.is_none() {
        return Err(text!(
            "there is no program in it: a .mcsub, .s or .elf file is wanted",
            "プログラムがありません。.mcsub、.s、.elf のどれかが必要です"
        ));
    }
    Ok(Work { work: HandedIn::new(sources, elf)?, claim: None, remarks })
}
