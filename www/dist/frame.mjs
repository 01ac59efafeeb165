// The first files of a site: node dist/frame.mjs <folder of the site> <settings>.
//
// Processes index.html as Trunk would: copies each file that an element with `data-trunk` names, most of them under a
// name with their hash, and writes the new names. Thus `cargo xtask build` does not need Trunk, which takes minutes to
// compile, and index.html and Trunk.toml stay the only description of the frame. The settings are those of Trunk.toml
// that are used here, as JSON: `{"public_url": "./", "pattern_script": "..."}`.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expanded, integrity, short } from "./files.mjs";

const www = dirname(dirname(fileURLToPath(import.meta.url)));

/** An element for Trunk, with its name and its attributes. */
const ELEMENT = /<(base|link|script)\b([^>]*\bdata-trunk\b[^>]*?)\s*\/?>(?:<\/script>)?/g;

/** The attributes of an element: `{rel: "css", async: ""}`. */
const attributes = (text) => Object.fromEntries(Array.from(text.matchAll(/([\w-]+)(?:="([^"]*)")?/g), ([, name, value]) => [name, value ?? ""]));

/** An element without the attributes in `without`, which are Trunk's, and with those in `more`. */
function element(name, all, without, more) {
  const kept = Object.entries(all).filter(([key]) => !without.includes(key));
  const written = [...kept, ...Object.entries(more)].map(([key, value]) => (value === "" ? key : `${key}="${value}"`));
  return `<${[name, ...written].join(" ")}${name === "script" ? "></script>" : " />"}`;
}

/** Writes index.html of `source` (usually this `www/`), and the files that it names, into `folder`. */
export function frame(folder, settings, source = www) {
  mkdirSync(folder, { recursive: true });
  const base = settings.public_url;
  /** Copies a file under a name with its hash; returns the name and the attributes for it. */
  const hashed = (path, attribute) => {
    const bytes = readFileSync(join(source, path));
    const name = basename(path).replace(/(\.\w+)$/, `-${short(bytes)}$1`);
    writeFileSync(join(folder, name), bytes);
    return { [attribute]: base + name, integrity: integrity(bytes) };
  };
  const copied = (path, options) => {
    cpSync(join(source, path), join(folder, basename(path)), options);
    return "";
  };
  const made = (whole, name, text) => {
    const all = attributes(text);
    if ("data-trunk-public-url" in all) return `<base href="${base}" />`;
    if (name === "script") return element(name, all, ["data-trunk", "src"], hashed(all.src, "src"));
    switch (all.rel) {
      case "icon":
        return element(name, all, ["data-trunk", "href"], hashed(all.href, "href"));
      case "css":
        return element(name, { rel: "stylesheet" }, [], hashed(all.href, "href"));
      case "copy-file":
        return copied(all.href);
      case "copy-dir":
        return copied(all.href, { recursive: true });
      case "rust":
        // xtask compiles the program. A worker has its own element; the main program is named here.
        if (all["data-type"] === "worker") return "";
        return settings.pattern_script
          .replaceAll("{base}", base)
          .replaceAll("{js}", `${all["data-bin"]}.js`)
          .replaceAll("{wasm}", `${all["data-bin"]}_bg.wasm`);
      default:
        throw new Error(`index.html: dist/frame.mjs does not know what Trunk does with ${whole}`);
    }
  };
  const html = expanded(readFileSync(join(source, "index.html"), "utf8"))
    .replaceAll(ELEMENT, made)
    .replaceAll(/\n\s*(?=\n)/g, "");
  if (/data-trunk/.test(html)) throw new Error(`index.html: an element for Trunk is not understood: ${/[^\n]*data-trunk[^\n]*/.exec(html)[0].trim()}`);
  writeFileSync(join(folder, "index.html"), html);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) frame(process.argv[2], JSON.parse(process.argv[3]));
