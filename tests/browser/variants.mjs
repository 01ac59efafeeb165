// Variants of a test: languages, themes, sizes. `cargo xtask test` runs one of each list, chosen by the commit; with `--all`, and by
// hand, all of them are run.

/** Chooses one of a list by a number; the numbers of a row choose all in turn, and lists are independent of each other. */
export function chosen(list, number) {
  const text = JSON.stringify(list);
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + letter.codePointAt(0)) % 1_000_003;
  return list[(hash + number) % list.length];
}

/** The variants to run: MCORE_VARIANTS is a number that chooses one; without it, all. */
export function variants(list) {
  const number = process.env.MCORE_VARIANTS;
  return number ? [chosen(list, Number(number))] : list;
}
