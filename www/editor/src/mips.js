// MIPS assembly for CodeMirror: one pass, one line at a time, no tables of instructions.
//
// The first word of a statement is taken as its mnemonic whether it exists or not. Only the assembler knows the
// instructions; it reports unknown ones by a diagnostic.

const WORD = /^[\p{L}_.][\p{L}\p{N}_.$]*/u;
const NUMBER = /^(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)[fb]?/;

/** The tokeniser, in the form that `StreamLanguage.define` needs. */
export const mips = {
  name: "mips",

  /** `comment`: inside a block comment. `operands`: after the mnemonic of this statement. */
  startState: () => ({ comment: false, operands: false }),

  copyState: (state) => ({ ...state }),

  token(stream, state) {
    if (stream.sol()) state.operands = false;
    if (state.comment) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("#") || stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.[0-9a-fA-F]*)'?/)) return "string";
    if (stream.match(/^\$\w+/)) return "atom";
    if (stream.match(/^%\w+/)) return "macroName";
    if (stream.match(NUMBER)) return "number";
    if (stream.match(/^[\p{L}_.$][\p{L}\p{N}_.$]*(?=\s*:)/u)) return "labelName";
    if (stream.match(WORD)) {
      const word = stream.current();
      if (state.operands) return "variableName";
      state.operands = true;
      return word.startsWith(".") ? "meta" : "keyword";
    }
    // A statement ends at the end of its line or at a semicolon, as with GNU as.
    if (stream.next() === ";") state.operands = false;
    return null;
  },

  languageData: {
    commentTokens: { line: "#", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", '"'] },
    wordChars: "$.%",
  },
};

/** The word at `offset` of `line` with its place, or null; by default one that could be a mnemonic, directive or register. */
export function wordAt(line, offset, words = /[$.%]?[\p{L}\p{N}_.]+/gu) {
  for (let found; (found = words.exec(line)); ) {
    const from = found.index;
    const to = from + found[0].length;
    if (from <= offset && offset <= to) return { from, to, word: found[0] };
    if (from > offset) break;
  }
  return null;
}
