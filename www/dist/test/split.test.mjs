// The page's program in two parts, on a small program of the same shape.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import binaryen from "binaryen";
import { parted, segments, withSegments } from "../data.mjs";
import { list, MODES, parts } from "../files.mjs";
import { short, shortened } from "../imports.mjs";
import { connected, splitProgram } from "../program.mjs";
import { isRest, plain } from "../rest.mjs";
import { split } from "../split.mjs";

/**
 * `main(n)` calls a late function by name or through the table; the parts share memory, the stack pointer and `twice`.
 */
const PROGRAM = `(module
  (import "js" "log" (func $log (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 16) "\\2a")
  (global $stack (mut i32) (i32.const 100))
  (table $t 2 2 funcref)
  (elem (i32.const 0) $late_by_table $near)
  (type $unary (func (param i32) (result i32)))
  (func $twice (param i32) (result i32) (i32.mul (local.get 0) (i32.const 2)))
  (func $near (param i32) (result i32) (i32.add (local.get 0) (i32.const 1000)))
  (func $only_for_late (param i32) (result i32)
    (global.set $stack (i32.sub (global.get $stack) (i32.const 4)))
    (i32.add (local.get 0) (i32.load (i32.const 16))))
  (func $late (param i32) (result i32)
    (call $log (local.get 0))
    (call_indirect $t (type $unary) (call $only_for_late (call $twice (local.get 0))) (i32.const 1)))
  (func $late_by_table (param i32) (result i32) (call $only_for_late (local.get 0)))
  (func $late_without_result (param i64 f64) (i64.store (i32.const 32) (local.get 0)))
  (func (export "direct") (param i32) (result i32) (call $late (call $twice (local.get 0))))
  (func (export "indirect") (param i32) (result i32) (call_indirect $t (type $unary) (local.get 0) (i32.const 0)))
  (func (export "store") (param i64) (result i64)
    (call $late_without_result (local.get 0) (f64.const 0)) (i64.load (i32.const 32)))
  (func (export "stack") (result i32) (global.get $stack)))`;

function program(text = PROGRAM) {
  binaryen.setDebugInfo(true);
  const module = binaryen.parseText(text);
  assert.ok(module.validate());
  return module.emitBinary();
}

/** Every function named late is late, and may be called from the first part. */
const LATE = Object.assign((name) => /^late/.test(name), { border: () => true, glue: () => false, small: 0 });

/** Both parts, the second loaded by the first call that needs it, or before. */
function joined({ page, rest }, early = false) {
  const logged = [];
  let loads = 0;
  let exports = null;
  const load = () => {
    loads += 1;
    new WebAssembly.Instance(new WebAssembly.Module(rest), { rest: exports });
    exports.mcore_rest_here.value = 1;
  };
  const imports = { js: { log: (n) => logged.push(n) }, rest: { need: load } };
  exports = new WebAssembly.Instance(new WebAssembly.Module(page), imports).exports;
  if (early) load();
  return { exports, logged, loads: () => loads };
}

test("a program in two parts does what the whole does, however late its second part comes", () => {
  const bytes = program();
  const logged = [];
  const whole = new WebAssembly.Instance(new WebAssembly.Module(bytes), { js: { log: (n) => logged.push(n) } }).exports;
  const expected = [whole.direct(3), whole.indirect(5), whole.store(1n << 40n), whole.stack()];
  assert.deepEqual(expected, [3 * 4 + 42 + 1000, 47, 1n << 40n, 92]);

  const parts = split(bytes, LATE);
  for (const early of [false, true]) {
    const { exports, logged: seen, loads } = joined(parts, early);
    assert.equal(loads(), early ? 1 : 0);
    assert.deepEqual([exports.direct(3), exports.indirect(5), exports.store(1n << 40n), exports.stack()], expected);
    assert.deepEqual([seen, loads()], [logged, 1], "the second part is loaded once");
  }
});

test("what only late functions call goes with them, and only what is called from the first part has a stub", () => {
  const { page, rest, report } = split(program(), LATE);
  assert.deepEqual(report, { functions: 10, moved: 4, stubs: 3, imports: 2 });
  assert.ok(WebAssembly.Module.imports(new WebAssembly.Module(rest)).every(({ module }) => module === "rest"));
  assert.deepEqual(
    WebAssembly.Module.imports(new WebAssembly.Module(page)).map(({ module, name }) => `${module}.${name}`).toSorted(),
    ["js.log", "rest.need"],
  );
  // The data is not written a second time: that would undo later changes.
  const memory = joined({ page, rest }).exports;
  new Uint8Array(memory.memory.buffer)[16] = 1;
  assert.equal(memory.indirect(5), 6);
});

