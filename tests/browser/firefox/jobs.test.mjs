// The main jobs in Firefox, from a server and from the single file on a disk.

import { test } from "node:test";
import { siteUrl, singleFile } from "../harness.mjs";
import { launch } from "./driver.mjs";
import * as jobs from "../other/jobs.mjs";
import { withPage } from "../other/page.mjs";

/** A page that is left does not wait for what it has asked for. */
const allow = [/NS_BINDING_ABORTED/];

const TESTS = [
  ["the first program runs to its end, back and forward", jobs.firstProgram],
  ["every core prints; cores are chosen by mouse and by keys", jobs.printingCores],
  ["a program is written by keys and kept", jobs.writtenProgram],
  ["all modes are opened by the header and run", jobs.everyMode],
];

for (const [name, job] of TESTS) {
  test(name, async () => withPage(launch, { url: await siteUrl(), allow }, job));
}

test("the interconnect opens at its address", async () =>
  withPage(launch, { url: `${await siteUrl()}#/nsim`, allow }, jobs.interconnect));

test("the memory systems open at their address", async () =>
  withPage(launch, { url: `${await siteUrl()}#/pmnet`, allow }, jobs.memorySystem));

for (const [name, job] of [TESTS[0], TESTS[3]]) {
  test(`in the single file, from a disk: ${name}`, () => withPage(launch, { url: singleFile(), allow }, job));
}

test("a problem of the page fails its test", async () => jobs.problemsAreSeen(launch, await siteUrl(), ["error", "exception", "policy", "missing", "host"]));
