import type { DesignOptions, GarmentDesign } from '../../../customisation/design-types.ts';
import type { OrderableGarment } from '../../catalogue-types.ts';
import type { CartAddition } from '../../optimistic-cart.ts';
import type { GridCell } from '../grid-model.ts';
import type { GridEntry } from '../totals.ts';

/** The most pieces that get names at once: as many as one request adds. */
export const MAX_NAMED_PIECES = 200;

/** One of the pieces that were entered. */
export interface Piece {
  /** The same for as long as its size has that many pieces. */
  key: string;
  cell: GridCell;
}

/** The texts of pieces by their keys. */
export type PieceTexts = ReadonlyMap<string, string>;

/** The pieces that were entered, in the order of the grid. */
export const listPieces = (entries: readonly GridEntry[]): Piece[] =>
  entries.flatMap(({ cell, quantity }) =>
    Array.from({ length: quantity }, (_, place) => ({ key: `${cell.combination.id} ${place}`, cell })),
  );

/**
 * The designs in which each piece can have a text of its own: those of the organisation for names, then texts that were chosen for all pieces. None is where
 * the organisation requires another.
 */
export function listTextDesigns(
  { nameDesigns }: DesignOptions,
  chosen: readonly GarmentDesign[],
  mandatory: readonly GarmentDesign[],
): GarmentDesign[] {
  const required = new Set(mandatory.map(({ positionId }) => positionId));
  const texts = chosen.filter(({ text, nameDesignId }) => text !== null && nameDesignId === null);
  return [...nameDesigns, ...texts].filter(({ positionId }) => !required.has(positionId));
}

/** The column of a block from a spreadsheet; undefined for a text of one line, which is pasted as in any field. */
export function readColumn(pasted: string): string[] | undefined {
  const lines = pasted.replace(/\r\n?/g, '\n').split('\n');
  while (lines.length > 1 && lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length < 2) return undefined;
  return lines.map((line) => (line.split('\t')[0] ?? '').replace(/^"(.*)"$/, '$1').trim());
}

/** Puts a column of texts on the pieces from one on. `left` is the number of texts for which there are no pieces. */
export function fillDown(
  texts: PieceTexts,
  pieces: readonly Piece[],
  from: number,
  column: readonly string[],
): { texts: PieceTexts; left: number } {
  const filled = new Map(texts);
  const places = pieces.slice(from, from + column.length);
  places.forEach(({ key }, place) => {
    filled.set(key, column[place] ?? '');
  });
  return { texts: filled, left: column.length - places.length };
}

/** The pieces as they are added, those of one size and text together. `others` are the designs that all pieces have. */
export function toNamedAdditions(
  garment: OrderableGarment,
  pieces: readonly Piece[],
  textOf: (piece: Piece) => string,
  design: GarmentDesign,
  others: readonly GarmentDesign[],
): CartAddition[] {
  const found = new Map<string, CartAddition>();
  for (const piece of pieces) {
    const { combination } = piece.cell;
    const text = textOf(piece);
    const key = JSON.stringify([combination.id, text]);
    const designs = text === '' ? others : [...others, { ...design, id: 0, customisationId: null, text }];
    found.set(key, { garment, combination, designs, quantity: (found.get(key)?.quantity ?? 0) + 1 });
  }
  return [...found.values()];
}