/** The linker's report on `PROGRAM`: these `users` use data, others do not; functions without a name are numbers. */
const links = (data, users) => {
  const names = ["twice", "near", "only_for_late", "late", "late_by_table", "late_without_result", ...Array(12).keys()];
  return { data, functions: Object.fromEntries(names.map((name) => [name, users[name] ?? []])) };
};

test("data that only late functions use comes with them", () => {
  const text = PROGRAM.replace('"\\2a"', `"\\2a\\00\\00\\00${"x".repeat(27)}"`);
  const parts = split(program(text), LATE, links([{ at: 16, size: 31, to: [] }], { only_for_late: [0] }));
  assert.equal(parts.report.data, 31);
  const { exports } = joined(parts);
  const memory = new Uint8Array(exports.memory.buffer);
  assert.deepEqual([memory[16], memory[20]], [0, 0]);
  assert.equal(exports.indirect(5), 47);
  assert.deepEqual([memory[16], memory[20]], [0x2a, 0x78]);
  // Data that an early function uses too are in the early part.
  const both = split(program(text), LATE, links([{ at: 16, size: 31, to: [] }], { only_for_late: [0], twice: [0] }));
  assert.equal(both.report.data, 0);
  assert.deepEqual(segments(both.page).map(({ at, bytes }) => [at, bytes.length]), [[16, 31]]);
});

test("an object to which one of the first part points is needed at once, and what the linker does not know too", () => {
  const objects = [100, 140, 180, 220].map((at, index) => ({ at, size: 40, to: index === 1 ? [3] : [] }));
  const data = [{ at: 90, bytes: new Uint8Array(200).fill(7) }];
  const known = { data: objects, functions: { a: [1], "b::c": [0], unused: [2] } };
  const { first, later } = parted(data, known, ["a"], () => []);
  assert.deepEqual(later.map(({ at, bytes }) => [at, bytes.length]), [[100, 40], [180, 40]]);
  assert.deepEqual(first.map(({ at, bytes }) => [at, bytes.length]), [[90, 10], [140, 40], [220, 70]]);
  // The second function of a name has a number.
  assert.equal(parted(data, known, ["a", "b::c[1]"], () => []).later.length, 1);
  // One that the linker does not know must not use data.
  assert.equal(parted(data, known, ["a", "shim"], () => [7, 90 + 200]).later.length, 2);
  assert.throws(() => parted(data, known, ["a", "shim"], () => [150]), /shim/);
  // Few bytes are not worth an address.
  const small = { data: [{ at: 100, size: 23, to: [] }], functions: {} };
  assert.deepEqual(parted(data, small, [], () => []).later, []);
});

test("a module gets other data, at any address", () => {
  const list = [
    { at: 3, bytes: Buffer.from("abc") },
    { at: 64, bytes: Buffer.alloc(300, 1) },
    { at: 70_000 - 5000, bytes: Buffer.from([1]) },
  ];
  const changed = withSegments(program(), list);
  assert.deepEqual(segments(changed).map(({ at, bytes }) => [at, [...bytes]]), list.map(({ at, bytes }) => [at, [...bytes]]));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(changed), { js: { log() {} } });
  assert.equal(new Uint8Array(exports.memory.buffer)[65_000], 1);
  assert.deepEqual(segments(withSegments(changed, [])), []);
});

test("what the first part calls unknowingly stays there, with what it calls, and so do small functions in tables", () => {
  const none = Object.assign((name) => /^late/.test(name), { border: () => false, glue: () => false, small: 100 });
  assert.deepEqual(split(program(), none).report, { functions: 10, moved: 0, stubs: 0, imports: 0 });
  // The first part does not call `only_for_late` except through functions that it calls on purpose.
  const purpose = Object.assign((name) => /^late|^only/.test(name), { border: (name) => /^late/.test(name), glue: () => false, small: 100 });
  const { report, ...parts } = split(program(), purpose);
  assert.equal(report.moved, 2, "`late_by_table` stays, though it may be called from there, and what it calls");
  assert.equal(joined(parts).exports.direct(3), 3 * 4 + 42 + 1000);
});

test("functions are chosen by the names of crates and modules, wherever they stand", () => {
  assert.equal(plain("<zip[3643c796d7488e9a]::read::Zip<std[a543996e6e7dbf1e]::io::Cursor>>::get"), "<zip::read::Zip<std::io::Cursor>>::get");
  assert.ok(isRest("<zip[3643c796d7488e9a]::read::ZipArchive<core[1122334455667788]::x>>::get_metadata"));
  assert.ok(isRest("core[c5930c85a12de822]::ptr::drop_in_place::<mcore_ui[5998612ac901ec1e]::modes::chip::panels::log::LogPanelProps>"));
  assert.ok(!isRest("<core[c5930c85a12de822]::iter::adapters::zip::Zip<A, B>>::next"), "a module of another crate");
  assert.ok(!isRest("<mcore_ui[5998612ac901ec1e]::modes::chip::panels::source::SourcePanel>::view"));
  assert.ok(!isRest("mcore_ui[5998612ac901ec1e]::modes::chip::panels::logic"), "another module whose name begins alike");
});

