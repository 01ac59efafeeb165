// Requests the program of the opened mode at once. A server does not see which mode that is (it is in the fragment,
// after the #), so plain preload links cannot name it. At a first visit it also shows the first exercise, which is in the
// document (xtask/src/first.rs).

import { ownMode } from "./modes.js";

const { js, wasm, style } = document.querySelector(`meta[name=mcore-${ownMode() ?? "app"}]`).dataset;

/** Requests a file in the same way as it will be used; a different request would be made twice. */
const ask = (link) => document.head.append(Object.assign(document.createElement("link"), link));

// On a slow line this script may run late; it must not repeat requests that the page has already made.
if (!globalThis.mcoreBoot) {
  ask({ rel: "modulepreload", href: js, crossOrigin: "" });
  ask({ rel: "preload", as: "fetch", type: "application/wasm", href: wasm, crossOrigin: "" });
  if (style) ask({ rel: "preload", as: "style", href: style });
}

/** The value that an earlier visit has kept under a key; nothing where storage is forbidden. */
function kept(key) {
  try {
    return localStorage.getItem(`mcore-lab/${key}`);
  } catch {
    return null;
  }
}

// Language and theme are chosen as by the page (ui/src/shell/persist.rs). Another address opens something else, and so does a
// visit after the first one.
if (!location.search && ["", "#", "#/"].includes(location.hash) && !kept("looks") && !globalThis.mcoreBoot) {
  const known = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => ["en", "ja"].includes(tag));
  const root = document.documentElement;
  root.lang = kept("lang")?.replaceAll('"', "").toLowerCase() ?? known ?? "en";
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = kept("theme")?.match(/dark|light/)?.[0] ?? system;
  root.dataset.first = "";
}
