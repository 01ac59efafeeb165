//! Matrix Market: `coordinate` or `array`; `integer`, `real` or `pattern`; `general` or `symmetric`.

use super::{Collector, Found, Kind, MAX_SQUARE, ReadError, Word, amount, whole};
use crate::model::graph::Edge;
use alloc::{string::String, vec::Vec};
use mcore_base::text;

/// The words of a line between blanks.
fn words(line: &str) -> Vec<Word<'_>> {
    super::words(line, &[' ', '\t', '\r']).filter(|word| !word.text.is_empty()).collect()
}

pub(super) fn read(text: &str, ranks: Option<u32>) -> Result<Found, ReadError> {
    let mut lines =
        text.lines().zip(1u32..).map(|(line, number)| (number, line)).filter(|(_, line)| !line.trim().is_empty());
    let Some((first, header)) = lines.next() else {
        return Err(ReadError::whole(text!("the file is empty", "ファイルが空です")));
    };
    let header_words = words(header);
    let kind = |at: usize, known: &[&str]| -> Result<String, ReadError> {
        let word = header_words.get(at).map_or("", |word| word.text).to_lowercase();
        if known.contains(&word.as_str()) {
            return Ok(word);
        }
        let (list, column) = (known.join(", "), header_words.get(at).map_or(0, |word| word.column));
        let shown: String = word.chars().take(20).collect();
        Err(ReadError::new(
            first,
            column,
            text!("`{shown}` is not one of {list}", "`{shown}` は {list} のどれでもありません"),
        ))
    };
    kind(1, &["matrix"])?;
    let array = kind(2, &["coordinate", "array"])? == "array";
    let field = kind(3, &["integer", "real", "pattern"])?;
    let symmetric = kind(4, &["general", "symmetric"])? == "symmetric";
    let pattern = field == "pattern";
    if array && pattern {
        let column = header_words.get(3).map_or(0, |word| word.column);
        return Err(ReadError::new(
            first,
            column,
            text!("an array has values, so it is no pattern", "array には値があるため pattern ではありません"),
        ));
    }
    let mut lines = lines.filter(|(_, line)| !line.trim_start().starts_with('%'));
    let Some((line, content)) = lines.next() else {
        return Err(ReadError::whole(text!("the line with the sizes is missing", "大きさの行がありません")));
    };
    let sizes = words(content);
    let wanted = if array { 2 } else { 3 };
    if sizes.len() != wanted {
        let wrong = text!("the line with the sizes has {wanted} numbers", "大きさの行には数が {wanted} 個必要です");
        return Err(ReadError::new(line, 0, wrong));
    }
    let (rows, columns) = (whole(sizes[0], line)?, whole(sizes[1], line)?);
    if rows != columns {
        let wrong = text!(
            "the matrix must be square, and it has {rows} x {columns}",
            "正方行列が必要ですが {rows} x {columns} です"
        );
        return Err(ReadError::new(line, sizes[1].column, wrong));
    }
    if rows == 0 {
        return Err(ReadError::new(line, sizes[0].column, text!("the matrix is empty", "行列が空です")));
    }
    let all = Collector::new(None);
    all.rank(rows - 1).map_err(|wrong| ReadError::new(line, sizes[0].column, wrong))?;
    if let Some(ranks) = ranks.filter(|ranks| u64::from(*ranks) != rows) {
        let wrong = text!(
            "the matrix has {rows} ranks and not {ranks}",
            "行列は {rows} ランクで、{ranks} ランクではありません"
        );
        return Err(ReadError::new(line, sizes[0].column, wrong));
    }
    let mut all = Collector::new(Some(rows as u32));
    let mirrored = |all: &mut Collector, line: u32, column: u32, from: u32, to: u32, bytes: u64| {
        let place = |wrong| ReadError::new(line, column, wrong);
        all.add(Edge { from, to, bytes, messages: 1 }).map_err(place)?;
        if symmetric && from != to {
            all.add(Edge { from: to, to: from, bytes, messages: 1 }).map_err(place)?;
        }
        Ok(())
    };
    let (mut count, mut last) = (0u64, line);
    let wanted = if array {
        if rows as usize > MAX_SQUARE {
            let wrong = text!("an array has at most {MAX_SQUARE} rows", "array は {MAX_SQUARE} 行までです");
            return Err(ReadError::new(line, sizes[0].column, wrong));
        }
        if symmetric { rows * (rows + 1) / 2 } else { rows * rows }
    } else {
        whole(sizes[2], line)?
    };
    let (mut row, mut column) = (0u64, 0u64);
    for (line, content) in lines {
        last = line;
        let fields = words(content);
        if count == wanted {
            let wrong = text!(
                "there are more than the {wanted} entries that the header names",
                "見出しの {wanted} 件より多くの項目があります"
            );
            return Err(ReadError::new(line, 0, wrong));
        }
        let expected = if array { 1 } else { 3 - usize::from(pattern) };
        if fields.len() != expected {
            let wrong =
                text!("an entry of this file has {expected} numbers", "このファイルの項目は数 {expected} 個です");
            return Err(ReadError::new(line, 0, wrong));
        }
        count += 1;
        let (from, to, bytes) = if array {
            // Column by column; a symmetric one from the diagonal on.
            let at = (row as u32, column as u32);
            row += 1;
            if row == rows {
                column += 1;
                row = if symmetric { column } else { 0 };
            }
            (at.0, at.1, fields[0])
        } else {
            let index = |word: Word<'_>| match whole(word, line)? {
                n if (1..=rows).contains(&n) => Ok((n - 1) as u32),
                n => {
                    let wrong = text!("index {n} is not from 1 to {rows}", "添字 {n} は 1 から {rows} の範囲外です");
                    Err(ReadError::new(line, word.column, wrong))
                }
            };
            (index(fields[0])?, index(fields[1])?, fields[fields.len() - 1])
        };
        let (bytes_found, rounded) = if pattern { (1, false) } else { amount(bytes, line)? };
        all.rounded |= rounded;
        if bytes_found > 0 {
            mirrored(&mut all, line, fields[0].column, from, to, bytes_found)?;
        }
    }
    if count != wanted {
        let wrong = text!(
            "the header names {wanted} entries, and there are {count}",
            "見出しでは {wanted} 件ですが {count} 件しかありません"
        );
        return Err(ReadError::new(last, 0, wrong));
    }
    all.finish(Kind::Market, Vec::new())
}
