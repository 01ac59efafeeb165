// Names in a text of C: where each is defined, and which ones can be written at the cursor.
//
// This is no parser: the compiler finds errors. It reads tokens, and takes a name after a type as its definition.

const TOKEN = /\/\*[^]*?(?:\*\/|$)|\/\/.*|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|^[ \t]*#[ \t]*(\w+)(?:[ \t]+(\w+))?(?:\\\n|.)*|[A-Za-z_]\w*|\.?\d[\w.]*|[^\s]/gm;
/** Names in a line, besides texts in quotes and comments. */
const TOKEN_IN_LINE = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/\*[^]*?(?:\*\/|$)|\/\/.*|\d\w*|([A-Za-z_]\w*)/g;
const TYPE = /^(?:int|char|short|long|float|double|signed|unsigned|void|bool|_Bool|const|volatile|register|static|\w+_t|MPI_\w+)$/;
const KEYWORDS =
  "break case char const continue default do double else enum extern float for goto if int long return short signed sizeof static struct switch typedef union unsigned void volatile while #define #include #ifdef #endif".split(" ");

/** The tokens of a text without comments, each with its line, its place in the line and in the text: `[{word, line, from, at}]`. */
function tokensOf(text) {
  const tokens = [];
  let line = 1;
  let start = 0;
  let read = 0;
  for (const match of text.matchAll(TOKEN)) {
    for (; read < match.index; read++) {
      if (text[read] === "\n") {
        line++;
        start = read + 1;
      }
    }
    const [word, directive, name] = match;
    if (word.startsWith("//") || word.startsWith("/*")) continue;
    tokens.push({ word, line, from: match.index - start, at: match.index, directive, name });
  }
  return tokens;
}

