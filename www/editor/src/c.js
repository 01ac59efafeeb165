// Names in a text of C: where each is defined, and which ones can be written at the cursor.
//
// This is no parser: the compiler finds errors. It reads tokens, and takes a name after a type as its definition.

const TOKEN = /\/\*[^]*?(?:\*\/|$)|\/\/.*|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|^[ \t]*#[ \t]*(\w+)(?:[ \t]+(\w+))?(?:\\\n|.)*|[A-Za-z_]\w*|\.?\d[\w.]*|[^\s]/gm;
const TYPE = /^(?:int|char|short|long|float|double|signed|unsigned|void|bool|_Bool|const|volatile|register|static|\w+_t|MPI_\w+)$/;
const KEYWORDS =
  "break case char const continue default do double else enum extern float for goto if int long return short signed sizeof static struct switch typedef union unsigned void volatile while #define #include #ifdef #endif".split(" ");

/** The definitions in a text: `[{name, line, from, kind, scope}]`, `scope` the first and last line of a local name. */
export function definitionsInC(text) {
  const tokens = [];
  const found = [];
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
    if (directive === "define" && name) {
      found.push({ name, line, from: match.index + word.indexOf(name, word.indexOf("define") + 6) - start, kind: "constant", scope: null });
    }
    if (/^(?:\/[/*]|[ \t]*#)/.test(word)) continue;
    tokens.push({ word, line, from: match.index - start });
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
