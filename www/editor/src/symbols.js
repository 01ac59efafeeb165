// The definitions in an assembly text: labels, constants, macros, common data, numbered labels.
//
// They are read from the present text, so that going to a definition works before (and without) the next assembly.

const NAME = /[\p{L}_.$][\p{L}\p{N}_.$]*/uy;
const LABEL = /\s*(?:([\p{L}_.$][\p{L}\p{N}_.$]*)|(\d+))\s*:/uy;
const ASSIGNMENT = /\s*([\p{L}_.$][\p{L}\p{N}_.$]*)\s*=(?!=)/uy;
const DIRECTIVE = /\s*(\.(?:equ|equiv|eqv|set|macro|comm|lcomm))\s+([\p{L}_.$][\p{L}\p{N}_.$]*)(\s*,)?/iuy;

/**
 * The line with comments removed and strings blanked out, everything else in place; and whether a block comment
 * continues.
 */
export function bareLine(line, inComment) {
  let out = "";
  let at = 0;
  while (at < line.length) {
    if (inComment) {
      const end = line.indexOf("*/", at);
      const next = end < 0 ? line.length : end + 2;
      out += " ".repeat(next - at);
      inComment = end < 0;
      at = next;
    } else if (line[at] === "#" || line.startsWith("//", at)) {
      return [out, false];
    } else if (line.startsWith("/*", at)) {
      inComment = true;
      out += "  ";
      at += 2;
    } else {
      const quoted = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)'?/y;
      quoted.lastIndex = at;
      const found = quoted.exec(line);
      if (found) {
        out += " ".repeat(found[0].length);
        at += found[0].length;
      } else {
        out += line[at++];
      }
    }
  }
  return [out, inComment];
}

/**
 * `{names, numbered}` of a text: `names` maps a name to its first definition `{line, from, kind}` (`label`, `constant`,
 * `macro`, `data`), `numbered` lists `{number, line, from}` of labels such as `1:`. Lines from 1, `from` in UTF-16 units.
 */
export function definitions(text) {
  const names = new Map();
  const numbered = [];
  let comment = false;
  text.split("\n").forEach((whole, index) => {
    const [line, goesOn] = bareLine(whole, comment);
    comment = goesOn;
    const define = (name, from, kind) => {
      if (!names.has(name)) names.set(name, { line: index + 1, from, kind });
    };
    for (let at = 0; at <= line.length; ) {
      LABEL.lastIndex = at;
      const label = LABEL.exec(line);
      if (label) {
        const from = at + label[0].search(/\S/);
        if (label[2]) numbered.push({ number: label[2], line: index + 1, from });
        else define(label[1], from, "label");
        at = LABEL.lastIndex;
        continue;
      }
      DIRECTIVE.lastIndex = at;
      ASSIGNMENT.lastIndex = at;
      const directive = DIRECTIVE.exec(line);
      const assignment = directive ? null : ASSIGNMENT.exec(line);
      if (directive) {
        const name = directive[1].toLowerCase();
        const kind = name === ".macro" ? "macro" : /comm$/.test(name) ? "data" : "constant";
        // `.set noreorder` defines no symbol; `.set name, value` does.
        if (name !== ".set" || directive[3]) {
          define(directive[2], at + directive[0].lastIndexOf(directive[2]), kind);
        }
      } else if (assignment) {
        define(assignment[1], at + assignment[0].search(/\S/), "constant");
      }
      // The next statement of the line, if there is one.
      const next = line.indexOf(";", at);
      if (next < 0) break;
      at = next + 1;
    }
  });
  return { names, numbered };
}

/** The definition of `word` (a name, or `1f`, `2b`) as seen from a line; null if there is none. */
export function definitionOf({ names, numbered }, word, line) {
  const local = /^(\d+)([fb])$/.exec(word);
  if (!local) return names.get(word) ?? null;
  const same = numbered.filter((label) => label.number === local[1]);
  const found = local[2] === "f" ? same.find((label) => label.line > line) : same.filter((label) => label.line <= line).pop();
  return found ? { ...found, kind: "label" } : null;
}

/** The statement around `offset` of a line: `{from, word, operands}`; `word` is its mnemonic with place, or null. */
export function statementAt(line, offset) {
  const [bare] = bareLine(line, false);
  let from = bare.lastIndexOf(";", offset - 1) + 1;
  const end = bare.indexOf(";", offset);
  const stop = end < 0 ? bare.length : end;
  for (;;) {
    LABEL.lastIndex = from;
    const label = LABEL.exec(bare.slice(0, stop));
    if (!label) break;
    from = LABEL.lastIndex;
  }
  NAME.lastIndex = from + (bare.slice(from, stop).match(/^\s*/)?.[0].length ?? 0);
  const found = NAME.exec(bare.slice(0, stop));
  if (!found) return { from, word: null, operands: [] };
  const word = { text: found[0], from: found.index, to: found.index + found[0].length };
  const operands = bare.slice(word.to, stop).split(",").map((text) => text.trim()).filter(Boolean);
  return { from, word, operands };
}
