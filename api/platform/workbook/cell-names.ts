/** Ids by normalised name. */
export type IdsByName = ReadonlyMap<string, number>;

/** A name as it is compared: trimmed, in lower case, with single spaces. */
export const normaliseName = (name: string) => name.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** A heading as it is stored and compared: letters and digits in lower case. */
export const normaliseHeading = (header: string) => header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * The names in one cell: the whole cell where that is a name, otherwise its parts between semicolons or bars, otherwise between commas.
 * Known names that contain a comma are recognised.
 */
export function splitNames(cell: string, known: IdsByName): string[] {
  if (known.has(normaliseName(cell))) return [cell];
  const parts = cell.split(/[;|]/).map((part) => part.trim());
  return parts.filter(Boolean).flatMap((part) => (known.has(normaliseName(part)) ? [part] : splitAtCommas(part, known)));
}

function splitAtCommas(text: string, known: IdsByName): string[] {
  const pieces = text.split(',').map((piece) => piece.trim());
  const names: string[] = [];
  for (let start = 0; start < pieces.length; ) {
    let end = pieces.length;
    while (end > start + 1 && !known.has(normaliseName(pieces.slice(start, end).join(', ')))) end -= 1;
    const name = pieces.slice(start, end).join(', ');
    if (name) names.push(name);
    start = end;
  }
  return names;
}
