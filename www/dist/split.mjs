// Splits the page's WebAssembly in two: the functions for a first visit, and the rest.
//
//   node dist/split.mjs <module with names> <the page's part to write> <the rest to write> [<what wasm-bindgen's program says of its data>]
//
// The rest is a separate module that uses the first one's memory, stack and table. Where the first part calls a
// function of the rest, it calls a *stub* of the same name, which finds the function in a table that the rest fills
// when it is loaded. A stub that is called before that first requests the rest (`need`, see ../boot/rest.js). So the
// choice of the part for a function affects time, but never behaviour.
//
// Functions are chosen by their names (./rest.mjs). Functions that only the rest calls are moved with it, and so are
// constants that only the rest uses (./data.mjs), if the linker has reported which these are.
import binaryen from "binaryen";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parted, segments, withSegments, withoutRelocations } from "./data.mjs";
import { short } from "./imports.mjs";
import { isRest } from "./rest.mjs";

/** The name under which both parts import. */
const NAMESPACE = "rest";
/** The table of the rest's functions, and the flag that it is filled. */
const TABLE = "mcore_rest";
const FLAG = "mcore_rest_here";
const NEED = "mcore_need_rest";

const UNUSED = ["remove-unused-module-elements"];

/**
 * The module in `bytes`, with the features that the two parts need: a second table, and the stack pointer as an
 * import.
 */
function readModule(bytes) {
  const module = binaryen.readBinary(bytes);
  const { MutableGlobals, ReferenceTypes } = binaryen.Features;
  module.setFeatures(module.getFeatures() | MutableGlobals | ReferenceTypes);
  return module;
}

/** All functions that a module defines itself: name -> types. */
function defined(module) {
  const found = new Map();
  for (let i = 0; i < module.getNumFunctions(); i += 1) {
    const { name, base, params, results } = binaryen.getFunctionInfo(module.getFunctionByIndex(i));
    if (!base) found.set(name, { params, results });
  }
  return found;
}

/** The names of all functions that a module imports. */
function imported(module) {
  const found = [];
  for (let i = 0; i < module.getNumFunctions(); i += 1) {
    const { name, base } = binaryen.getFunctionInfo(module.getFunctionByIndex(i));
    if (base) found.push(name);
  }
  return found;
}

/** Replaces the functions `names` by stubs; each calls through its own place in the table. */
function stub(module, names, types) {
  const { i32 } = module;
  module.addTable(TABLE, names.length, names.length);
  module.addGlobal(FLAG, binaryen.i32, true, i32.const(0));
  module.addFunctionImport(NEED, NAMESPACE, "need", binaryen.none, binaryen.none);
  names.forEach((name, place) => {
    const { params, results } = types.get(name);
    const passed = binaryen.expandType(params).map((type, index) => module.local.get(index, type));
    const here = module.global.get(FLAG, binaryen.i32);
    const parts = [
      module.if(i32.eqz(here), module.call(NEED, [], binaryen.none)),
      module.call_indirect(TABLE, i32.const(place), passed, params, results),
    ];
    const body = module.block(null, parts, results);
    module.removeFunction(name);
    module.addFunction(name, params, results, [], body);
  });
}

/**
 * The first part: stubs for `names`, and exports for the rest. A table must be among these before unused functions are
 * removed, because the rest calls functions in it.
 */
function firstPart(bytes, names, types, exports) {
  const page = readModule(bytes);
  stub(page, names, types);
  for (const { kind, name, as } of exports) {
    if (kind === "function") page.addFunctionExport(name, as);
    if (kind === "table") page.addTableExport(name, as);
    if (kind === "global") page.addGlobalExport(name, as);
    if (kind === "memory") page.addMemoryExport(name, as);
  }
  page.addGlobalExport(FLAG, FLAG);
  page.runPasses(UNUSED);
  return page;
}

/** The tables of a module. */
function tables(module) {
  return Array.from({ length: module.getNumTables() }, (_, i) => binaryen.getTableInfo(module.getTableByIndex(i)).name);
}

/** The call graph by name: function -> functions; all functions in a table; and the number of text lines of each. */
function graph(module) {
  const calls = new Map();
  const taken = new Set();
  const lines = new Map();
  let name = "";
  const NAME = String.raw`\$("(?:[^"\\]|\\.)*"|[^\s()]+)`;
  const plainName = (text) =>
    text[0] === '"' ? text.slice(1, -1).replace(/\\([0-9a-f]{2}|.)/g, (_, c) => (c.length === 2 ? String.fromCharCode(parseInt(c, 16)) : c)) : text;
  const names = (text, before) => Array.from(text.matchAll(new RegExp(before + NAME, "g")), ([, name]) => plainName(name));
  const head = new RegExp(`^ \\(func ${NAME}`);
  let own = null;
  for (const line of module.emitText().split("\n")) {
    const begun = head.exec(line);
    if (begun) {
      own = new Set();
      name = plainName(begun[1]);
      calls.set(name, own);
    } else if (line.startsWith(" (elem ")) {
      for (const name of names(line, "\\s")) taken.add(name);
    } else if (own && line.includes("call ")) {
      for (const name of names(line, "\\((?:return_)?call ")) own.add(name);
    }
    lines.set(name, (lines.get(name) ?? 0) + 1);
    if (line.includes("ref.func")) for (const name of names(line, "ref\\.func ")) taken.add(name);
  }
  return { calls, taken, lines };
}

