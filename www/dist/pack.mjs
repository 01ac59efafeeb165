// Packs a finished site: node dist/pack.mjs <folder of the site> <folder to write into>.
//
// `mcore-lab/` is the site for any static host, `mcore-lab.zip` the same in one file. Equal sites give equal ZIP files:
// names are sorted, and all files have the same time.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";
import { list } from "./files.mjs";

/** The time of every file in the ZIP file: the earliest in the format. */
const TIME = new Date(1980, 0, 1);

export function pack(site, to) {
  const folder = join(to, "mcore-lab");
  cpSync(site, folder, { recursive: true });
  // Without this file GitHub Pages runs Jekyll over the site.
  writeFileSync(join(folder, ".nojekyll"), "");
  const entries = list(folder).map((path) => [
    `mcore-lab/${path}`,
    [readFileSync(join(folder, path)), { mtime: TIME, level: 9 }],
  ]);
  writeFileSync(join(to, "mcore-lab.zip"), zipSync(Object.fromEntries(entries)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [site, to] = process.argv.slice(2);
  pack(site, to);
}
