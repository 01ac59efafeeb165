// A reporter for Node's test runner: the seconds of each file of tests, the longest first, to show where time goes. It appends the
// failed tests with their errors to the file that MCORE_FAILURES names.

import { appendFileSync } from "node:fs";
import { basename } from "node:path";

/** The maximum number of lines of an error that are kept. */
const MAX_LINES = 12;

/** The error of a failed test. */
function reason({ error }) {
  const { cause } = error ?? {};
  const lines = String(cause?.stack ?? cause ?? error).split("\n");
  return lines.slice(0, MAX_LINES).map((line) => `    ${line}\n`).join("");
}

export default async function* seconds(events) {
  const files = new Map();
  for await (const { type, data } of events) {
    // Tests inside tests are part of their time.
    if (!["test:pass", "test:fail"].includes(type) || data.nesting > 0 || !data.file) continue;
    const name = basename(data.file);
    if (type === "test:fail" && process.env.MCORE_FAILURES) {
      appendFileSync(process.env.MCORE_FAILURES, `  ${name}: ${data.name}\n${reason(data.details)}`);
    }
    const { tests, time } = files.get(name) ?? { tests: 0, time: 0 };
    files.set(name, { tests: tests + 1, time: time + data.details.duration_ms / 1000 });
  }
  const lines = [...files].sort(([, a], [, b]) => b.time - a.time);
  yield "seconds and tests of each file\n";
  for (const [name, { tests, time }] of lines) yield `${time.toFixed(1).padStart(8)} s ${String(tests).padStart(4)}  ${name}\n`;
}
