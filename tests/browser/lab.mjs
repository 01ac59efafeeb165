// Actions of a student that tests and pictures share: wait for a state, replace the text, choose a machine.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { Patience } from "./patience.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The program file of the command `mcore`: the newest one; builds it if there is none. */
export function mcoreCommand() {
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const [debug, release] = ["debug", "release"].map((profile) => join(target, profile, "mcore"));
  if (![debug, release].some(existsSync)) {
    execFileSync("cargo", ["build", "--locked", "-p", "mcore-cli"], { cwd: ROOT, stdio: "inherit" });
  }
  const age = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
  return age(release) > age(debug) ? release : debug;
}

/** The state of the page, from the attributes of its outermost element. */
export const facts = (page) => page.getByTestId("lab").evaluate((lab) => ({ ...lab.dataset }));

/** Waits until the facts fulfil a condition and returns them; `read` reads the facts of another mode. */
export async function until(page, what, holds, read = facts) {
  for (const patience = new Patience(); ; ) {
    const now = await read(page);
    if (holds(now)) return now;
    patience.sees(now);
    assert.ok(!patience.isOver, `${what}: ${JSON.stringify(now)}`);
    await page.waitForTimeout(20);
  }
}

/** Whether a found value matches: a value, a pattern or a condition. */
function fits(found, wanted) {
  if (typeof wanted === "function") return wanted(found);
  return wanted instanceof RegExp ? wanted.test(found) : isDeepStrictEqual(found, wanted);
}

/** Fails with both, as far as they can be compared. */
function differ(found, wanted, what) {
  if (typeof wanted !== "function" && !(wanted instanceof RegExp)) assert.deepEqual(found, wanted, what || undefined);
  assert.fail(`${what} found ${JSON.stringify(found)}, wanted ${wanted}`);
}

/**
 * Waits until the result of `read()` matches (a value, a pattern or a condition) and returns it. The result of an
 * action appears on the page a moment later, so tests look for it with this function and not at once.
 */
export async function becomes(read, wanted, what = "") {
  for (const patience = new Patience(); ; ) {
    const found = await read();
    if (fits(found, wanted)) return found;
    patience.sees(found);
    if (patience.isOver) differ(found, wanted, what);
    await pause(20);
  }
}

/** Fails if `read()` ever gives anything else for `milliseconds`: for events that must not happen. */
export async function stays(read, wanted, what = "", milliseconds = 300) {
  for (const end = Date.now() + milliseconds; Date.now() < end; await pause(20)) {
    const found = await read();
    if (!fits(found, wanted)) differ(found, wanted, what);
  }
}

/** Waits until the page has drawn everything up to now. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Waits until nothing on the page moves: every box is where it was three frames ago, and no transition is running. */
export const atRest = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const moving = () => document.getAnimations().some((a) => a.playState === "running" && a.effect.getComputedTiming().endTime !== Infinity);
    const boxes = () => {
      const all = [...document.body.querySelectorAll("*")].map((e) => e.getBoundingClientRect());
      return all.map(({ x, y, width, height }) => `${x},${y},${width},${height}`).join(";");
    };
    await document.fonts.ready;
    for (let [same, before] = [0, ""]; same < 3; ) {
      await frame();
      const now = boxes();
      same = now === before && !moving() ? same + 1 : 0;
      before = now;
    }
  });

/** Waits until an element with this id or test id has the focus, which may move a moment after the action. */
export const focused = (page, id) =>
  until(page, `the focus is on ${id}`, (now) => now.includes(id), (page) =>
    page.evaluate(() => [document.activeElement.id, document.activeElement.dataset.testid]),
  );

/**
 * The whole text of the shown file, including the lines that the editor has scrolled away and removed from the page.
 */
export async function wholeText(page) {
  const editor = page.locator(".cm-content");
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  return editor.evaluate((element) => {
    const clipboardData = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData("text/plain");
  });
}

/** The text that the editor shows. */
export const text = (page) => page.locator(".cm-content").innerText();

/** Waits until the editor's text matches a pattern: another file of the same name may still be shown for a moment. */
export async function reads(page, pattern) {
  for (const patience = new Patience(); ; ) {
    const now = await text(page);
    if (pattern.test(now)) return;
    patience.sees(now);
    assert.ok(!patience.isOver, `the editor shows ${JSON.stringify(now)}, which does not fit ${pattern}`);
    await page.waitForTimeout(30);
  }
}

