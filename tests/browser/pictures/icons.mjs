// The icons of the installed page, from assets/icon.svg. Run by `cargo xtask pictures`.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch } from "../harness.mjs";

const assets = new URL("../../../assets/", import.meta.url);
const svg = readFileSync(new URL("icon.svg", assets), "utf8");

/** A square of `size` pixels with the icon over `part` of its width; `filled` squares reach to every corner. */
async function draw(browser, name, size, part, filled) {
  const page = await browser.newPage({ viewport: { width: size, height: size }, colorScheme: "light" });
  const background = filled ? "#f6f7f9" : "transparent";
  await page.setContent(
    `<style>body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${background} } svg { width: ${part * 100}% }</style>${svg}`,
  );
  await page.screenshot({ path: fileURLToPath(new URL(name, assets)), omitBackground: !filled });
  await page.close();
}

const browser = await launch();
await draw(browser, "icon-192.png", 192, 1, false);
await draw(browser, "icon-512.png", 512, 1, false);
// Systems crop a maskable icon to their own shapes; the inner four fifths of the width are always visible.
await draw(browser, "icon-maskable-512.png", 512, 0.56, true);
await browser.close();
