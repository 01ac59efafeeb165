// The pictures at the beginning of README.md: the page with a run of the matrix multiplication, and each other mode as it opens, with
// the results of its first run. Run by `cargo xtask pictures`.

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withLab } from "../harness.mjs";
import { atRest, until } from "../lab.mjs";
import { STATES } from "../states.mjs";

const folder = new URL("../../../docs/pictures/", import.meta.url);
mkdirSync(folder, { recursive: true });

/** The facts of a mode with a page of its own. */
const facts = (mode) => (page) => page.getByTestId(mode).evaluate((e) => ({ ...e.dataset }));

/** Each brings the page of a mode into the state of its picture. */
const MODES = {
  async nsim(page) {
    await until(page, "a machine", (f) => f.state === "paused", facts("nsim"));
    await page.getByTestId("nsim-run").click();
    const { end } = await until(page, "its run", (f) => f.state === "ended", facts("nsim"));
    const half = String(Math.round(Number(end) / 2));
    await page.getByTestId("nsim-slider").fill(half);
    await until(page, "the middle", (f) => f.time === half && f.digest !== "", facts("nsim"));
  },
  async pmnet(page) {
    await until(page, "a memory system", (f) => Number(f.objects) > 0, facts("pmnet"));
    await page.getByTestId("pmnet-run").click();
    await until(page, "its run", (f) => f.state === "idle" && f.runs === "1", facts("pmnet"));
  },
  mopt: (page) => until(page, "its maps", (f) => f.state === "idle" && f.runs === "4" && f.loads === "2", facts("mopt")),
  tca: (page) => until(page, "its run", (f) => f.state === "idle" && f.time === "2300", facts("tca")),
};

async function picture(name, path, prepare) {
  await withLab({ path, width: 1280, height: 800 }, async ({ page }) => {
    await prepare(page);
    await atRest(page);
    await page.screenshot({ path: fileURLToPath(new URL(`mode-${name}.png`, folder)) });
  });
}

await picture("chip", "", (page) => STATES.back(page, false));
for (const [mode, prepare] of Object.entries(MODES)) await picture(mode, `#/${mode}`, prepare);
