/**
 * The values asked for of each attribute, both in lower case, from filters such as `Colour:Navy`. Several values of one attribute are alternatives.
 */
export function readAttributeFilters(filters: readonly string[] = []): Map<string, string[]> {
  const read = new Map<string, string[]>();
  for (const filter of filters) {
    const colon = filter.indexOf(':');
    const name = filter.slice(0, colon).trim().toLowerCase();
    const value = filter
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    read.set(name, [...(read.get(name) ?? []), value]);
  }
  return read;
}
