interface NumberedLine<Key> {
  key: Key;
  /** 0 for a line that is not saved yet. */
  id: number;
  alternativeToId: number | null;
}

/** The numbers of lines by their keys: `1`, `2`; alternatives have that of their line with a letter: `2a`. */
export function numberLines<Key>(lines: readonly NumberedLine<Key>[]): Map<Key, string> {
  const numbers = new Map<Key, string>();
  const ofRequested = new Map<number, { number: number; alternatives: number }>();
  let last = 0;
  for (const { key, id, alternativeToId } of lines) {
    const main = alternativeToId === null ? undefined : ofRequested.get(alternativeToId);
    if (main) {
      numbers.set(key, `${main.number}${String.fromCharCode(97 + (main.alternatives % 26))}`);
      main.alternatives += 1;
    } else {
      last += 1;
      numbers.set(key, String(last));
      if (id > 0) ofRequested.set(id, { number: last, alternatives: 0 });
    }
  }
  return numbers;
}