test("the generated module is connected, or the build stops", () => {
  const js = '        "./page_bg.js": import0,\n    };\n    wasm.__wbindgen_start();\n';
  assert.match(connected(js), /"\.\/page_bg\.js": import0,\s+rest: globalThis\.mcoreBoot\.rest\.imports,/);
  assert.match(connected(js), /mcoreBoot\.rest\.begin\(wasm\);\s+wasm\.__wbindgen_start\(\);/);
  assert.throws(() => connected("something else"), /nothing to replace/);
});

test("script and module agree on short names of imports, or the build stops", () => {
  const [add, tell] = ["__wbg_add_0123456789abcdef", "__wbg_tell_fedcba9876543210"];
  const text = `(module
    (import "./p_bg.js" "${add}" (func $add (param i32 i32) (result i32)))
    (import "js" "log" (func $log (param i32)))
    (import "./p_bg.js" "${tell}" (func $tell (result i32)))
    (func (export "run") (param i32) (result i32) (call $log (local.get 0)) (call $add (local.get 0) (call $tell))))`;
  const js = `({\n        ${tell}: function() { return 40; },\n        ${add}: function(a, b) { return a + b; },\n})`;
  const made = shortened(js, program(text));
  assert.ok(!made.js.includes("__wbg") && !made.wasm.includes("__wbg"));
  const logged = [];
  const imports = { "./p_bg.js": (0, eval)(made.js), js: { log: (n) => logged.push(n) } };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(made.wasm), imports);
  assert.deepEqual([exports.run(2), logged], [42, [2]]);
  assert.throws(() => shortened(js.replace(tell, "other"), program(text)), /no function __wbg_tell/);
  assert.throws(() => shortened(js.replace(tell, add), program(text)), /two functions __wbg_add/);
  assert.throws(() => shortened(js, program('(module (import "./p_bg.js" "m" (memory 1)))')), /no function/);
  assert.equal(short(25) + short(26) + short(27), "zaaab");
});

test("a release gets both parts under names with hashes, small and without names of functions", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "mcore-lab-split-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (name, content) => writeFileSync(join(folder, name), content);
  write(
    "index.html",
    `<link rel="icon" href="./icon-1.svg"/><link rel="stylesheet" href="./page-1.css"/><script src="./editor-1.js"></script>
<script src="./ahead-1.js"></script><script src="./boot-1.js"></script><meta name="mcore-app" data-js="./page-1.js" data-wasm="./page-1_bg.wasm">
<link rel="modulepreload" href="./page-1.js"><link rel="preload" href="./page-1_bg.wasm">
<meta name="mcore-simulator" data-worker="worker.js" data-js="simulator.js" data-wasm="simulator_bg.wasm" />
<meta name="mcore-compiler" data-js="compiler.js" data-wasm="compiler_bg.wasm" />
${MODES.map((mode) => `<meta name="mcore-${mode}" data-js="${mode}.js" data-wasm="${mode}_bg.wasm" data-style="${mode}.css" />`).join("\n")}`,
  );
  write("page-1.js", 'function imports() {\n    return {\n        "./page_bg.js": import0,\n    };\n}\nfunction begin(wasm) {\n    wasm.__wbindgen_start();\n}\nexport { imports, begin as default };\n');
  write("page-1_bg.wasm", program(PROGRAM.replaceAll("$late", "$mcore_ui::modes::chip::panels::log::late")));
  assert.match(await splitProgram(folder), /^Of \d+ functions of the page \d+ come later/);

  const { html, pageJs, pageWasm, restWasm } = parts(folder);
  assert.match(pageJs, /^page-[0-9a-f]{16}\.js$/);
  assert.match(pageWasm, /^page-[0-9a-f]{16}_bg\.wasm$/);
  assert.match(restWasm, /^rest-[0-9a-f]{16}_bg\.wasm$/);
  assert.deepEqual(list(folder), ["index.html", pageJs, pageWasm, restWasm].toSorted());
  assert.ok(html.includes(`<link rel="modulepreload" href="./${pageJs}">`) && html.includes(`<link rel="preload" href="./${pageWasm}">`));
  assert.ok(!html.includes("page-1.js"));
  const read = (name) => readFileSync(join(folder, name));
  assert.match(String(read(pageJs)), /mcoreBoot\.rest\.begin/);
  for (const name of [pageWasm, restWasm]) assert.ok(!read(name).includes("panels::log"), `${name} has no names`);
  const { exports } = joined({ page: read(pageWasm), rest: read(restWasm) });
  assert.equal(exports.direct(3), 3 * 4 + 42 + 1000);
});
