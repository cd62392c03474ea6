const gap = 100;

/**
 * Display orders for things in the order in which they shall stand. Those that have a number keep it where that is
 * possible, and new ones take a number between their neighbours', so that a new size does not move all others.
 */
export function assignDisplayOrders(present: readonly (number | null)[]): number[] {
  const result: number[] = [];
  for (const [place, own] of present.entries()) {
    const before = result.at(-1) ?? -gap;
    if (own !== null) {
      if (place > 0 && own <= before) return renumber(present.length);
      result.push(own);
      continue;
    }
    const next = present.slice(place).find((number) => number !== null);
    const missing = next === undefined ? 0 : present.slice(place).findIndex((number) => number !== null);
    const number = next === undefined ? before + gap : before + Math.floor((next - before) / (missing + 1));
    if (number <= before || (next !== undefined && number >= next)) return renumber(present.length);
    result.push(number);
  }
  return result;
}

function renumber(length: number): number[] {
  return Array.from({ length }, (_, place) => place * gap);
}
