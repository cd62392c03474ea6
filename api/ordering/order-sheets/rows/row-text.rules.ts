import type { SheetCell } from '#contract/ordering/order-sheets/sheet-limits.ts';

/** A row as typed, each cell trimmed, with plain spaces. */
export type TypedCells = Record<SheetCell, string>;

/** Something that a cell is told. Problems keep the row from being added. */
export interface CellMessage {
  cell: SheetCell;
  kind: 'problem' | 'note';
  text: string;
  /** What could be typed instead. */
  choices: string[];
}

/** A message that keeps its row from being added. */
export const problem = (cell: SheetCell, text: string, choices: string[] = []): CellMessage => ({
  cell,
  kind: 'problem',
  text,
  choices,
});

/** A message that is good to know. */
export const noteTo = (cell: SheetCell, text: string): CellMessage => ({ cell, kind: 'note', text, choices: [] });

/** A cell as it is compared and stored: composed characters, no line breaks, no spaces around it, and one plain space for any number and kind of spaces. */
export const cleanCell = (text: string | null | undefined): string =>
  (text ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('\0', '')
    .replaceAll(/[\s\u200b\u2060\ufeff]+/gu, ' ')
    .trim();

/** The sentence for a formula; what it would give is known to the spreadsheet alone. */
export const FORMULA = 'This is a formula. Enter its result.';
/** Whether a cell has a formula instead of its result. */
export const isFormula = (text: string): boolean => /^[=@]/.test(text);

const MAX_QUANTITY = 100_000;
const NOT_A_NUMBER = 'Enter the number of pieces in digits, for example 2.';
const WHOLE_PIECES = 'Enter whole pieces.';

const readDigits = (digits: string) => (digits.length > 9 ? MAX_QUANTITY + 1 : Number(digits));

function checkRange(quantity: number): number | CellMessage {
  if (quantity < 1) return problem('quantity', 'Enter 1 piece or more.');
  if (quantity > MAX_QUANTITY) return problem('quantity', `Enter ${MAX_QUANTITY.toLocaleString('en-GB')} pieces or fewer.`);
  return quantity;
}

/**
 * The number of pieces that a cell means, or what is wrong with it. Thousands may be grouped by spaces or apostrophes, decimals may be zeros after a point or
 * a comma. A comma or point before three digits could be either, so it is asked.
 */
export function readPieces(text: string): number | CellMessage {
  if (text === '') return problem('quantity', 'Enter a quantity.');
  if (isFormula(text)) return problem('quantity', FORMULA);
  if (/^-\s?\d/.test(text) || /^[−–]\s?\d/u.test(text)) return problem('quantity', 'Enter 1 piece or more.');
  if (/[½¼¾⅓⅔⅛⅜⅝⅞]|^\d+\s?\/\s?\d+$|^\d+ \d+\/\d+$/u.test(text)) return problem('quantity', WHOLE_PIECES);
  const plain = text.normalize('NFKC');
  const grouped = /^\d{1,3}(?:[ '’]\d{3})+$/u.exec(plain);
  if (grouped) return checkRange(readDigits(plain.replaceAll(/[ '’]/gu, '')));
  if (/^\d+$/.test(plain)) return checkRange(readDigits(plain));
  const decimal = /^(\d+)[.,](\d+)$/.exec(plain);
  if (!decimal) return problem('quantity', NOT_A_NUMBER);
  const [, whole = '', decimals = ''] = decimal;
  const isWhole = /^0+$/.test(decimals);
  if (decimals.length === 3 && whole.length <= 3 && whole !== '0') {
    const meanings = [...(isWhole ? [whole] : []), `${whole}${decimals}`];
    return problem(
      'quantity',
      `Is this ${meanings.join(' or ')}? Enter the number without ${plain.includes(',') ? 'a comma' : 'a point'}.`,
      meanings,
    );
  }
  return isWhole ? checkRange(readDigits(whole)) : problem('quantity', WHOLE_PIECES);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MONTH = /^(\d{1,2})[-/. ](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:[-/. ]\d{2,4})?$/i;
const MONTH_NUMBER = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[-/. ](\d{1,4})$/i;
const NUMERIC = /^(\d{1,2})[/.](\d{1,2})[/.](?:\d{2}|\d{4})$/;
const ISO = /^\d{4}-(\d{1,2})-(\d{1,2})(?:[ t].*)?$/i;

const monthNumber = (name: string) => MONTHS.indexOf(name.toLowerCase()) + 1;

/**
 * The two numbers of a size such as 3/4 that a spreadsheet has turned into a date such as `3-Apr`, in either order; undefined for a text that is no date.
 */
export function readDate(text: string): [number, number] | undefined {
  const dayMonth = DAY_MONTH.exec(text);
  if (dayMonth) return [Number(dayMonth[1]), monthNumber(dayMonth[2] ?? '')];
  const monthFirst = MONTH_NUMBER.exec(text);
  if (monthFirst) return [monthNumber(monthFirst[1] ?? ''), Number(monthFirst[2]) % 100];
  const numeric = NUMERIC.exec(text) ?? ISO.exec(text);
  return numeric ? [Number(numeric[1]), Number(numeric[2])] : undefined;
}

/** Whether a size such as `3/4`, `3-4` or `03/04` has these two numbers. */
export function isSizeOfDate(size: string, [first, second]: readonly [number, number]): boolean {
  const numbers = /^0*(\d{1,2})\s?[-/–]\s?0*(\d{1,2})$/u.exec(size);
  if (!numbers) return false;
  const [low, high] = [Number(numbers[1]), Number(numbers[2])];
  return (low === first && high === second) || (low === second && high === first);
}

/** A colour, size or fit in the form in which typed ones are compared with it: without regard to case, spaces and how halves are written. */
export const toChoiceKey = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\s?½|(?<=\d) 1\/2/gu, '.5')
    .replaceAll(/(?<=\d),(?=\d)/g, '.')
    .replaceAll(/(?<=\d\.\d)0+(?=\D|$)|(?<=\d)\.0+(?=\D|$)/g, '')
    .replaceAll(/[\s’'‘]/gu, '');
