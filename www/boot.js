// Starts the page: loads the app, and says so in the page when that fails.
//
// Leaves `globalThis.mcoreBoot = { js, worker }` for the app: absolute addresses of the generated module and of
// worker.js. The app hands `js` and its compiled module to the worker, so that the wasm is fetched and compiled once.

const { js, wasm } = document.querySelector("meta[name=mcore-app]").dataset;
const absolute = (address) => new URL(address, document.baseURI).href;

globalThis.mcoreBoot = { js: absolute(js), worker: absolute("worker.js") };

/** Shows why the page did not start, in both languages: the app that knows the chosen one is what is missing. */
function fail(error) {
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

try {
  const { default: init } = await import(mcoreBoot.js);
  await init({ module_or_path: absolute(wasm) });
  // The app draws into the body, so this goes once there is something to see.
  document.getElementById("boot")?.remove();
  document.dispatchEvent(new Event("mcore-started"));
} catch (error) {
  fail(error);
  throw error;
}
