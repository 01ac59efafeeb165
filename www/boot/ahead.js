// Requests the program of the opened mode at once. A server does not see which mode that is (it is in the fragment,
// after the #), so plain preload links cannot name it. At a first visit it also shows the first exercise.

import { language, showFirst } from "./first.js";
import { ownMode } from "./modes.js";

const { js, wasm, style, ...texts } = document.querySelector(`meta[name=mcore-${ownMode() ?? "app"}]`).dataset;

/** Requests a file in the same way as it will be used; a different request would be made twice. */
const ask = (link) => document.head.append(Object.assign(document.createElement("link"), link));

// On a slow line this script may run late; it must not repeat requests that the page has already made.
if (!globalThis.mcoreBoot) {
  ask({ rel: "modulepreload", href: js, crossOrigin: "" });
  ask({ rel: "preload", as: "fetch", type: "application/wasm", href: wasm, crossOrigin: "" });
  ask({ rel: "preload", as: "fetch", href: texts[language()], crossOrigin: "" });
  if (style) ask({ rel: "preload", as: "style", href: style });
  showFirst();
}
