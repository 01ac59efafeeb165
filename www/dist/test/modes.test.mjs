// Compares the list of the modes (modes.json) with the places that cannot read it: index.html, whose elements for Trunk
// are fixed, and the sources of the page. A failure names the mode and the missing part.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { MODES } from "../files.mjs";

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const read = (path) => readFileSync(join(root, path), "utf8");
const matches = (text, pattern) => [...text.matchAll(pattern)].map((found) => found[1]).sort();

test("every mode has its program, style, document, messages and address, and there are no others", () => {
  assert.ok(MODES.length >= 2);
  const html = read("www/index.html");
  const own = (names) => names.filter((name) => !["app", "page", "simulator"].includes(name));
  assert.deepEqual(own(matches(html, /data-bin="(\w+)"/g)), [...MODES].sort(), "programs in index.html");
  assert.deepEqual(own(matches(html, /<meta name="mcore-(\w+)" data-/g)), [...MODES].sort(), "addresses in index.html");
  assert.deepEqual(matches(read("ui/src/shell/modes.rs"), /"#\/(\w+)"/g), [...MODES].sort(), "addresses in ui/src/shell/modes.rs");
  for (const mode of MODES) {
    assert.ok(html.includes(`<link data-trunk rel="copy-file" href="build/${mode}.css" />`), `${mode}: style in index.html`);
    assert.ok(html.includes(`data-bin="${mode}" data-cargo-no-default-features data-cargo-features="${mode}"`), `${mode}: feature`);
    const paths = [`www/style/${mode}.css`, `ui/src/bin/${mode}.rs`, `ui/locales/${mode}.en.ftl`, `ui/locales/${mode}.ja.ftl`, `docs/${mode}.md`, `docs/${mode}.ja.md`, `tests/browser/${mode}.test.mjs`];
    for (const path of paths) assert.ok(existsSync(join(root, path)), `${mode}: ${path}`);
    for (const lang of ["en", "ja"]) assert.match(read(`ui/locales/${lang}.ftl`), new RegExp(`^mode-${mode} = `, "m"), `${mode}: its name`);
    assert.ok(read("www/boot/standalone.js").includes(` from "${mode}";`), `${mode}: standalone.js`);
  }
});
