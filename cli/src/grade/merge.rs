//! `mcore grade merge`: the parts of a class that several machines have graded, joined.

use super::row::Sheet;
use crate::failure::Failure;
use crate::input;
use mcore::text;
use std::path::PathBuf;

/// Joins the parts; the rows are in the order of the submissions' names, as if one machine had graded all.
pub fn merge(parts: &[PathBuf]) -> Result<Sheet, Failure> {
    let mut whole: Option<Sheet> = None;
    for path in parts {
        let name = path.display();
        let bytes = input::read(path)?;
        let part: Sheet = serde_json::from_slice(&bytes).map_err(|e| {
            text!(
                "{name}: this is not what `mcore grade --json` writes: {e}",
                "{name}: `mcore grade --json` の出力ではありません: {e}"
            )
        })?;
        if part.format != 1 {
            let format = part.format;
            return Err(text!("{name}: this is format {format}, not 1", "{name}: 形式 {format} は読めません").into());
        }
        let Some(whole) = &mut whole else {
            whole = Some(part);
            continue;
        };
        if (&whole.pack, &whole.version) != (&part.pack, &part.version) {
            let (ours, theirs) =
                (format!("{} {}", whole.pack, whole.version), format!("{} {}", part.pack, part.version));
            return Err(text!(
                "{name}: this part was graded with {theirs}, the others with {ours}",
                "{name}: ほかの部分は {ours} で、これは {theirs} で採点されています"
            )
            .into());
        }
        whole.rows.extend(part.rows);
    }
    let mut whole = whole.ok_or_else(|| text!("there is no part", "部分がありません"))?;
    whole.rows.sort_by(|a, b| a.submission.cmp(&b.submission));
    if let Some(twice) = whole.rows.windows(2).find(|pair| pair[0].submission == pair[1].submission) {
        let name = &twice[0].submission;
        return Err(text!("`{name}` is in two parts", "`{name}` が 2 つの部分にあります").into());
    }
    Ok(whole)
}
