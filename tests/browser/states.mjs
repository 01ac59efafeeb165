// The states of the chip page that the layout test and the contact sheet look at, and the sizes of windows.

import { readFileSync } from "node:fs";
import { atRest, judged, paste, seek, showTab, until } from "./lab.mjs";

const SOLUTION = readFileSync(new URL("../../exercises/class/matmul/solution/matmul.s", import.meta.url), "utf8");

/** Each core waits for a word that none sends. */
const WAITS = ` .data
A: .space 4096
B: .space 4096
C: .space 4096
flag: .word 0
 .text
main: lw $t0, flag
 beqz $t0, main
 nop
 jr $ra
 nop
`;

/** Window sizes: a desk, a small notebook, a tablet, a phone. */
export const SIZES = [[1440, 900], [1366, 768], [1024, 768], [390, 844]];

const ready = (page) => until(page, "ready", (f) => f.state === "paused");

/** Shows a panel where there is room for only one. */
export const panel = async (page, phone, name) => phone && (await page.getByTestId(`phone-${name}`).click());

/** Replaces the program, with the source in sight where there is room for only one panel. */
async function load(page, phone, text) {
  await ready(page);
  await panel(page, phone, "source");
  await paste(page, text);
  await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
  await panel(page, phone, "chip");
}

async function passed(page, phone) {
  await load(page, phone, SOLUTION);
  await page.getByTestId("run").click();
  await judged(page, "passed");
}

async function back(page, phone) {
  await passed(page, phone);
  await seek(page, 1497);
}

/** A tab of the lower area, which on a phone is a panel of its own. */
const tab = (name) => async (page, phone) => {
  await back(page, phone);
  await panel(page, phone, "analysis");
  await showTab(page, name);
};

/** Each brings a fresh page into a state; `phone` is true where the panels share one place. */
export const STATES = {
  first: ready,
  loaded: (page, phone) => load(page, phone, SOLUTION),
  passed,
  back,
  deadlock: async (page, phone) => {
    await load(page, phone, WAITS);
    await page.getByTestId("run").click();
    await judged(page, "failed");
  },
  statistics: tab("statistics"),
  stops: tab("stops"),
  nodes: async (page, phone) => {
    await back(page, phone);
    if (await page.getByTestId("mesh-nodes").isVisible()) return page.getByTestId("mesh-nodes").click();
    await page.getByTestId("mesh-show").selectOption({ index: 1 });
  },
};

/** Brings the page into a state and waits until nothing moves. */
export async function bring(page, state, phone) {
  await STATES[state](page, phone);
  await page.mouse.move(2, 2);
  await atRest(page);
}
