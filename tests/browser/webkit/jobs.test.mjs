// The main jobs in WebKit, the engine of Safari.

import { test } from "node:test";
import { siteUrl } from "../harness.mjs";
import * as jobs from "../other/jobs.mjs";
import { withPage } from "../other/page.mjs";
import { launch } from "./driver.mjs";

for (const [name, path, job] of [
  ["the first program runs to its end, back and forward", "", jobs.firstProgram],
  ["every core prints; cores are chosen by mouse and by keys", "", jobs.printingCores],
  ["a program is written by keys and kept", "", jobs.writtenProgram],
  ["all modes are opened by the header and run", "", jobs.everyMode],
  ["the interconnect opens at its address", "#/nsim", jobs.interconnect],
  ["the memory systems open at their address", "#/pmnet", jobs.memorySystem],
]) {
  test(name, async () => withPage(launch, { url: (await siteUrl()) + path }, job));
}

test("a problem of the page fails its test", async () => jobs.problemsAreSeen(launch, await siteUrl(), ["error", "exception", "policy", "host"]));
