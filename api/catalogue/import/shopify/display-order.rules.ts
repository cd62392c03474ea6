const GAP = 100;

/**
 * Assigns display orders to items given in the desired order (`null`: no display order yet). Existing numbers are kept if
 * possible and new items get a number between their neighbours, so that adding a size does not update all the others.
 */
export function assignDisplayOrders(present: readonly (number | null)[]): number[] {
  const result: number[] = [];
  for (const [index, own] of present.entries()) {
    const before = result.at(-1) ?? -GAP;
    if (own !== null) {
      if (index > 0 && own <= before) return renumber(present.length);
      result.push(own);
      continue;
    }
    const next = present.slice(index).find((number) => number !== null);
    const missing = next === undefined ? 0 : present.slice(index).findIndex((number) => number !== null);
    const number = next === undefined ? before + GAP : before + Math.floor((next - before) / (missing + 1));
    if (number <= before || (next !== undefined && number >= next)) return renumber(present.length);
    result.push(number);
  }
  return result;
}

function renumber(length: number): number[] {
  return Array.from({ length }, (_, index) => index * GAP);
}

/** Assigns display orders to items of which those that have one keep it; new ones come after all that are stored. */
export function appendDisplayOrders(
  present: readonly (number | null)[],
  stored: readonly { displayOrder: number }[] | undefined,
): number[] {
  let last = Math.max(-GAP, ...(stored ?? []).map(({ displayOrder }) => displayOrder));
  return present.map((own) => {
    if (own === null) last += GAP;
    return own ?? last;
  });
}
