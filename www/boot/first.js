// Shows the first exercise, which is in the document (xtask/src/first.rs), at a first visit.

/** The value that an earlier visit has kept under a key; nothing where storage is forbidden. */
function kept(key) {
  try {
    return localStorage.getItem(`mcore-lab/${key}`);
  } catch {
    return null;
  }
}

/** The language that the page will choose (ui/src/shell/persist.rs). */
export function language() {
  const preferred = [kept("lang")?.replaceAll('"', ""), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return preferred.map((tag) => tag?.toLowerCase()).find((tag) => ["en", "ja"].includes(tag)) ?? "en";
}

/**
 * Shows the exercise, in the language and the theme that the page will choose (ui/src/shell/persist.rs). Another address opens
 * something else, and so does a visit after the first one.
 */
export function showFirst() {
  if (location.search || !["", "#", "#/"].includes(location.hash) || kept("looks")) return;
  const root = document.documentElement;
  root.lang = language();
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = kept("theme")?.match(/dark|light/)?.[0] ?? system;
  root.dataset.first = "";
}
