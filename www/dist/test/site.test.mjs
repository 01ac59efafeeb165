// The steps after a build, on a small site of the same shape.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { unzipSync } from "fflate";
import { integrity, list, parts, replaced } from "../files.mjs";
import { kept, later, nameByHash } from "../finish.mjs";
import { frame } from "../frame.mjs";
import { pack } from "../pack.mjs";
import { BUDGET, BUDGET_OF_COMPILER, BUDGET_TO_READ, BUDGET_TO_RUN, BUDGET_TO_WRITE, excess, firstVisit, total } from "../sizes.mjs";

const INDEX = `<link rel="icon" href="./icon-1.svg" integrity="x"/>
<link rel="stylesheet" href="./page-1.css" integrity="x"/>
<script src="./ahead-1.js" async></script><script src="./boot-1.js" type="module"></script>
<meta name="mcore-app" data-js="./page-1.js" data-wasm="./page-1_bg.wasm" data-en="./page_en-1.txt" data-ja="./page_ja-1.txt">
<meta name="mcore-pmnet" data-js="pmnet-1.js" data-wasm="pmnet-1_bg.wasm" data-style="pmnet-1.css" data-en="pmnet_en-1.txt" data-ja="pmnet_ja-1.txt" />
<meta name="mcore-mopt" data-js="mopt-1.js" data-wasm="mopt-1_bg.wasm" data-style="mopt-1.css" data-en="mopt_en-1.txt" data-ja="mopt_ja-1.txt" />
<meta name="mcore-tca" data-js="tca-1.js" data-wasm="tca-1_bg.wasm" data-style="tca-1.css" data-en="tca_en-1.txt" data-ja="tca_ja-1.txt" />
<meta name="mcore-nsim" data-js="nsim-1.js" data-wasm="nsim-1_bg.wasm" data-style="nsim-1.css" data-en="nsim_en-1.txt" data-ja="nsim_ja-1.txt" />
<meta name="mcore-editor" data-js="editor-1.js" />
<meta name="mcore-simulator" data-worker="worker-1.js" data-js="simulator-1.js" data-wasm="simulator-1_bg.wasm" />
<meta name="mcore-compiler" data-js="compiler-1.js" data-wasm="compiler-1_bg.wasm" />`;

