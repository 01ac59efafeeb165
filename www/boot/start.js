// The start of both editions of the page, the site and the single file.

import { showTips } from "./tips.js";

/**
 * Leaves `globalThis.mcoreBoot` for the program, loads it with `load()`, and shows an error in the page if that fails.
 *
 * `boot` holds the functions and values for the program: see ../README.md.
 */
export async function start(load, boot) {
  globalThis.mcoreBoot = boot;
  try {
    await load();
    // The app draws into the body, so this is removed once there is something to see.
    document.getElementById("boot")?.remove();
    document.dispatchEvent(new Event("mcore-started"));
    showTips();
  } catch (error) {
    fail(error);
    throw error;
  }
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
