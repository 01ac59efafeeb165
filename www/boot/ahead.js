// Asks for the program of the mode that is opened, at once. A server does not see which mode that is (it is behind the #), so
// plain preload links cannot say it.

import { ownMode } from "./modes.js";

const { js, wasm, style } = document.querySelector(`meta[name=mcore-${ownMode() ?? "app"}]`).dataset;

/** Asks for a file as it will be used; a request that differs would be made twice. */
const ask = (link) => document.head.append(Object.assign(document.createElement("link"), link));

// Late on a slow line, it would ask for what the page has asked for by itself.
if (!globalThis.mcoreBoot) {
  ask({ rel: "modulepreload", href: js, crossOrigin: "" });
  ask({ rel: "preload", as: "fetch", type: "application/wasm", href: wasm, crossOrigin: "" });
  if (style) ask({ rel: "preload", as: "style", href: style });
}
