import { countDateShapes, type DateShapes, NO_DATES } from './date-shapes.rules.ts';

/** Different values of a column that are kept; the cells with others are only counted. */
export const MAX_PROFILE_VALUES = 300;
/** Values are cut to this many characters. Longer ones are texts, not words that could be mapped. */
const MAX_VALUE_LENGTH = 120;

/** Cells that a spreadsheet program has probably damaged. */
export interface DamagedCells {
  /** As 1.02E+11. */
  scientific: number;
  /** As #N/A. */
  errors: number;
  /** Whole numbers with a fraction of zero, as 10234.0. */
  zeroFractions: number;
  /** Sizes that became dates, as 02-Apr. */
  shortDates: number;
}

/** What the cells of one column hold. Stored as JSON. */
export interface ColumnProfile {
  /** Cells with content. */
  filled: number;
  /** The first different values with the number of their cells, the most frequent first. */
  values: { value: string; count: number }[];
  /** Cells with a value that is not among `values`. */
  others: number;
  /** Characters of the longest cell. */
  longest: number;
  /** Numbers that begin with zero, as 00123. */
  leadingZeros: number;
  dates: DateShapes;
  damaged: DamagedCells;
}

/** Collects the profile of one column, cell by cell. Its memory is limited. */
export class ColumnProfiler {
  readonly #counts = new Map<string, number>();
  readonly #dates = { ...NO_DATES };
  readonly #damaged: DamagedCells = { scientific: 0, errors: 0, zeroFractions: 0, shortDates: 0 };
  #filled = 0;
  #others = 0;
  #longest = 0;
  #leadingZeros = 0;

  /** Adds a cell, as it was cleaned. */
  add(cell: string): void {
    if (cell === '') return;
    this.#filled += 1;
    this.#longest = Math.max(this.#longest, cell.length);
    this.#count(cell.slice(0, MAX_VALUE_LENGTH));
    if (/^0\d+$/.test(cell)) this.#leadingZeros += 1;
    countDateShapes(this.#dates, cell);
    const damage = findDamage(cell);
    if (damage) this.#damaged[damage] += 1;
  }

  #count(value: string): void {
    const count = this.#counts.get(value);
    if (count !== undefined) this.#counts.set(value, count + 1);
    // A copy: V8 would keep the whole line for a part of it.
    else if (this.#counts.size < MAX_PROFILE_VALUES) this.#counts.set(` ${value}`.slice(1), 1);
    else this.#others += 1;
  }

  end(): ColumnProfile {
    return {
      filled: this.#filled,
      values: [...this.#counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count),
      others: this.#others,
      longest: this.#longest,
      leadingZeros: this.#leadingZeros,
      dates: { ...this.#dates },
      damaged: { ...this.#damaged },
    };
  }
}

/** How a spreadsheet program has probably damaged a cell. */
function findDamage(cell: string): keyof DamagedCells | undefined {
  if (cell.length > 40) return undefined;
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|NV|BEZUG!|WERT!)$/i.test(cell)) return 'errors';
  if (/^\d(?:[.,]\d+)?E\+?\d{1,3}$/i.test(cell)) return 'scientific';
  if (/^\d+[.,]0+$/.test(cell)) return 'zeroFractions';
  return /^(?:\d{1,2}[-. ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-. ]\d{1,2})$/i.test(
    cell,
  )
    ? 'shortDates'
    : undefined;
}
