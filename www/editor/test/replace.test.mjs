import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "@codemirror/state";
import { changesTo } from "../src/replace.js";

const after = (before, text) => {
  const state = EditorState.create({ doc: before });
  const changes = changesTo(state.doc, text);
  return { changes, doc: state.update({ changes }).state.doc.toString() };
};

test("a text with as many lines changes line by line, behind what is the same", () => {
  const { changes, doc } = after("main: nop # one\n# two\n      nop\n", "main: nop # 一\n# 二\n      nop\n");
  assert.equal(doc, "main: nop # 一\n# 二\n      nop\n");
  assert.deepEqual(changes, [
    { from: 12, to: 15, insert: "一" },
    { from: 18, to: 21, insert: "二" },
  ]);
  assert.equal(after("a\nbc", "ab\n").doc, "ab\n");
  assert.deepEqual(after("same", "same").changes, []);
});

test("a text with other lines replaces the document", () => {
  for (const text of ["", "a\n\n", "a\r\nb"]) {
    const { changes, doc } = after("a\nb", text);
    assert.equal(doc, text.replace("\r", ""));
    assert.equal(changes.length, 1);
  }
});
