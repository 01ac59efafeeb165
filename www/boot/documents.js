// The documents of the single file, which has no addresses of its own for them: `#/docs/machine.html#costs` shows one
// instead of the lab. On the site they are ordinary pages.

const FOLDER = "#/docs/";
/** A base address that no page has; links are resolved against it. */
const BASE = "https://lab.invalid/";

/** Whether the address of the page names a document. */
export const isDocument = () => location.hash.startsWith(FOLDER);

/** Path and anchor of the document that the address names. */
function named() {
  const [path, anchor = ""] = location.hash.slice(FOLDER.length).split("#").map(decodeURIComponent);
  return { path: path || "index.html", anchor };
}

/** The address in this file of a link in the document at `path`; a link to another site stays as it is. */
function address(path, link) {
  const { origin, pathname, hash, href } = new URL(link, `${BASE}docs/${path}`);
  if (`${origin}/` !== BASE) return href;
  if (pathname.startsWith("/docs/")) return FOLDER + pathname.slice("/docs/".length) + hash;
  return "#/";
}

/**
 * Shows the document that the address names, now and whenever the address changes. `files` holds the pages and their
 * style as text and the pictures as addresses, by their path below the folder of the documents.
 */
export function showDocuments(files) {
  const style = document.createElement("style");
  style.textContent = files["docs.css"];
  document.querySelector("style").replaceWith(style);
  delete document.documentElement.dataset.theme;

  let shown = null;
  function show() {
    const { path, anchor } = named();
    if (path !== shown) draw(path);
    shown = path;
    // Going back restores the reader's place.
    const place = document.getElementById(anchor);
    document.querySelector("[data-target]")?.removeAttribute("data-target");
    place?.setAttribute("data-target", "");
    if (history.state?.scroll !== undefined) scrollTo(0, history.state.scroll);
    else if (place) place.scrollIntoView();
    else scrollTo(0, 0);
  }

  function draw(path) {
    const text = files[path] ?? files["index.html"];
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const link of page.querySelectorAll("a[href]")) {
      link.setAttribute("href", address(path, link.getAttribute("href")));
      if (!link.getAttribute("href").startsWith("#")) Object.assign(link, { target: "_blank", rel: "noopener" });
    }
    for (const picture of page.querySelectorAll("img")) {
      const { pathname } = new URL(picture.getAttribute("src"), `${BASE}docs/${path}`);
      picture.setAttribute("src", files[pathname.slice("/docs/".length)] ?? "");
    }
    document.title = page.title;
    document.documentElement.lang = page.documentElement.lang;
    document.body.replaceChildren(...page.body.childNodes);
  }

  addEventListener("click", (event) => {
    if (event.target.closest("a")) history.replaceState({ scroll: scrollY }, "");
  });
  addEventListener("hashchange", () => isDocument() && show());
  show();
}
