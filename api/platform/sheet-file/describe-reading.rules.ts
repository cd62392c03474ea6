import type { SheetReading } from './sheet-reading.ts';

/** A number with its noun. */
export const countNoun = (number: number, one: string, several = `${one}s`): string =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : several}`;

/** What of a sheet was left out, filled in or read differently from what its cells say, each in a sentence. */
export function describeReading(reading: SheetReading): string[] {
  const { hiddenRows, hiddenRowCount, hasFilter, filledCells, strayLines, formulas, damagedCells, repeatedHeadings } = reading;
  const notes: (string | false)[] = [
    hiddenRowCount > 0 &&
      `${countNoun(hiddenRowCount, 'hidden row')} ${hiddenRows === 'import' ? 'read too' : 'left out'}.${hasFilter ? ' The sheet has a filter.' : ''}`,
    filledCells > 0 && 'Merged cells were read as the same value in each of their rows.',
    strayLines > 0 && `Cells beyond the headings ignored in ${countNoun(strayLines, 'line')}.`,
    repeatedHeadings > 0 && `${countNoun(repeatedHeadings, 'line')} with the headings again left out.`,
    formulas > 0 && `${countNoun(formulas, 'formula')} read as the result that the file shows.`,
    damagedCells > 0 &&
      `${countNoun(damagedCells, 'cell has', 'cells have')} letters that were damaged before this file was saved, such as Ã¼ for ü. Please correct them in the file.`,
  ];
  return notes.filter((note) => note !== false);
}

/** That the letters of a file are a guess, where they are not confirmed; nothing where the file proves them. */
export const describeDoubt = ({ encoding }: SheetReading): string[] =>
  encoding === null || encoding.isCertain
    ? []
    : [`The file doesn’t say how its letters are encoded. They were read as ${encoding.name}; please check the names.`];
