// Lines with the colours of their instructions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "@codemirror/state";
import { setTints, tints } from "../src/tints.js";

const shown = (state) => {
  const found = [];
  state.field(tints).between(0, state.doc.length, (from, to, { spec }) => void found.push([state.doc.lineAt(from).number, spec.class]));
  return found;
};

test("colours are those of the last list, move with the text, and lines that do not exist have none", () => {
  let state = EditorState.create({ doc: "one\ntwo\nthree", extensions: [tints] });
  const set = (list) => (state = state.update({ effects: setTints.of(list) }).state);
  set([{ line: 3, colour: 5 }, { line: 1, colour: 0 }, { line: 4, colour: 1 }, { line: 0, colour: 1 }, { line: 2, colour: 6 }]);
  assert.deepEqual(shown(state), [[1, "cm-tint-0"], [3, "cm-tint-5"]]);
  state = state.update({ changes: { from: 0, insert: "\n" } }).state;
  assert.deepEqual(shown(state).map(([line]) => line).at(-1), 4);
  set([]);
  assert.deepEqual(shown(state), []);
});
