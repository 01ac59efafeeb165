// The last step of a build: node dist/finish.mjs <folder of the site> [--split].
//
// Splits the page's program, if it is a release (`--split`); gives the worker's files names with hashes, adds the web manifest
// with its icons, writes the service worker with the list of what it keeps, and prints the sizes of a first visit.

import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { integrity, list, parts, replaced, short } from "./files.mjs";
import { manifest, ICONS } from "./manifest.mjs";
import { splitProgram } from "./program.mjs";
import { firstVisit, table } from "./sizes.mjs";

const www = dirname(dirname(fileURLToPath(import.meta.url)));

/** What the service worker keeps: all but the documents, which are for reading online, and itself. */
export const kept = (path) => path !== "sw.js" && !path.startsWith("docs/") && !path.startsWith(".");

/** Finishes the site in `folder`. */
export function finish(folder) {
  nameByHash(folder);
  for (const { file } of ICONS) copyFileSync(join(www, "..", "assets", file), join(folder, file));
  writeFileSync(join(folder, "app.webmanifest"), JSON.stringify(manifest(), null, 1));
  serviceWorker(folder);
}

/** Trunk leaves the worker's files without hashes; with them, hosts and browsers may keep them for as long as they like. */
function nameByHash(folder) {
  const { html, worker, simulatorJs, simulatorWasm, modes } = parts(folder);
  const pairs = [worker, simulatorJs, simulatorWasm, ...modes].map((name) => {
    const hashed = name.replace(/(_bg)?(\.\w+)$/, `-${short(readFileSync(join(folder, name)))}$1$2`);
    renameSync(join(folder, name), join(folder, hashed));
    return [`"${name}"`, `"${hashed}"`];
  });
  writeFileSync(join(folder, "index.html"), replaced(html, pairs));
}

/** `sw.js`, with the list of the files and their hashes; the version is the hash of the list. */
function serviceWorker(folder) {
  const files = list(folder)
    .filter(kept)
    .map((path) => [path, integrity(readFileSync(join(folder, path)))]);
  const site = { version: short(JSON.stringify(files)), files };
  const script = readFileSync(join(www, "build", "sw.js"), "utf8");
  writeFileSync(join(folder, "sw.js"), replaced(script, [["__SITE__", JSON.stringify(site)]]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, option] = process.argv.slice(2);
  if (option === "--split") console.log(splitProgram(folder));
  finish(folder);
  console.log(table(firstVisit(folder)));
}
