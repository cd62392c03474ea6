import type { SheetSample, SheetStart } from '#api/platform/sheet-file/sheet-reading.ts';
import { readCell, readHeading } from './reading/measures.rules.ts';

/**
 * Where the table of a size guide begins: the row with the most headings that are measures, of the sheet that has it first. Titles above it and sheets before it, such
 * as a cover, are passed over. Undefined where no heading is a measure.
 */
export function findGuideStart(samples: readonly SheetSample[]): SheetStart | undefined {
  let best: (SheetStart & { score: number }) | undefined;
  for (const { sheet, lines } of samples)
    for (const [index, { line, cells }] of lines.entries()) {
      const score = countMeasures(cells);
      // A sentence above the table may name a measure; headings have figures below them.
      if (score > (best?.score ?? 0) && lines.slice(index + 1).some((below) => hasFigures(below.cells)))
        best = { sheet, line, score };
    }
  return best && { sheet: best.sheet, line: best.line };
}

/** Headings that are measures, behind the column of the sizes. Titles stand alone in their line. */
const countMeasures = (cells: readonly string[]): number =>
  cells.filter((cell) => cell !== '').length < 2
    ? 0
    : cells.slice(1).filter((cell) => readHeading(cell).measure && !readCell(cell)).length;

const hasFigures = (cells: readonly string[]): boolean => cells.slice(1).some((cell) => readCell(cell) !== undefined);
