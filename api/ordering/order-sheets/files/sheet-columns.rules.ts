import { normaliseHeading } from '#api/platform/workbook/cell-names.ts';
import { SHEET_CELLS, type SheetCell } from '#contract/ordering/order-sheets/sheet-limits.ts';

/** The heading of each column, as our own workbook has it. */
export const SHEET_HEADINGS: Readonly<Record<SheetCell, string>> = {
  wearer: 'Wearer',
  garment: 'Garment or SKU',
  colour: 'Colour',
  size: 'Size',
  fit: 'Fit',
  quantity: 'Quantity',
  reason: 'Reason',
  nameOnGarment: 'Name on garment',
};

/** Headings that our own workbook has besides, for people to read. */
export const INFORMATION_HEADINGS = { left: 'Left', group: 'Group' } as const;

/** The names under which files have a column, the clearest first: of several columns for one cell, the first that is not empty counts. */
const NAMES: Readonly<Record<SheetCell, readonly string[]>> = {
  wearer: [
    'email',
    'emailaddress',
    'employeenumber',
    'employeeno',
    'employeeid',
    'staffnumber',
    'payrollnumber',
    'wearer',
    'wearername',
    'name',
    'fullname',
    'employee',
    'employeename',
    'person',
    'staff',
    'staffname',
  ],
  garment: [
    'sku',
    'code',
    'itemcode',
    'productcode',
    'stylecode',
    'gtin',
    'ean',
    'barcode',
    'garmentorsku',
    'garment',
    'product',
    'productname',
    'item',
    'article',
    'style',
    'description',
  ],
  colour: ['colour', 'color'],
  size: ['size'],
  fit: ['fit', 'length', 'leg', 'leglength'],
  quantity: ['quantity', 'qty', 'pieces', 'pcs', 'amount', 'units', 'ordered'],
  reason: ['reason', 'why', 'comment', 'comments', 'note', 'notes'],
  nameOnGarment: [
    'nameongarment',
    'garmentname',
    'nameonuniform',
    'embroidery',
    'embroideredname',
    'personalisation',
    'badgename',
  ],
};
const FIRST_NAME = ['firstname', 'forename', 'givenname'];
const LAST_NAME = ['lastname', 'surname', 'familyname'];
const INFORMATION = ['left', 'group'];

/** How a file's columns are read. */
export interface SheetColumns {
  /** Whether the first line has headings; otherwise it is a row like the others. */
  hasHeadings: boolean;
  /** A cell of a row. */
  read: (cell: SheetCell, row: readonly string[]) => string;
  /** Headings of columns that are not read. */
  unread: string[];
}

/**
 * Finds the columns of a file by their headings, which can be in any order and have other names. Without one that is known, the columns are those of a sheet
 * in its order. Columns for which `isHidden` are not read.
 */
export function findSheetColumns(headings: readonly string[], isHidden: (column: number) => boolean): SheetColumns {
  const shown = headings.flatMap((heading, column) =>
    isHidden(column) ? [] : [{ heading, key: normaliseHeading(heading), column }],
  );
  const placesOf = (names: readonly string[]) =>
    names.flatMap((name) => shown.filter(({ key }) => key === name).map(({ column }) => column));
  const places = new Map(SHEET_CELLS.map((cell) => [cell, placesOf(NAMES[cell])]));
  const [firstName, lastName] = [placesOf(FIRST_NAME)[0], placesOf(LAST_NAME)[0]];
  const known = new Set([...places.values()].flat());
  if (known.size === 0 && firstName === undefined) {
    // Later rows can have more columns than the first.
    const columns = Array.from({ length: headings.length + SHEET_CELLS.length }, (_, column) => column).filter(
      (column) => !isHidden(column),
    );
    return {
      hasHeadings: false,
      read: (cell, row) => row[columns[SHEET_CELLS.indexOf(cell)] ?? -1] ?? '',
      unread: [],
    };
  }
  const parts = [firstName, lastName].flatMap((place) => place ?? []);
  return {
    hasHeadings: true,
    read: (cell, row) => {
      const place = places.get(cell)?.find((each) => row[each]);
      if (place !== undefined) return row[place] ?? '';
      return cell === 'wearer'
        ? parts
            .map((part) => row[part] ?? '')
            .join(' ')
            .trim()
        : '';
    },
    unread: shown
      .filter(
        ({ column, heading, key }) =>
          heading !== '' && !known.has(column) && !parts.includes(column) && !INFORMATION.includes(key),
      )
      .map(({ heading }) => heading),
  };
}
