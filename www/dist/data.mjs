// Chooses the constants of the page's program that are loaded with its second part: see split.mjs.
//
// The linker says which function uses which object in memory, and which object points to which (xtask/bindgen/src/data.rs).
// An object that no function of the first part reaches, directly or through other objects, is written into memory by the second
// part.

/** The numbers of the sections with data, and with their count. */
const [CUSTOM, DATA, DATA_COUNT] = [0, 11, 12];

/** An unsigned number as WebAssembly writes it. */
export function leb(value) {
  const bytes = [];
  do {
    const low = value & 0x7f;
    value >>>= 7;
    bytes.push(value ? low | 0x80 : low);
  } while (value);
  return bytes;
}

/** A signed number as WebAssembly writes it. */
function sleb(value) {
  const bytes = [];
  for (;;) {
    const low = value & 0x7f;
    value >>= 7;
    if ((value === 0 && !(low & 0x40)) || (value === -1 && low & 0x40)) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

/** Reads numbers from `bytes`, beginning at `at`. */
export function reader(bytes, at) {
  const unsigned = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const signed = () => {
    for (let value = 0, shift = 0; ; ) {
      const byte = bytes[at++];
      value |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) return byte & 0x40 && shift < 32 ? value | (-1 << shift) : value;
    }
  };
  const take = (count) => bytes.subarray(at, (at += count));
  return { unsigned, signed, take, at: () => at };
}

/** The sections of a module: `{id, name, whole, content}`; custom ones have a name. */
export function sections(bytes) {
  const found = [];
  const input = reader(bytes, 8);
  while (input.at() < bytes.length) {
    const start = input.at();
    const [id] = input.take(1);
    const content = input.take(input.unsigned());
    const named = reader(content, 0);
    const name = id === CUSTOM ? Buffer.from(named.take(named.unsigned())).toString() : null;
    found.push({ id, name, whole: bytes.subarray(start, input.at()), content });
  }
  return found;
}

/** A module with these sections, as bytes. */
export const module = (bytes, parts) => Buffer.concat([bytes.subarray(0, 8), ...parts]);

/** A module without the linker's sections. */
export const withoutRelocations = (bytes) =>
  module(bytes, sections(bytes).filter(({ name }) => !/^(?:linking|reloc\..*)$/.test(name ?? "")).map(({ whole }) => whole));

/** The data that a module writes into memory at the start: `[{at, bytes}]`. */
export function segments(bytes) {
  const section = sections(bytes).find(({ id }) => id === DATA);
  if (!section) return [];
  const input = reader(section.content, 0);
  return Array.from({ length: input.unsigned() }, () => {
    const [kind, code] = [input.unsigned(), input.take(1)[0]];
    if (kind !== 0 || code !== 0x41) throw new Error("a segment of data has no constant address");
    const at = input.signed();
    input.take(1);
    return { at, bytes: input.take(input.unsigned()) };
  });
}

/** The module with `list` in place of its data. */
export function withSegments(bytes, list) {
  const content = Buffer.concat([
    Buffer.from(leb(list.length)),
    ...list.flatMap(({ at, bytes: own }) => [Buffer.from([0, 0x41, ...sleb(at), 0x0b, ...leb(own.length)]), own]),
  ]);
  const section = list.length ? [Buffer.from([DATA, ...leb(content.length)]), content] : [];
  const all = sections(bytes).filter(({ id }) => id !== DATA && id !== DATA_COUNT);
  // Only custom sections follow it.
  const last = all.findLastIndex(({ id }) => id !== CUSTOM) + 1;
  const wholes = all.map(({ whole }) => whole);
  return module(bytes, [...wholes.slice(0, last), ...section, ...wholes.slice(last)]);
}

/** The name of a function as in `links`: without the number that wasm-bindgen adds to equal names. */
const listed = (name) => name.replace(/\[\d{1,6}\]$/, "");

/** Pieces of fewer bytes stay in the first part: their addresses would cost more than they save. */
const SMALL = 24;

/**
 * Divides `data` (a result of `segments`) into the part that is needed at once and the part that is loaded later:
 * `{first, later}`. `names` are the functions of the first part. wasm-bindgen adds some that the linker does not know:
 * `constants(name)` are the numbers in one, none
 * of which may be an address of data.
 */
export function parted(data, links, names, constants) {
  const needed = new Set();
  const open = [];
  const need = (object) => {
    if (needed.has(object)) return;
    needed.add(object);
    open.push(object);
  };
  for (const name of names) {
    const own = links.functions[name] ?? links.functions[listed(name)];
    if (own) own.forEach(need);
    else if (constants(name).some((value) => data.some(({ at, bytes }) => value >= at && value < at + bytes.length)))
      throw new Error(`the linker does not know ${name}, which seems to use data`);
  }
  while (open.length) links.data[open.pop()].to.forEach(need);

  // Bytes between objects belong to none; they stay in the first part.
  const first = [];
  const later = [];
  for (const { at, bytes } of data) {
    const [EARLY, LATE] = [1, 2];
    const when = new Uint8Array(bytes.length).fill(EARLY);
    const mark = (objects, value) =>
      objects.forEach((object) => when.fill(value, Math.max(0, object.at - at), Math.max(0, object.at + object.size - at)));
    mark(links.data, LATE);
    mark(links.data.filter((_, index) => needed.has(index)), EARLY);
    for (let start = 0; start < bytes.length; ) {
      let end = start + 1;
      while (end < bytes.length && when[end] === when[start]) end += 1;
      (when[start] === LATE && end - start >= SMALL ? later : first).push({ at: at + start, bytes: bytes.subarray(start, end) });
      start = end;
    }
  }
  return { first, later };
}
