// Words beside a line go at its first edit, and stay beside other lines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "@codemirror/state";
import { beside, setBeside } from "../src/beside.js";

const count = (state) => {
  let n = 0;
  state.field(beside).between(0, state.doc.length, () => void n++);
  return n;
};

test("an edit of a line removes its words only", () => {
  let state = EditorState.create({ doc: "one\ntwo\nthree\n", extensions: [beside] });
  const finding = (from) => ({ from, to: from + 1, severity: "error", message: "wrong" });
  state = state.update({ effects: setBeside.of([finding(0), finding(4), finding(8)]) }).state;
  assert.equal(count(state), 3);
  // A new line above moves all of them.
  state = state.update({ changes: { from: 0, insert: "\n" } }).state;
  assert.equal(count(state), 2, "its line was touched");
  const two = state.doc.line(3);
  state = state.update({ changes: { from: two.to, insert: "x" } }).state;
  assert.equal(count(state), 1);
  const three = state.doc.line(4);
  state = state.update({ changes: { from: three.from + 1, to: three.from + 2, insert: "" } }).state;
  assert.equal(count(state), 0);
});
