// Bundles the npm packages of the page into www/build/:
//   editor.js     CodeMirror with our editor around it, one classic script
//   boot.js       starts the page; worker.js starts the worker; sw.js keeps the site for use without network
//   ahead.js      asks for the program of the mode that is opened
//   page.css      www/style/main.css with everything it imports; <mode>.css what a mode of modes.json has beside it
//   fonts/        fonts and pictures that the styles name
//   index.html    www/index.html for Trunk, with an element for each mode
//   licences.txt  the licences of every npm package that is inside editor.js
// dist/frame.mjs puts them into the site and adds the hashes of their contents to the names.

import { build } from "esbuild";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MODES, expanded } from "./dist/files.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "build");
rmSync(out, { recursive: true, force: true });
// dist/frame.mjs copies the folder, so it must be there even when no style names a font.
mkdirSync(join(out, "fonts"), { recursive: true });

const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  // Minimum versions for the features that the page needs: WebAssembly with references, color-mix(), constructed style
  // sheets.
  target: ["chrome111", "firefox114", "safari16.4"],
  logLevel: "warning",
  legalComments: "none",
};

/**
 * CodeMirror's C mode shares a file with a dozen languages, each made by calls that have no effect but are not marked
 * as pure.
 */
const onlyC = {
  name: "only-c",
  setup({ onLoad }) {
    onLoad({ filter: /legacy-modes.mode.clike\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const contents = text.replace(/(?<=[:=] )(?=(?:clike|words|token\w+)\()/g, "/* @__PURE__ */ ");
      if (contents === text) throw new Error(`${path}: nothing to mark`);
      return { contents, loader: "js" };
    });
  },
};

const { metafile } = await build({
  ...common,
  plugins: [onlyC],
  entryPoints: ["editor/src/editor.js"],
  outfile: join(out, "editor.js"),
  format: "iife",
  metafile: true,
});

await build({
  ...common,
  entryPoints: { boot: "boot/site.js", worker: "boot/site-worker.js", sw: "boot/sw.js" },
  outdir: out,
  format: "esm",
});

await build({ ...common, entryPoints: ["boot/ahead.js"], outfile: join(out, "ahead.js"), format: "iife" });

await build({
  ...common,
  entryPoints: { page: "style/main.css", ...Object.fromEntries(MODES.map((mode) => [mode, `style/${mode}.css`])) },
  outdir: out,
  assetNames: "fonts/[name]-[hash]",
  loader: { ".woff2": "file", ".svg": "file", ".png": "file" },
});

// Trunk resolves paths relative to its HTML, which is in this folder; dist/frame.mjs needs no such file.
const html = expanded(readFileSync(join(here, "index.html"), "utf8"));
writeFileSync(join(out, "index.html"), html.replaceAll(/ (href|src)="(build\/|\.\.\/)/g, (_, name, start) => ` ${name}="${start === "../" ? "../../" : ""}`));

const packages = new Set();
for (const input of Object.keys(metafile.inputs)) {
  const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
  if (found) packages.add(found[1]);
}
let notice = "";
for (const name of [...packages].sort()) {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (!files.length) throw new Error(`www/build.mjs: npm package ${name} has no licence file; it cannot be bundled`);
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  notice += `==== ${name} ${version} (${license})\n\n${texts.join("\n\n")}\n\n`;
}
writeFileSync(join(out, "licences.txt"), notice);
