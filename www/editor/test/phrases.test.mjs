import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { OWN, phrases } from "../src/phrases.js";

/**
 * The phrases of the packages, found in their code: `phrase("...")`, `phrase(view, "...")`, `phrase(a ? "..." :
 * "...")`.
 */
function said() {
  const found = new Set();
  for (const name of ["view", "commands", "search", "lint", "autocomplete", "language"]) {
    const code = readFileSync(new URL(`../../node_modules/@codemirror/${name}/dist/index.js`, import.meta.url), "utf8");
    for (const [, inside] of code.matchAll(/\bphrase\(([^()]*"[^()]*)\)/g)) {
      for (const [, text] of inside.matchAll(/"((?:[^"\\]|\\.)*)"/g)) found.add(text);
    }
  }
  return found;
}

// Folding is not enabled.
const UNUSED = ["folded code", "unfold", "to"];

test("every phrase of the packages has a Japanese one", () => {
  const ja = phrases("ja");
  const missing = [...said()].filter((text) => !(text in ja) && !UNUSED.includes(text));
  assert.deepEqual(missing, []);
  assert.ok(said().size > 20, "the phrases were found at all");
});

test("our own phrases are in both languages", () => {
  for (const key of Object.keys(OWN)) {
    assert.ok(phrases("ja")[key], key);
    assert.ok(phrases("en")[key], key);
  }
});

test("placeholders survive the translation", () => {
  for (const [text, japanese] of Object.entries(phrases("ja"))) {
    assert.equal((OWN[text] ?? text).includes("$"), japanese.includes("$"), text);
  }
});