/** Replaces the text of a file in the editor by pasting. */
export async function replaced(page, text, file) {
  await page.getByTestId(`tab-${file}`).click();
  const editor = page.locator(".cm-content");
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Replaces the text of a file in the editor, and assembles it. */
export async function paste(page, text, file = "matmul.s") {
  await replaced(page, text, file);
  await page.getByTestId("assemble").click();
}

/**
 * Opens the work without an exercise on a machine of that size, puts a program there and runs it at full speed. On a
 * narrow page (`phone`) the panels are in tabs.
 */
export async function startScratch(page, text, { columns, rows, phone = false }) {
  const panel = async (name) => phone && page.getByTestId(`phone-${name}`).click();
  await until(page, "ready", (f) => f.state !== "running" && f.state !== "empty");
  await page.getByTestId("exercise").selectOption("scratch");
  await panel("chip");
  await page.getByTestId("machine").click();
  await page.getByTestId("machine-width").fill(String(columns));
  await page.getByTestId("machine-height").fill(String(rows));
  await page.getByTestId("machine-apply").click();
  await panel("source");
  await paste(page, text, "main.s");
  await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
  const paces = page.getByTestId("pace");
  await paces.selectOption({ index: (await paces.locator("option").count()) - 1 });
  await page.getByTestId("run").click();
}

/** The same, up to the end of the run. */
export async function runScratch(page, text, machine) {
  await startScratch(page, text, machine);
  return until(page, "ended", (f) => f.state === "ended");
}

/**
 * The facts once a run of an exercise has ended and is judged; the verdict arrives before or after the last frame of
 * the run.
 */
export const judged = (page, verdict) =>
  until(page, `a run that has ${verdict}`, (f) => f.state === "ended" && f.verdict === verdict);

/** Shows a tab of the lower area (`noc`); one that has no room is in the list at the end of the strip. */
export async function showTab(page, name) {
  const tab = page.getByTestId(`tab-${name}`);
  await tab.waitFor({ state: "attached" });
  await atRest(page);
  if (await tab.isVisible()) return tab.click();
  await page.getByTestId("tabs-more").click();
  await page.getByTestId(`more-tab-${name}`).click();
}

/** Goes to a cycle by the slider. */
export async function seek(page, cycle) {
  await page.getByTestId("slider").fill(String(cycle));
  return until(page, `cycle ${cycle}`, (f) => f.cycle === String(cycle) && f.digest !== "");
}

/** Opens the work without an exercise, on its current machine, with a program, and assembles it. */
export async function openScratch(page, text) {
  await until(page, "ready", (f) => f.state === "paused");
  await page.getByTestId("exercise").selectOption("scratch");
  await paste(page, text, "main.s");
  await page.getByTestId("assembly").filter({ hasText: /\d/ }).waitFor();
  await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
}

/** Each node sends 30 words to the next one, three times; the native tests use it too. */
export const RING = readFileSync(join(ROOT, "tests/src/ring.s"), "utf8");

/** Counts to ten in a register and in a word of memory; the loop begins at line 4. The native tests use it too. */
export const COUNT = readFileSync(join(ROOT, "tests/src/count.s"), "utf8");

/**
 * Every node sends a kilobyte to node (1,1), all at once: packets wait for packets. It has the labels that the exercise of
 * the matrix product fills, so that it runs there too.
 */
export const CROWD = ` .include "mclib.s"
 .data
A: .space 4096
B: .space 4096
C: .space 4096
 .text
main: jal mc_rank
 move $s0, $v0
 beqz $s0, rest
 li $a0, 0
 jal mc_id
 move $a0, $v0
 la $a1, A
 la $a2, B
 li $a3, 1024
 jal mc_put
rest: jal mc_barrier
 li $a0, 0
 jal mc_exit
`;

/** Every node sends to the opposite one without end: flits on nearly every link in the middle. */
export const MOTION = `
        .include "mclib.s"
        .data
buffer: .space  256
        .text
main:   lw      $t0, NODE_ID($zero)
        li      $t1, 0x2121
        subu    $t1, $t1, $t0
1:      lw      $t2, INCC_STATUS($zero)
        andi    $t2, $t2, 1
        bnez    $t2, 1b
        sw      $t1, INCC_DST($zero)
        la      $t3, buffer
        sw      $t3, INCC_RADDR($zero)
        sw      $t3, INCC_LADDR($zero)
        li      $t4, 256
        sw      $t4, INCC_SIZE($zero)
        b       1b
`;

/** A program in C: each rank prints its square. */
export const RANKS = `#include <mclib.h>
#include <stdio.h>

static int square(int n)
{
	return n * n;
}

int main(void)
{
	printf("%d squared is %d\\n", mc_rank(), square(mc_rank()));
	return 0;
}
`;

/** Messages around a ring; each rank is later than the one before. */
export const MPI_RING = `#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	static int data[40];
	int rank, size, sum = 0;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (int turn = 0; turn < 3; turn++) {
		for (volatile int i = 0; i < 20 * rank; i++)
			;
		MPI_Send(data, 2 + 4 * turn, MPI_INT, (rank + 1) % size, turn, MPI_COMM_WORLD);
		MPI_Recv(data, 40, MPI_INT, (rank + size - 1) % size, turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (rank == 0)
		printf("sum %d\\n", sum);
	MPI_Finalize();
	return 0;
}
`;

/** Opens a new project in C and waits until its program is loaded. */
export async function newInC(page) {
  await until(page, "ready", (f) => f.state === "paused");
  await page.getByTestId("projects").click();
  await page.getByTestId("project-new-c").click();
  await page.getByTestId("projects-dialog").waitFor({ state: "detached" });
  // On a narrow page the panels are in tabs.
  if (await page.getByTestId("phone-source").isVisible()) await page.getByTestId("phone-source").click();
  await page.getByTestId("tab-main.c").waitFor();
  await becomes(() => page.getByTestId("assembly").innerText(), /\d/, "it is compiled");
}

/** Compiles, and waits for the result. */
export async function compiled(page, text, file = "main.c") {
  await paste(page, text, file);
  await page.locator("[data-testid=assemble]:enabled:not(.edited)").waitFor();
}

/** Runs the program at full speed until it ends. */
export async function runs(page) {
  await page.getByTestId("pace").selectOption({ index: (await page.getByTestId("pace").locator("option").count()) - 1 });
  await page.getByTestId("run").click();
  return until(page, "ended", (f) => f.state === "ended");
}

/** The text that the selected node has printed. */
export const printed = (page) => page.getByTestId("console").textContent();

/** Waits until the tab MPI shows the profile up to that cycle. */
export const profiled = (page, cycle) => page.locator(`[data-testid="mpi"][data-cycle="${cycle}"]`).waitFor();
