// What both editions of the page, the site and the single file, do to start.

/**
 * Leaves `globalThis.mcoreBoot` for the program, loads it by `load()`, and says so in the page when that fails.
 *
 * `boot` is what the program may ask for: see ../README.md.
 */
export async function start(load, boot) {
  globalThis.mcoreBoot = boot;
  try {
    await load();
    // The app draws into the body, so this goes once there is something to see.
    document.getElementById("boot")?.remove();
    document.dispatchEvent(new Event("mcore-started"));
  } catch (error) {
    fail(error);
    throw error;
  }
}

/** Shows why the page did not start, in both languages: the app that knows the chosen one is what is missing. */
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
