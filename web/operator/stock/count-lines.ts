import type { BodyOf } from '#contract/index.ts';

type Entry = BodyOf<'POST /api/operator/stock/counts/:id/entries'>['items'][number];

const MAX_PIECES = 1_000_000;

/** A number of pieces as it was typed; undefined for anything else. */
export const readPieces = (text: string): number | undefined => {
  const typed = text.trim();
  return /^\d{1,7}$/.test(typed) && Number(typed) <= MAX_PIECES ? Number(typed) : undefined;
};

/**
 * Reads a block of counted garments: SKU or barcode and pieces in each line, as copied from a sheet or typed with commas. A code that is there several times
 * has the sum of its lines. A line of headings is left out.
 */
export function readCounted(text: string): { items: Entry[]; problems: string[] } {
  const pieces = new Map<string, Entry>();
  const problems: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [code = '', typed = ''] = line.split(line.includes('\t') ? '\t' : /[,;]/).map((cell) => cell.trim());
    if (line.trim() === '' || (index === 0 && /^(sku|code|barcode|gtin)$/i.test(code))) continue;
    const quantity = readPieces(typed);
    if (code === '') problems.push(`Line ${index + 1}: enter a SKU or barcode.`);
    else if (quantity === undefined) problems.push(`Line ${index + 1}: “${typed}” is not a number of pieces.`);
    else {
      const before = pieces.get(code.toLowerCase());
      pieces.set(code.toLowerCase(), { code: before?.code ?? code, quantity: (before?.quantity ?? 0) + quantity });
    }
  }
  return { items: [...pieces.values()], problems };
}
