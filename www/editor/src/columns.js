// Columns: the assembler counts Unicode scalar values from 1, CodeMirror counts UTF-16 units from 0.
//
// A character outside the Basic Multilingual Plane (an emoji in a comment, some Kanji) is one scalar value and two
// UTF-16 units, so without this every mark after it on its line would be one place too far left.

/**
 * UTF-16 offset in `line` of the scalar value with number `col` (from 1).
 * Columns before the line give 0, columns after it give its length.
 */
export function columnToOffset(line, col) {
  let offset = 0;
  for (let left = col - 1; left > 0 && offset < line.length; left--) {
    offset += line.codePointAt(offset) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Column (scalar values, from 1) of the UTF-16 `offset` in `line`: the inverse of `columnToOffset`. */
export function offsetToColumn(line, offset) {
  let column = 1;
  for (let at = 0; at < Math.min(offset, line.length); column++) {
    at += line.codePointAt(at) > 0xffff ? 2 : 1;
  }
  return column;
}

/**
 * `{from, to}` in document offsets of `len` scalar values at `line`:`col` of `doc` (a CodeMirror `Text`).
 *
 * Never outside the document and never past the end of the line, whatever the numbers are: a diagnostic may be one edit
 * older than the text. `len` 0 marks a place between two characters.
 */
export function spanToRange(doc, { line, col = 1, len = 0 }) {
  const at = doc.line(Math.min(Math.max(Math.trunc(line) || 1, 1), doc.lines));
  const from = columnToOffset(at.text, col);
  const to = from + columnToOffset(at.text.slice(from), len + 1);
  return { from: at.from + from, to: at.from + to };
}
