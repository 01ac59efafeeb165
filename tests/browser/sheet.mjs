// The contact sheet: the page in all states and sizes of layout.test.mjs, in both languages and themes, side by side in one
// picture for eyes. Run by `cargo xtask pictures --sheet`; node sheet.mjs FILE.

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { launch, withLab } from "./harness.mjs";
import { SIZES, STATES, bring, panel } from "./states.mjs";

const file = process.argv[2];
if (!file) throw new Error("node sheet.mjs FILE: the file of the sheet is missing");
mkdirSync(dirname(file), { recursive: true });

/** Language and theme of each row: two of the four pairs show both of each. */
const LOOKS = [["en", "light"], ["ja", "dark"]];
/** The panels of a phone, each a picture of its own. */
const PANELS = ["task", "source", "chip", "node", "result", "analysis"];

const pictures = [];
for (const [lang, theme] of LOOKS) {
  for (const [width, height] of SIZES) {
    const phone = width < 900;
    for (const state of phone ? ["first", "back"] : Object.keys(STATES)) {
      await withLab({ lang, theme, width, height }, async ({ page }) => {
        await bring(page, state, phone);
        for (const shown of phone ? PANELS : [""]) {
          await panel(page, phone, shown);
          const data = (await page.screenshot({ type: "jpeg", quality: 80 })).toString("base64");
          pictures.push({ name: `${state} ${shown} ${width}x${height} ${lang} ${theme}`, width, data });
        }
      });
      console.log(`${width}x${height} ${state} ${lang} ${theme}`);
    }
  }
}

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 2400, height: 1200 } });
const figure = ({ name, width, data }) =>
  `<figure style="margin:8px;display:inline-block"><img width="${Math.round(width * 0.4)}" src="data:image/jpeg;base64,${data}"><figcaption>${name}</figcaption></figure>`;
await page.setContent(`<body style="font:12px sans-serif;background:#888">${pictures.map(figure).join("")}</body>`);
await page.screenshot({ path: file, fullPage: true });
await browser.close();