/**
 * The functions that may be loaded later: those that `late` chooses, except those that the first part calls
 * unknowingly. Compilers keep one of several equal functions, under any of their names. Of those in a table, such as
 * closures, small ones stay in the first part, whatever their names are. Only functions that are `late.border` are
 * called from there on purpose: all others stay there too, with their callees.
 */
function chosenOf(module, names, late) {
  const { calls, taken, lines } = graph(module);
  const chosen = new Set(names.filter((name) => late(name)));
  const open = names.filter((name) => !chosen.has(name));
  for (const name of taken) {
    if (chosen.has(name) && (lines.get(name) <= late.small || (late.glue(name) && !late.border(name)))) {
      chosen.delete(name);
      open.push(name);
    }
  }
  while (open.length) {
    for (const name of calls.get(open.pop()) ?? []) {
      if (!chosen.has(name) || late.border(name)) continue;
      chosen.delete(name);
      open.push(name);
    }
  }
  return [...chosen];
}

/** The constants in a function, and the offsets of what it reads and writes. */
function constants(module, name) {
  const text = binaryen.emitText(binaryen.getFunctionInfo(module.getFunction(name)).body);
  return Array.from(text.matchAll(/(?:i32\.const |offset=)(-?\d+)/g), ([, value]) => Number(value));
}

/**
 * Splits `bytes`. `late(name)` chooses functions for the rest; of these, `late.border(name)` may be called from the first part,
 * and `late.glue(name)` stays there if it is in a table, as do all with no more than `late.small` lines (see `chosenOf`). `links`
 * says which function uses which data; without it all data is in the first part. Returns `{ page, rest, report }`; both parts still
 * have names and need `wasm-opt`.
 */
export function split(input, late, links = null) {
  const bytes = withoutRelocations(input);
  const whole = readModule(bytes);
  const types = defined(whole);
  const shared = new Map();
  const share = (kind, name) => {
    const key = `${kind} ${name}`;
    if (!shared.has(key)) shared.set(key, { kind, name, as: `_${short(shared.size)}` });
    return shared.get(key).as;
  };
  for (const name of [...tables(whole), TABLE]) share("table", name);
  const chosen = chosenOf(whole, [...types.keys()], late);
  whole.dispose();

  // The functions left in the first part when the chosen ones are stubs; all others move with them.
  const trial = firstPart(bytes, chosen, types, shared.values());
  const left = defined(trial);
  trial.dispose();
  const moved = new Set(chosen);
  for (const name of types.keys()) if (!left.has(name)) moved.add(name);
  const entries = [...moved].filter((name) => left.has(name));

  // The rest: functions that stay in the first part are imported from it.
  const rest = readModule(bytes);
  while (rest.getNumExports()) rest.removeExport(binaryen.getExportInfo(rest.getExportByIndex(0)).name);
  while (rest.getNumElementSegments()) {
    rest.removeElementSegment(binaryen.getElementSegmentInfo(rest.getElementSegmentByIndex(0)).name);
  }
  for (const [name, { params, results }] of types) {
    if (moved.has(name)) continue;
    rest.removeFunction(name);
    rest.addFunctionImport(name, NAMESPACE, share("function", name), params, results);
  }
  for (const name of imported(rest)) {
    if (shared.has(`function ${name}`)) continue;
    const { params, results } = binaryen.getFunctionInfo(rest.getFunction(name));
    rest.removeFunction(name);
    rest.addFunctionImport(name, NAMESPACE, share("function", name), params, results);
  }
  for (const name of tables(rest)) rest.addTableImport(name, NAMESPACE, share("table", name));
  for (let i = 0; i < rest.getNumGlobals(); i += 1) {
    const { name, type, mutable, base } = binaryen.getGlobalInfo(rest.getGlobalByIndex(i));
    if (!base && mutable) rest.addGlobalImport(name, NAMESPACE, share("global", name), type, true);
  }
  rest.addMemoryImport("0", NAMESPACE, share("memory", "0"));
  rest.addTable(TABLE, entries.length, entries.length);
  rest.addTableImport(TABLE, NAMESPACE, share("table", TABLE));
  rest.addActiveElementSegment(TABLE, "entries", entries, rest.i32.const(0));
  rest.runPasses(["remove-memory-init", ...UNUSED]);
  const used = new Set(imported(rest));

  const exports = [...shared.values()].filter(({ kind, name }) => kind !== "function" || used.has(name));
  const page = firstPart(bytes, entries, types, exports);
  for (const [part, module] of Object.entries({ page, rest })) {
    if (!module.validate()) throw new Error(`${part}: not valid after the split`);
  }
  const report = { functions: types.size, moved: moved.size, stubs: entries.length, imports: used.size };
  const made = { page: page.emitBinary(), rest: rest.emitBinary() };
  if (!links) return { ...made, report };
  const stubs = new Set(entries);
  const own = [...defined(page).keys()].filter((name) => !stubs.has(name));
  const data = parted(segments(bytes), links, own, (name) => constants(page, name));
  report.data = data.later.reduce((sum, { bytes: some }) => sum + some.length, 0);
  return { page: withSegments(made.page, data.first), rest: withSegments(made.rest, data.later), report };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [from, page, rest, links] = process.argv.slice(2);
  // Functions are chosen by name, and both parts are still to be compared and optimised by name.
  binaryen.setDebugInfo(true);
  const parts = split(readFileSync(from), isRest, links && JSON.parse(readFileSync(links, "utf8")));
  writeFileSync(page, parts.page);
  writeFileSync(rest, parts.rest);
  console.log(JSON.stringify(parts.report));
}
