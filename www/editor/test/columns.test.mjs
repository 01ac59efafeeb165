import assert from "node:assert/strict";
import { test } from "node:test";
import { Text } from "@codemirror/state";
import { columnToOffset, offsetToColumn, spanToRange } from "../src/columns.js";

// Scalar values: l i _ 😀 漢 𠮷 x, of which the emoji and the rare Kanji are two UTF-16 units each.
const LINE = "li 😀漢𠮷x";

test("columns are scalar values, offsets UTF-16 units", () => {
  assert.deepEqual([1, 2, 4, 5, 6, 7, 8].map((col) => columnToOffset(LINE, col)), [0, 1, 3, 5, 6, 8, 9]);
});

test("columns outside the line are clamped", () => {
  assert.equal(columnToOffset(LINE, 0), 0);
  assert.equal(columnToOffset(LINE, -5), 0);
  assert.equal(columnToOffset(LINE, 100), LINE.length);
  assert.equal(columnToOffset("", 1), 0);
});

test("offsets give back their column", () => {
  for (let col = 1; col <= 8; col++) assert.equal(offsetToColumn(LINE, columnToOffset(LINE, col)), col);
});

test("spans become ranges of the document", () => {
  const doc = Text.of(["main:", `\t${LINE}`, ""]);
  const slice = (span) => {
    const { from, to } = spanToRange(doc, span);
    return doc.sliceString(from, to);
  };
  assert.equal(slice({ line: 1, col: 1, len: 4 }), "main");
  assert.equal(slice({ line: 2, col: 5, len: 1 }), "😀");
  assert.equal(slice({ line: 2, col: 7, len: 2 }), "𠮷x");
  assert.equal(slice({ line: 2, col: 8, len: 99 }), "x", "never over the end of the line");
  assert.deepEqual(spanToRange(doc, { line: 1, col: 3, len: 0 }), { from: 2, to: 2 });
  assert.deepEqual(spanToRange(doc, { line: 99, col: 9, len: 9 }), { from: doc.length, to: doc.length });
  assert.deepEqual(spanToRange(doc, { line: 0, col: 0, len: 0 }), { from: 0, to: 0 });
});
