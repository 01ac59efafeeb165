//! `mcore grade merge`: joins the parts of a class that several machines have graded.

use crate::failure::Failure;
use crate::input;
use crate::kind::{Shard, Sheet};
use crate::report::Report;
use mcore::base::{Text, counted, without_mark};
use mcore::text;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Reads a file written by `--json`.
pub fn read(path: &Path) -> Result<Sheet, Failure> {
    let name = path.display();
    let bytes = input::read(path)?;
    let part: Sheet = serde_json::from_slice(without_mark(&bytes)).map_err(|e| {
        text!(
            "{name}: this is not what `mcore grade --json` writes: {e}",
            "{name}: `mcore grade --json` の出力ではありません: {e}"
        )
    })?;
    if part.format != 1 {
        let format = part.format;
        return Err(text!("{name}: this is format {format}, not 1", "{name}: 形式 {format} は読めません").into());
    }
    Ok(part)
}

/// Joins the parts; the rows are in the order of the submissions' names, as if one machine had graded all. If the parts
/// are not one class, every reason is reported.
pub fn merge(parts: &[PathBuf], report: &Report) -> Result<Sheet, Failure> {
    let parts = parts.iter().map(|path| Ok((path.display().to_string(), read(path)?)));
    let parts: Vec<(String, Sheet)> = parts.collect::<Result<_, Failure>>()?;
    let Some((_, first)) = parts.first() else {
        return Err(text!("there is no part", "部分がありません").into());
    };
    let mut faults = Vec::new();
    // Classes that were never split can be joined too, as long as they have no submission in common.
    let split = parts.iter().any(|(_, part)| part.shard.of > 1);
    for (name, part) in &parts {
        faults.extend(contradictions(name, part, first, split));
    }
    let mut whole = Sheet { shard: Shard { index: 1, of: 1 }, rows: Vec::new(), ..first.clone() };
    if split {
        faults.extend(missing_and_doubled(&parts, first.shard.of));
    } else {
        whole.class = parts.iter().map(|(_, part)| part.class).sum();
    }
    whole.rows.extend(parts.into_iter().flat_map(|(_, part)| part.rows));
    whole.rows.sort_by(|a, b| a.submission.cmp(&b.submission));
    if let Some(twice) = whole.rows.windows(2).find(|pair| pair[0].submission == pair[1].submission) {
        let name = &twice[0].submission;
        faults.push(text!("`{name}` is in two parts", "`{name}` が 2 つの部分にあります"));
    }
    let names = Sheet::digest_of(whole.rows.iter().map(|row| row.submission.as_str()));
    if split && faults.is_empty() && names != whole.names {
        let (n, class) = (whole.rows.len(), whole.class);
        faults.push(text!(
            "the parts hold {n} rows, which are not the {class} submissions of the class; has a file been changed?",
            "部分にある {n} 行が、クラスの提出物 {class} 件と一致しません。ファイルが変更されていませんか"
        ));
    }
    whole.names = names;
    if faults.is_empty() {
        return Ok(whole);
    }
    faults.iter().for_each(|fault| report.error(fault));
    Err(Failure::Reported)
}

/// The differences of a part from the first one, and its submissions that are not graded yet.
fn contradictions(name: &str, part: &Sheet, first: &Sheet, split: bool) -> Vec<Text> {
    let mut faults = Vec::new();
    if (&part.pack, &part.version) != (&first.pack, &first.version) {
        let (ours, theirs) = (format!("{} {}", first.pack, first.version), format!("{} {}", part.pack, part.version));
        faults.push(text!(
            "{name}: this part was graded with {theirs}, the others with {ours}",
            "{name}: ほかの部分は {ours} で、これは {theirs} で採点されています"
        ));
    } else if part.pack_digest != first.pack_digest {
        faults.push(text!(
            "{name}: this part was graded with other files of the same version of the pack; grade it again",
            "{name}: 課題集の版は同じですが、中身が違います。採点し直してください"
        ));
    }
    if part.tool != first.tool {
        let (ours, theirs) = (&first.tool, &part.tool);
        faults.push(text!(
            "{name}: this part was graded by version {theirs} of `mcore`, the others by {ours}",
            "{name}: ほかの部分は `mcore` の版 {ours} で、これは {theirs} で採点されています"
        ));
    }
    if part.exercise != first.exercise {
        faults.push(text!(
            "{name}: this part was graded with another --exercise than the others",
            "{name}: --exercise がほかの部分と違います"
        ));
    }
    if part.hidden_values != first.hidden_values {
        faults.push(text!(
            "{name}: give all parts --with-hidden-values, or none of them",
            "{name}: --with-hidden-values は、すべての部分に付けるか、どれにも付けないでください"
        ));
    }
    if split && part.shard.of != first.shard.of {
        let (ours, theirs) = (first.shard.of, part.shard.of);
        faults.push(text!(
            "{name}: this is one of {theirs} parts, the others are of {ours}",
            "{name}: ほかは {ours} 組に分けたもので、これは {theirs} 組に分けたものです"
        ));
    } else if split && (part.class, &part.names) != (first.class, &first.names) {
        let (ours, theirs) = (first.class, part.class);
        faults.push(text!(
            "{name}: this part is of another list of submissions ({theirs}) than the others ({ours}); give every part the same list",
            "{name}: 提出物の一覧（{theirs} 件）がほかの部分（{ours} 件）と違います。すべての部分に同じ一覧を指定してください"
        ));
    }
    if part.left > 0 {
        let left = part.left;
        let left_en = counted(left as u64, "submission is", "submissions are");
        faults.push(text!(
            "{name}: {left_en} left to be graded; run the same command with --resume",
            "{name}: 採点していない提出物が {left} 件あります。同じコマンドに --resume を付けて続けてください"
        ));
    }
    faults
}

/// Parts that are missing, and parts that occur more than once.
fn missing_and_doubled(parts: &[(String, Sheet)], of: usize) -> Vec<Text> {
    let mut files: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (name, part) in parts.iter().filter(|(_, part)| part.shard.of == of) {
        files.entry(part.shard.index).or_default().push(name);
    }
    let mut faults = Vec::new();
    for (index, names) in files.iter().filter(|(_, names)| names.len() > 1) {
        let names = names.join(", ");
        faults.push(text!(
            "part {index}/{of} is there more than once: {names}",
            "{index}/{of} 組目が 2 つ以上あります: {names}"
        ));
    }
    let missing: Vec<usize> = (1..=of).filter(|index| !files.contains_key(index)).collect();
    if let Some(one) = missing.first() {
        let all = missing.iter().map(|index| format!("{index}/{of}")).collect::<Vec<_>>().join(", ");
        faults.push(text!(
            "missing: {all}; grade with `--shard {one}/{of} --json FILE` and name the file too",
            "足りない組: {all}。`--shard {one}/{of} --json FILE` で採点し、そのファイルも指定してください"
        ));
    }
    faults
}
