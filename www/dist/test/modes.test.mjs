// Compares the list of the modes (modes.json) with their files, and with the few files that name every mode. A failure
// names the mode and the missing part.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { MODES, expanded } from "../files.mjs";

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const read = (path) => readFileSync(join(root, path), "utf8");
const matches = (text, pattern) => [...text.matchAll(pattern)].map((found) => found[1]).sort();
const sorted = [...MODES].sort();
/** Modes of the command alone: they have a model and a command, and no page. */
const COMMANDS = [];
/** The names in a folder that `pattern` finds, without those in `others`. */
const names = (folder, pattern, others) => {
  const found = readdirSync(join(root, folder)).flatMap((name) => pattern.exec(name)?.[1] ?? []);
  return [...new Set(found)].filter((name) => !others.includes(name)).sort();
};

test("every mode has all its files", () => {
  assert.ok(MODES.length >= 2);
  for (const mode of MODES) {
    const texts = ["en", "ja"].map((lang) => `ui/locales/${mode}.${lang}.ftl`);
    const documents = [`docs/${mode}.md`, `docs/${mode}.ja.md`];
    const parts = ["ui", "cli"].map((part) => `${part}/src/modes/${mode}`);
    const paths = [`core/${mode}/src/lib.rs`, ...parts, `ui/src/bin/${mode}.rs`, `www/style/${mode}.css`, ...texts, ...documents, `tests/browser/${mode}.test.mjs`];
    for (const path of paths) assert.ok(existsSync(join(root, path)), `${mode}: ${path}`);
    for (const path of texts) assert.match(read(path), new RegExp(`^mode-${mode} = `, "m"), `${mode}: its name in ${path}`);
    assert.ok(read(`ui/src/bin/${mode}.rs`).includes(`mcore_ui::modes::${mode}::start()`), `${mode}: its start`);
    assert.match(read(`www/style/${mode}.css`), /^@import "\.\/mode\.css";$/m, `${mode}: the layout of a mode in its style`);
  }
});

test("no file is of a mode that is not in the list", () => {
  for (const mode of COMMANDS) {
    assert.ok(!MODES.includes(mode), `${mode} has a page`);
    for (const lang of ["", ".ja"]) assert.ok(existsSync(join(root, `docs/${mode}${lang}.md`)), `${mode}: its document`);
  }
  assert.deepEqual(matches(read("core/src/modes.rs"), /^pub use mcore_(\w+) as \w+;/gm).filter((name) => name !== "chip"), [...sorted, ...COMMANDS].sort(), "packages in core/src/modes.rs");
  for (const part of ["ui", "cli"]) {
    const known = part === "ui" ? sorted : [...sorted, ...COMMANDS].sort();
    assert.deepEqual(names(`${part}/src/modes`, /^(\w+)(?:\.rs)?$/, ["chip", "mod"]), known, `folders in ${part}/src/modes`);
    assert.deepEqual(matches(read(`${part}/src/modes/mod.rs`), /^\s*pub (?:\(crate\) )?mod (\w+);/gm).filter((name) => name !== "chip"), known, `modules in ${part}/src/modes/mod.rs`);
  }
  assert.deepEqual(names("ui/src/bin", /^(\w+)\.rs$/, ["page", "simulator", "compiler"]), sorted, "programs in ui/src/bin");
  assert.deepEqual(names("ui/locales", /^(\w+)\.\w+\.ftl$/, ["lab"]), sorted, "messages in ui/locales");
});

test("index.html has the elements of every mode and names none", () => {
  const source = read("www/index.html");
  for (const mode of MODES) assert.ok(!source.includes(mode), `${mode}: index.html`);
  const html = expanded(source);
  const own = (found) => found.filter((name) => !["page", "simulator", "compiler", "editor"].includes(name));
  assert.deepEqual(own(matches(html, /data-bin="(\w+)"/g)), sorted, "programs");
  assert.deepEqual(own(matches(html, /<meta name="mcore-(\w+)" data-/g)), sorted, "addresses");
  assert.deepEqual(matches(html, /rel="copy-file" href="build\/(\w+)\.css"/g), sorted, "styles");
  assert.equal(expanded("a {mode}\n<!-- {mode}\n-->b {mode} {mode}\nc", ["x", "y"]), "a x\na y\nb x x\nb y y\nc");
});
