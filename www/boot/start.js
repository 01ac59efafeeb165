// The start of both editions of the page, the site and the single file.

import { showTips } from "./tips.js";

/**
 * Leaves `globalThis.mcoreBoot` for the program, loads it with `load()`, and shows an error in the page if that fails.
 *
 * `boot` holds the functions and values for the program: see ../README.md.
 */
export async function start(load, boot) {
  globalThis.mcoreBoot = boot;
  const first = keepFirst();
  try {
    await load();
    // The app draws into the body, so this is removed once there is something to see.
    document.getElementById("boot")?.remove();
    first.removeWhenReplaced();
    document.dispatchEvent(new Event("mcore-started"));
    showTips();
  } catch (error) {
    first.remove();
    fail(error);
    throw error;
  }
}

/**
 * Keeps the first exercise (../../xtask/src/first.rs) over the page, which draws into the body, until the page shows a source: so
 * the text does not go away in between.
 */
function keepFirst() {
  const root = document.documentElement;
  const first = document.querySelector(".first");
  if ("first" in root.dataset && first) root.append(first);
  const remove = () => {
    delete root.dataset.first;
    first?.remove();
  };
  const isReplaced = () => document.querySelector("body .source-body");
  const removeWhenReplaced = () => {
    if (!first?.isConnected || isReplaced()) return remove();
    const observer = new MutationObserver(() => {
      if (!isReplaced()) return;
      observer.disconnect();
      remove();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  };
  return { remove, removeWhenReplaced };
}

/** Shows why the page did not start, in both languages: the app, which knows the chosen one, is missing. */
export function fail(error) {
  const box = document.getElementById("boot") ?? document.body.appendChild(document.createElement("div"));
  box.setAttribute("role", "alert");
  const lines = [
    "ページを起動できませんでした。再読み込みするか、新しいブラウザでお試しください。",
    "The page could not start. Reload it, or try a newer browser.",
    String(error),
  ];
  box.replaceChildren(
    ...lines.map((line) => {
      const paragraph = document.createElement("p");
      paragraph.textContent = line;
      return paragraph;
    }),
  );
}
