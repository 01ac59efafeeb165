// The last step of a build: node dist/finish.mjs <folder of the site>.
//
// Gives the programs and their files names with hashes; adds the web manifest with its
// icons, writes the service worker with the list of files that it keeps, and prints the sizes of a first visit.

import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { integrity, list, parts, replaced, short } from "./files.mjs";
import { manifest, ICONS } from "./manifest.mjs";
import { firstVisit, table } from "./sizes.mjs";

const www = dirname(dirname(fileURLToPath(import.meta.url)));

/** The files that the service worker keeps before it serves the lab: all but those of C, the documents and itself. */
export const kept = (path) => path !== "sw.js" && !later(path) && !path.startsWith(".");

/** The files that it keeps after that, when nothing waits for it: the C compiler and the documents. */
export const later = (path) => /^docs\/|^compiler\b/.test(path);

/** Finishes the site in `folder`. */
export function finish(folder) {
  nameByHash(folder);
  for (const { file } of ICONS) copyFileSync(join(www, "..", "assets", file), join(folder, file));
  writeFileSync(join(folder, "app.webmanifest"), JSON.stringify(manifest(), null, 1));
  serviceWorker(folder);
}

/** Gives files names with hashes, so that hosts and browsers may cache them indefinitely. */
export function nameByHash(folder) {
  const { html, editor, pageJs, pageWasm, pageEn, pageJa, worker, simulatorJs, simulatorWasm, compilerJs, compilerWasm, modes } = parts(folder);
  const page = [pageJs, pageWasm, pageEn, pageJa];
  const pairs = [...page, editor, worker, simulatorJs, simulatorWasm, compilerJs, compilerWasm, ...modes].map((name) => {
    const hashed = name.replace(/(_bg)?(\.\w+)$/, `-${short(readFileSync(join(folder, name)))}$1$2`);
    renameSync(join(folder, name), join(folder, hashed));
    const before = page.includes(name) ? "./" : "";
    return [`"${before}${name}"`, `"${before}${hashed}"`];
  });
  writeFileSync(join(folder, "index.html"), replaced(html, pairs));
}

/** `sw.js`, with the list of the files and their hashes; the version is the hash of the list. */
function serviceWorker(folder) {
  const listed = (which) =>
    list(folder)
      .filter(which)
      .map((path) => [path, integrity(readFileSync(join(folder, path)))]);
  const [files, documents] = [listed(kept), listed(later)];
  const site = { version: short(JSON.stringify([files, documents])), files, documents };
  const script = readFileSync(join(www, "build", "sw.js"), "utf8");
  writeFileSync(join(folder, "sw.js"), replaced(script, [["__SITE__", JSON.stringify(site)]]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  finish(folder);
  console.log(table(firstVisit(folder)));
}
