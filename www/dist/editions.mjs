// The students' editions of the packs: node dist/editions.mjs <edition.js> <edition_bg.wasm> <folder of the packs> <folder to write>.
//
// The program is `edition/` of the checkout, joined by wasm-bindgen. It reads the files of a pack and returns those for students,
// as `mcore pack build` does. Folders without a pack.toml are no packs; packs.toml goes along.

import { copyFileSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The paths of the files below `folder`, with `/`. Links are refused: they could lead to files that must not be published. */
function filesOf(folder, inside = "") {
  return readdirSync(join(folder, inside))
    .sort()
    .flatMap((name) => {
      const path = inside ? `${inside}/${name}` : name;
      // Left behind by editors and version control.
      if (name.startsWith(".") || name.endsWith("~")) return [];
      const entry = lstatSync(join(folder, path));
      if (entry.isSymbolicLink()) throw new Error(`${join(folder, path)} is a symbolic link: put the file itself there`);
      return entry.isDirectory() ? filesOf(folder, path) : [path];
    });
}

/** Writes the editions of all packs in `from`; `edition(files)` is the program's function. */
export function editions(edition, from, to) {
  mkdirSync(to, { recursive: true });
  const packs = readdirSync(from).filter((name) => existsSync(join(from, name, "pack.toml")));
  for (const pack of packs) {
    const folder = join(from, pack);
    let files;
    try {
      files = edition(filesOf(folder).map((path) => [path, readFileSync(join(folder, path))]));
    } catch (error) {
      throw new Error(`${folder}: ${error.message ?? error}`);
    }
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(to, pack, path)), { recursive: true });
      writeFileSync(join(to, pack, path), bytes);
    }
  }
  if (existsSync(join(from, "packs.toml"))) copyFileSync(join(from, "packs.toml"), join(to, "packs.toml"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [script, program, from, to] = process.argv.slice(2);
  // By its text: Node.js takes a file of this name for another kind of module.
  const { initSync, studentEdition } = await import(`data:text/javascript;base64,${readFileSync(script, "base64")}`);
  initSync({ module: readFileSync(program) });
  editions(studentEdition, from, to);
}