/** The definitions in a text: `[{name, line, from, kind, scope}]`, `scope` the first and last line of a local name. */
export function definitionsInC(text) {
  const tokens = [];
  const found = [];
  for (const token of tokensOf(text)) {
    const { word, line, from, directive, name } = token;
    if (directive === "define" && name) {
      found.push({ name, line, from: from + word.indexOf(name, word.indexOf("define") + 6), kind: "constant", scope: null });
    }
    if (!/^[ \t]*#/.test(word)) tokens.push(token);
  }
  const types = new Set();
  const open = [];
  const closes = new Map();
  tokens.forEach(({ word }, i) => {
    if (/^[([{]$/.test(word)) open.push(i);
    if (/^[)\]}]$/.test(word)) closes.set(open.pop(), i + 1);
  });
  /** Index after the bracket that closes the one at `at`. */
  const after = (at) => closes.get(at) ?? tokens.length;
  let scope = null;
  let typedef = false;
  let inEnum = 0;
  let depth = 0;
  let declares = false;
  tokens.forEach((token, i) => {
    const { word } = token;
    const next = tokens[i + 1]?.word ?? "";
    const add = (kind, where) => found.push({ name: word, line: token.line, from: token.from, kind, scope: where });
    if (scope && token.line > scope[1]) scope = null;
    if (word === "{") depth++;
    if (word === "}") inEnum = --depth < inEnum ? 0 : inEnum;
    if (word === ";" || word === "{" || word === ")") declares = false;
    if (word === ";" && depth === 0) typedef = false;
    if (word === "typedef") typedef = true;
    if (!/^[A-Za-z_]/.test(word) || TYPE.test(word)) return;
    const before = tokens[i - 1]?.word ?? "";
    if (/^(?:struct|union|enum)$/.test(before)) {
      if (next === "{") add("type", null);
      if (next === "{" && before === "enum") inEnum = depth + 1;
      types.add(word);
      return;
    }
    if (word === "enum" && next === "{") inEnum = depth + 1;
    if (inEnum && depth === inEnum && /^[,=}]$/.test(next) && /^[{,]$/.test(before)) return void add("constant", null);
    let at = i - 1;
    while (tokens[at]?.word === "*") at--;
    const kind = tokens[at]?.word ?? "";
    const typed = TYPE.test(kind) || types.has(kind) || (kind === "}" && depth === 0 && typedef) || (declares && kind === ",");
    if (!typed) return;
    if (next === "(") {
      const end = after(i + 1);
      const body = tokens[end]?.word === "{";
      if (depth === 0 && body) scope = [token.line, tokens[after(end) - 1].line];
      add(body || depth > 0 ? "function" : "prototype", null);
    } else if (/^[;=,[):]$/.test(next)) {
      if (typedef && depth === 0) {
        types.add(word);
        add("type", null);
      } else {
        declares = true;
        add("variable", scope);
      }
    }
  });
  return found;
}

/** The definition of a name as seen from a line: a local one before it, else that of the text; or null. */
export function definitionInC(found, name, line) {
  const same = found.filter((d) => d.name === name);
  const local = same.filter((d) => d.scope && d.scope[0] <= line && line <= d.scope[1] && d.line <= line);
  const global = same.filter((d) => !d.scope);
  return local.pop() ?? global.find((d) => d.kind !== "prototype") ?? global[0] ?? null;
}

/**
 * The uses of the name at a place of a text, its definition among them: `[{from, to}]`; or null if there is no name. A name
 * that is hidden by another definition is another name. Members of structs are told apart from other names, but not by struct.
 */
export function usesInC(text, pos) {
  const names = [];
  const braces = [];
  let before = [];
  for (const token of tokensOf(text)) {
    const { word } = token;
    if (/^[ \t]*#/.test(word)) {
      // Bodies of macros, and conditions. Texts in quotes and names of headers are no names.
      if (/^[ \t]*#[ \t]*include/.test(word)) continue;
      for (const part of word.matchAll(TOKEN_IN_LINE)) {
        if (part[1]) names.push({ word: part[1], line: token.line, at: token.at + part.index, member: false });
      }
      continue;
    }
    if (word === "{") braces.push(/^(?:struct|union)$/.test(before.at(-1)) || /^(?:struct|union)$/.test(before.at(-2)));
    if (word === "}") braces.pop();
    if (/^[A-Za-z_]/.test(word)) {
      // `->` is two tokens. In the body of a struct, the type of a member is no member.
      const reached = before.at(-1) === "." || (before.at(-1) === ">" && before.at(-2) === "-");
      names.push({ word, line: token.line, at: token.at, member: reached, inside: braces.at(-1) === true, next: "" });
    } else if (names.length > 0 && names.at(-1).next === "") {
      names.at(-1).next = word;
    }
    before = [...before.slice(-1), word];
  }
  for (const name of names) if (name.inside && /^[;,:[)]$/.test(name.next) && !TYPE.test(name.word)) name.member = true;
  const chosen = names.find(({ word, at }) => at <= pos && pos <= at + word.length);
  if (!chosen || TYPE.test(chosen.word) || KEYWORDS.includes(chosen.word)) return null;
  const all = definitionsInC(text);
  // Members are no definitions of other names.
  const members = new Set(names.filter(({ member }) => member).map(({ word, line }) => `${word} ${line}`));
  const found = all.filter(({ name, line }) => !members.has(`${name} ${line}`));
  const meant = ({ word, line }) => {
    const definition = definitionInC(found, word, line);
    return definition && `${definition.line}:${definition.from}`;
  };
  const wanted = meant(chosen);
  const same = names.filter((name) => name.word === chosen.word && name.member === chosen.member);
  return same.filter((name) => chosen.member || meant(name) === wanted).map(({ word, at }) => ({ from: at, to: at + word.length }));
}

/** Completions at the end of `before` in a text of C, as `complete` of complete.js; `texts` are all texts of the project, the shown one first. */
export function completeC({ before, explicit, offers, texts, line }) {
  const word = /#?\w*$/.exec(before)[0];
  if ((!word && !explicit) || /^\d/.test(word)) return null;
  const known = new Map();
  texts.forEach((text, index) => {
    for (const { name, kind, scope } of definitionsInC(text)) {
      const seen = index === 0 ? !scope || (scope[0] <= line && line <= scope[1]) : !scope;
      if (seen) known.set(name, { label: name, type: kind === "prototype" ? "function" : kind, kind });
    }
  });
  const library = offers.filter((o) => o.kind === "Function" && !known.has(o.label));
  const keywords = KEYWORDS.map((label) => ({ label, type: "keyword", kind: "Keyword", boost: -1 }));
  return { from: before.length - word.length, options: [...known.values(), ...library, ...keywords] };
}
