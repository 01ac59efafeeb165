// Another text for a document.

/**
 * The changes from a document to a text with lines ended by `\n`. If it has as many lines, each line that differs changes from its first
 * different character on, so marks, cursor and scroll position stay where they are.
 */
export function changesTo(doc, text) {
  const lines = text.split("\n");
  if (lines.length !== doc.lines || text.includes("\r")) return [{ from: 0, to: doc.length, insert: text }];
  return lines.flatMap((line, index) => {
    const { from, to, text: before } = doc.line(index + 1);
    if (line === before) return [];
    let same = 0;
    while (same < line.length && line[same] === before[same]) same++;
    return [{ from: from + same, to, insert: line.slice(same) }];
  });
}
