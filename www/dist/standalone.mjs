// Makes one file of a finished site: node dist/standalone.mjs <folder of the site> <file to write>.
//
// The file runs from a disk by a double click, so nothing in it may be fetched. Scripts and styles are in the HTML, and
// its Content-Security-Policy names each by its hash; any other script or style is refused as on the site.

import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { MODES, integrity, list, parts } from "./files.mjs";

const www = dirname(dirname(fileURLToPath(import.meta.url)));

/** A module `programs`, which exports the start functions of these generated modules by their names. */
const programs = (modules) => ({
  name: "programs",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^programs$/ }, () => ({ path: "programs", namespace: "programs" }));
    onLoad({ filter: /.*/, namespace: "programs" }, () => ({
      contents: Object.entries(modules).map(([name, path]) => `export { default as ${name} } from ${JSON.stringify(path)};`).join("\n"),
      resolveDir: www,
    }));
  },
});

/** A script that includes generated modules of the site; `how` says by which names. */
async function bundled(entry, format, how) {
  const { outputFiles } = await build({
    absWorkingDir: www,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: "es2022",
    ...how,
    // The generated module would look for its WebAssembly beside itself; here it is always given.
    define: { "import.meta.url": '"about:blank"' },
    logLevel: "warning",
    legalComments: "none",
  });
  return outputFiles[0].text;
}

/** Text that is safe in a `<script>`: nothing in it ends the element or begins a comment. */
const script = (text) => text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");

const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString("base64");

const TYPES = { woff2: "font/woff2", svg: "image/svg+xml", png: "image/png" };
const type = (path) => TYPES[path.split(".").pop()];
const address = (path, bytes) => `data:${type(path)};base64,${bytes.toString("base64")}`;

/** The documents, by their path below `docs/`: pages and style as text, pictures as addresses. */
function documents(folder) {
  const entry = (path) => {
    if (path.endsWith(".css")) return styles(folder, path);
    return type(path) ? address(path, readFileSync(join(folder, path))) : readFileSync(join(folder, path), "utf8");
  };
  const paths = list(folder).filter((path) => /^docs\/.*\.(html|css|svg|png)$/.test(path));
  return Object.fromEntries(paths.map((path) => [path.slice("docs/".length), entry(path)]));
}

/** An element that holds data. */
const data = (id, text) => `<script type="application/octet-stream" id="${id}">${text}</script>`;

/** Whether the page requests a file by its path while it runs. */
const inside = (path) => /^(exercises|examples|help)\//.test(path);

/** A style sheet with its fonts and pictures included. */
function styles(folder, path) {
  return readFileSync(join(folder, path), "utf8").replace(/url\((["']?)(?!data:)([^)"']+)\1\)/g, (_, quote, name) => {
    return `url(${address(name, readFileSync(join(folder, dirname(path), name)))})`;
  });
}

/** Writes the single file. */
export async function standalone(folder, to) {
  const part = parts(folder);
  const read = (path) => readFileSync(join(folder, path));
  const module = (path) => join(folder, path);
  const mode = (name, kind) => part.modes.find((path) => path.startsWith(name) && path.endsWith(kind));
  const modes = Object.fromEntries(MODES.map((name) => [name, module(mode(name, ".js"))]));
  const boot = script(await bundled("boot/standalone.js", "esm", { plugins: [programs({ page: module(part.pageJs), ...modes })] }));
  const compiler = module(part.compilerJs);
  const workers = await Promise.all(
    Object.entries({ simulator: module(part.simulatorJs), compiler, ...modes }).map(async ([name, simulator]) => {
      const entry = name === "simulator" ? "boot/standalone-chip-worker.js" : "boot/standalone-worker.js";
      return data(`mcore-worker-${name}`, script(await bundled(entry, "iife", { alias: { simulator, compiler } })));
    }),
  );
  const editor = script(read(part.editor).toString());
  const style = styles(folder, part.style);
  const styleOf = Object.fromEntries(MODES.map((name) => [name, styles(folder, mode(name, ".css"))]));
  const texts = (en, ja) => ({ en: read(en).toString(), ja: read(ja).toString() });
  const ofMode = (name) => [name, texts(mode(`${name}_en`, ".txt"), mode(`${name}_ja`, ".txt"))];
  const messages = { page: texts(part.pageEn, part.pageJa), ...Object.fromEntries(MODES.map(ofMode)) };
  const docs = documents(folder);
  const files = Object.fromEntries(list(folder).filter(inside).map((path) => [path, read(path).toString("base64")]));

  const named = (texts) => texts.map((text) => `'${integrity(text)}'`).join(" ");
  const policy = [
    "default-src 'none'",
    `script-src ${named([editor, boot])} 'wasm-unsafe-eval'`,
    `style-src ${named([style, ...Object.values(styleOf), docs["docs.css"]])}`,
    "img-src data: blob:",
    "font-src data:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const icon = `data:image/svg+xml;base64,${read(part.icon).toString("base64")}`;
  const html = `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>M-Core Lab</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<div id="boot" role="status"><noscript>M-Core Lab は JavaScript と WebAssembly を使います。 · M-Core Lab needs JavaScript and WebAssembly.</noscript></div>
${data("mcore-page", packed(read(part.pageWasm)))}
${data("mcore-simulator", packed(read(part.simulatorWasm)))}
${data("mcore-compiler", packed(read(part.compilerWasm)))}
${MODES.map((name) => data(`mcore-${name}`, packed(read(mode(name, ".wasm"))))).join("\n")}
${data("mcore-files", packed(JSON.stringify(files)))}
${data("mcore-styles", packed(JSON.stringify(styleOf)))}
${data("mcore-messages", packed(JSON.stringify(messages)))}
${data("mcore-docs", packed(JSON.stringify(docs)))}
${workers.join("\n")}
<script>${editor}</script>
<script type="module">${boot}</script>
<!--
${read("licences.txt").toString().replaceAll("--", "- -")}
-->
</body>
</html>
`;
  writeFileSync(to, html);
  return html.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, to] = process.argv.slice(2);
  await standalone(folder, to);
}