/** A site in its own folder, which is removed when the test ends. */
function site(t) {
  const folder = mkdtempSync(join(tmpdir(), "mcore-lab-dist-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("index.html", INDEX);
  for (const name of ["icon-1.svg", "page-1.css", "ahead-1.js", "editor-1.js", "boot-1.js", "page-1.js", "page-1_bg.wasm", "page_en-1.txt", "page_ja-1.txt"]) write(name, name);
  for (const name of ["worker-1.js", "simulator-1.js", "simulator-1_bg.wasm", "compiler-1.js", "compiler-1_bg.wasm", "nsim-1.js", "nsim-1_bg.wasm", "nsim-1.css", "nsim_en-1.txt", "nsim_ja-1.txt", "pmnet-1.js", "pmnet-1_bg.wasm", "pmnet-1.css", "pmnet_en-1.txt", "pmnet_ja-1.txt", "mopt-1.js", "mopt-1_bg.wasm", "mopt-1.css", "mopt_en-1.txt", "mopt_ja-1.txt", "tca-1.js", "tca-1_bg.wasm", "tca-1.css", "tca_en-1.txt", "tca_ja-1.txt", "licences.txt", "sw.js"]) write(name, name);
  const exercise = ["start/a.s", "task.en.md", "task.ja.md", "hints.en.md", "exercise.toml", "start.ja/a.s"].map((name) => `exercises/class/matmul/${name}`);
  for (const path of ["docs/index.html", "exercises/index.json", "exercises/class/pack.toml", "exercises/other/b.s", ...exercise]) write(path, path);
  write(exercise[2], `${exercise[2]}: a longer statement`);
  write(exercise[5], `${exercise[5]}: longer comments`);
  return { folder, write };
}

test("the parts are found by what index.html says", (t) => {
  const { html, ...found } = parts(site(t).folder);
  assert.equal(html, INDEX);
  assert.deepEqual(Object.values(found), [
    "page-1.css",
    "editor-1.js",
    "ahead-1.js",
    "boot-1.js",
    "page-1.js",
    "page-1_bg.wasm",
    "page_en-1.txt",
    "page_ja-1.txt",
    "worker-1.js",
    "simulator-1.js",
    "simulator-1_bg.wasm",
    "compiler-1.js",
    "compiler-1_bg.wasm",
    ["nsim-1.js", "nsim-1_bg.wasm", "nsim-1.css", "nsim_en-1.txt", "nsim_ja-1.txt", "pmnet-1.js", "pmnet-1_bg.wasm", "pmnet-1.css", "pmnet_en-1.txt", "pmnet_ja-1.txt", "mopt-1.js", "mopt-1_bg.wasm", "mopt-1.css", "mopt_en-1.txt", "mopt_ja-1.txt", "tca-1.js", "tca-1_bg.wasm", "tca-1.css", "tca_en-1.txt", "tca_ja-1.txt"],
    "icon-1.svg",
  ]);
});

test("a replacement that finds nothing is an error", () => {
  assert.equal(replaced("a b a", [["a", "$&"]]), "$& b $&");
  assert.throws(() => replaced("a", [["b", "c"]]), /nothing to replace: b/);
});

/** The settings of Trunk.toml. */
const SETTINGS = { public_url: "./", pattern_script: '<meta name="mcore-app" data-js="{base}{js}" data-wasm="{base}{wasm}" data-en="{base}page_en.txt" data-ja="{base}page_ja.txt">' };

/** The site after the steps before finish.mjs, made from this folder's index.html. */
function framed(t) {
  const top = mkdtempSync(join(tmpdir(), "mcore-lab-frame-"));
  t.after(() => rmSync(top, { recursive: true }));
  const [source, folder] = [join(top, "www"), join(top, "site")];
  const write = (path, text) => {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  };
  write("www/index.html", readFileSync(new URL("../../index.html", import.meta.url)));
  write("assets/icon.svg", "icon.svg");
  for (const name of ["ahead.js", "editor.js", "boot.js", "worker.js", "page.css", "page_en.txt", "page_ja.txt", "nsim.css", "nsim_en.txt", "nsim_ja.txt", "pmnet.css", "pmnet_en.txt", "pmnet_ja.txt", "mopt.css", "mopt_en.txt", "mopt_ja.txt", "tca.css", "tca_en.txt", "tca_ja.txt", "fonts/a.woff2"]) write(`www/build/${name}`, name);
  frame(folder, SETTINGS, source);
  return { folder, write: (path, text) => write(`site/${path}`, text) };
}

test("index.html loads each file by a name with the file's hash, and the browser checks the hash", (t) => {
  const { folder } = framed(t);
  const { html, style, ahead, boot, icon, pageJs, pageWasm, pageEn, pageJa } = parts(folder);
  for (const [name, content] of [[style, "page.css"], [ahead, "ahead.js"], [boot, "boot.js"], [icon, "icon.svg"]]) {
    assert.equal(readFileSync(join(folder, name), "utf8"), content);
    assert.match(name, new RegExp(`^${content.replace(".", `-${createHash("sha256").update(content).digest("hex").slice(0, 16)}\\.`)}$`));
    assert.ok(html.includes(`"./${name}" integrity="${integrity(content)}"`), name);
  }
  assert.deepEqual([pageJs, pageWasm, pageEn, pageJa], ["page.js", "page_bg.wasm", "page_en.txt", "page_ja.txt"]);
  for (const name of ["editor.js", "worker.js", "page_en.txt", "page_ja.txt", "nsim.css", "nsim_en.txt", "nsim_ja.txt", "pmnet.css", "pmnet_en.txt", "pmnet_ja.txt", "mopt.css", "mopt_en.txt", "mopt_ja.txt", "tca.css", "tca_en.txt", "tca_ja.txt", "fonts/a.woff2"]) assert.ok(list(folder).includes(name), name);
  assert.ok(html.includes("Content-Security-Policy") && html.includes('<base href="./" />'));
  assert.doesNotMatch(html, /build\/|\.\.\/assets|<!--/);
});

test("finish gives every program a name with its hash", (t) => {
  const { folder, write } = framed(t);
  for (const name of ["page", "simulator", "compiler", "nsim", "pmnet", "mopt", "tca"]) {
    write(`${name}.js`, name);
    write(`${name}_bg.wasm`, `${name} wasm`);
  }
  nameByHash(folder);
  const { html, style, ahead, boot, icon, modes, ...named } = parts(folder);
  for (const name of [...modes, ...Object.values(named)]) {
    assert.match(name, /^\w+-[0-9a-f]{16}(_bg)?\.(js|wasm|css|txt)$/);
    assert.ok(list(folder).includes(name), name);
  }
  // A script is imported by its address, which begins with a dot.
  assert.ok(html.includes(`data-js="./${named.pageJs}"`));
});

test("hashes are those of browsers", () => {
  // The hash of an empty input, from the specification of SHA-256.
  assert.equal(integrity(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
});

test("the service worker keeps the lab, then the compiler and the documents, and not itself", (t) => {
  const all = list(site(t).folder);
  assert.deepEqual(all.filter(later), ["compiler-1.js", "compiler-1_bg.wasm", "docs/index.html"]);
  const paths = all.filter(kept);
  assert.ok(paths.includes("index.html") && paths.includes("exercises/other/b.s") && paths.includes("licences.txt"));
  assert.ok(!paths.includes("sw.js") && !paths.includes("compiler-1.js") && !paths.includes("docs/index.html"));
});

test("a first visit is what the first exercise needs, and the budget is held", (t) => {
  const { folder, write } = site(t);
  const files = firstVisit(folder);
  const paths = files.map(({ path }) => path);
  assert.ok(paths.includes("exercises/class/matmul/start.ja/a.s") && !paths.includes("exercises/other/b.s"));
  const matmul = (until) => files.filter((file) => file.until === until && file.path.startsWith("exercises/class/")).map(({ path }) => path.slice(16));
  assert.deepEqual(matmul("usable"), ["matmul/start.ja/a.s", "matmul/task.ja.md", "pack.toml"], "the longer texts");
  assert.deepEqual(matmul("running"), ["matmul/exercise.toml", "matmul/hints.en.md", "matmul/start/a.s", "matmul/task.en.md"]);
  assert.ok(!paths.includes("licences.txt"));
  assert.deepEqual(paths.filter((path) => /nsim|pmnet|mopt/.test(path)), [], "other modes come when they are visited");
  assert.ok(total(files, "running") > 0);
  assert.deepEqual(excess(files), []);

  // Incompressible bytes: hashes of numbers.
  const hash = (number) => createHash("sha256").update(String(number)).digest();
  const noise = (length) => Buffer.concat(Array.from({ length: length / 32 }, (_, number) => hash(number)));
  write("page-1_bg.wasm", noise(BUDGET + 1000));
  assert.equal(excess(firstVisit(folder)).length, 1);
  assert.match(excess(firstVisit(folder))[0], /until the page is usable: \d+\.\d KB compressed, more than \d+\.0 KB/);
  write("simulator-1_bg.wasm", noise(BUDGET_TO_RUN - BUDGET));
  assert.equal(excess(firstVisit(folder)).length, 2);
  write("compiler-1_bg.wasm", noise(BUDGET_OF_COMPILER));
  assert.match(excess(firstVisit(folder))[2], /^of the C compiler: \d+\.\d KB compressed, more than \d+\.0 KB$/);
  write("editor-1.js", noise(BUDGET_TO_WRITE - BUDGET_TO_RUN));
  assert.match(excess(firstVisit(folder))[2], /^until a program can be written: /);
  write("page-1.css", noise(BUDGET_TO_READ));
  assert.match(excess(firstVisit(folder))[0], /^until the first exercise can be read: /);
});

test("folder and ZIP file hold the same, and equal sites give equal ZIP files", (t) => {
  const { folder } = site(t);
  const made = [1, 2].map((run) => {
    const to = join(folder, "..", `mcore-lab-pack-${process.pid}-${run}`);
    mkdirSync(to);
    t.after(() => rmSync(to, { recursive: true }));
    pack(folder, to);
    const zip = readFileSync(join(to, "mcore-lab.zip"));
    const inside = Object.entries(unzipSync(zip));
    assert.deepEqual(inside.map(([path]) => path), list(to).filter((path) => path.startsWith("mcore-lab/")));
    for (const [path, bytes] of inside) assert.deepEqual(Buffer.from(bytes), readFileSync(join(to, path)), path);
    return zip;
  });
  assert.deepEqual(made[0], made[1]);
});
