// The files of a site, as the steps of a build need them.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The modes with a program and a style of their own, by their names. */
export const MODES = JSON.parse(readFileSync(new URL("../modes.json", import.meta.url), "utf8")).own;

/** The source of index.html without its comments; each line with `{mode}` is repeated for each of `modes`. */
export const expanded = (html, modes = MODES) =>
  html
    .replaceAll(/<!--[^]*?-->/g, "")
    .replaceAll(/^.*\{mode\}.*\n/gm, (line) => modes.map((mode) => line.replaceAll("{mode}", mode)).join(""));

/** All files under `folder`, as sorted paths with `/`. */
export function list(folder, inside = "") {
  return readdirSync(join(folder, inside), { withFileTypes: true })
    .flatMap((entry) => {
      const path = inside ? `${inside}/${entry.name}` : entry.name;
      return entry.isDirectory() ? list(folder, path) : [path];
    })
    .sort();
}

/** The hash of some bytes in the format of an `integrity` attribute. */
export const integrity = (bytes) => `sha256-${createHash("sha256").update(bytes).digest("base64")}`;

/** A hash for a file name: 16 hexadecimal digits. */
export const short = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/** The text of `file`, with each `[from, to]` replaced; every `from` must occur. */
export function replaced(text, pairs) {
  for (const [from, to] of pairs) {
    if (!text.includes(from)) throw new Error(`nothing to replace: ${from}`);
    text = text.replaceAll(from, () => to);
  }
  return text;
}

/** The names that `index.html` of a site gives to its parts. */
export function parts(folder) {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const find = (pattern) => {
    const found = pattern.exec(html);
    if (!found) throw new Error(`index.html does not name ${pattern}`);
    return found[1].replace(/^\.\//, "");
  };
  return {
    html,
    style: find(/<link[^>]*href="([^"]+\.css)"/),
    editor: find(/mcore-editor"[^>]*data-js="([^"]+)"/),
    ahead: find(/src="([^"]*ahead[^"]*\.js)"/),
    boot: find(/src="([^"]*boot[^"]*\.js)"/),
    pageJs: find(/mcore-app"[^>]*data-js="([^"]+)"/),
    pageWasm: find(/mcore-app"[^>]*data-wasm="([^"]+)"/),
    pageEn: find(/mcore-app"[^>]*data-en="([^"]+)"/),
    pageJa: find(/mcore-app"[^>]*data-ja="([^"]+)"/),
    worker: find(/mcore-simulator"[^>]*data-worker="([^"]+)"/),
    simulatorJs: find(/mcore-simulator"[^>]*data-js="([^"]+)"/),
    simulatorWasm: find(/mcore-simulator"[^>]*data-wasm="([^"]+)"/),
    // The C compiler, fetched when a C text is opened.
    compilerJs: find(/mcore-compiler"[^>]*data-js="([^"]+)"/),
    compilerWasm: find(/mcore-compiler"[^>]*data-wasm="([^"]+)"/),
    // Modes with a program of their own: script, WebAssembly, style and messages of each.
    modes: MODES.flatMap((mode) =>
      ["js", "wasm", "style", "en", "ja"].map((part) => find(new RegExp(`mcore-${mode}"[^>]*data-${part}="([^"]+)"`))),
    ),
    icon: find(/<link rel="icon"[^>]*href="([^"]+)"/),
  };
}
