// Short names for what a WebAssembly program imports from its script: node dist/imports.mjs <script> <module>.
//
// wasm-bindgen gives each import a long name with a hash, which does not compress, and writes it into script and module: for
// the page that is 11 KB of a first visit. The names matter to these two files alone.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { leb, module, reader, sections } from "./data.mjs";

/** The number of the section with imports, and of functions in it. */
const [IMPORT, FUNCTION] = [2, 0];

/** Short names: a, b, ... aa, ab, ... */
export function short(index) {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  return index < 26 ? letters[index] : short(Math.floor(index / 26) - 1) + letters[index % 26];
}

/** A text as WebAssembly writes it. */
const name = (text) => [...leb(Buffer.byteLength(text)), ...Buffer.from(text)];

/** The script and the module with short names of the functions that the script `<program>_bg.js` gives to the module. */
export function shortened(js, wasm) {
  const all = sections(wasm);
  const section = all.find(({ id }) => id === IMPORT);
  if (!section) return { js, wasm };
  const input = reader(section.content, 0);
  const text = () => Buffer.from(input.take(input.unsigned())).toString();
  const names = new Map();
  const count = input.unsigned();
  const written = [...leb(count)];
  for (let index = 0; index < count; index += 1) {
    const [from, field] = [text(), text()];
    const [kind] = input.take(1);
    if (kind !== FUNCTION) throw new Error(`the import ${from} ${field} is no function`);
    const own = from.endsWith("_bg.js");
    if (own && !names.has(field)) names.set(field, short(names.size));
    written.push(...name(from), ...name(own ? names.get(field) : field), kind, ...leb(input.unsigned()));
  }
  const found = new Set();
  const script = js.replaceAll(/^( {8})(\w+)(: )/gm, (whole, before, key, after) => {
    if (!names.has(key)) return whole;
    if (found.has(key)) throw new Error(`the script has two functions ${key}`);
    found.add(key);
    return before + names.get(key) + after;
  });
  for (const field of names.keys()) if (!found.has(field)) throw new Error(`the script has no function ${field}`);
  const whole = Buffer.from([IMPORT, ...leb(written.length), ...written]);
  return { js: script, wasm: module(wasm, all.map((each) => (each === section ? whole : each.whole))) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [script, program] = process.argv.slice(2);
  const { js, wasm } = shortened(readFileSync(script, "utf8"), readFileSync(program));
  writeFileSync(script, js);
  writeFileSync(program, wasm);
}
