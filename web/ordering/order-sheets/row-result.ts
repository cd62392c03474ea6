import type { SheetCell } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { formatDate } from '#web/ui/format/format.ts';
import type { CheckedRow, RowResult } from './sheet-checker.ts';
import type { SheetRow } from './sheet-rows.ts';

export type SheetMessage = CheckedRow['messages'][number];

/** What a row will be, in words, with the sign before it. */
export interface RowOutcome {
  kind: 'ready' | 'note' | 'late' | 'problem';
  text: string;
}

/** The message of a cell, as long as the cell has the text that it is about. */
export function findCellMessage(row: SheetRow, result: RowResult | undefined, cell: SheetCell): SheetMessage | undefined {
  if (!result || result.row[cell] !== row[cell] || (cell === 'wearer' && result.row.customerId !== row.customerId))
    return undefined;
  return result.checked.messages.find((message) => message.cell === cell);
}

/** Whether what the server said of a row is about other texts by now. */
export const isOutdated = (row: SheetRow, result: RowResult): boolean => result.row !== row;

/** What a row will be; undefined for an empty row, and before it has been checked. */
export function describeRow({ checked }: RowResult): RowOutcome | undefined {
  if (checked.state === 'empty') return undefined;
  const [first] = checked.messages;
  if (checked.state === 'problem') return { kind: 'problem', text: first?.text ?? 'Cannot be ordered.' };
  if (first && checked.beyondQuantity > 0) return { kind: 'note', text: first.text };
  if (checked.isLate)
    return { kind: 'late', text: checked.dueDateUtc ? `From ${formatDate(checked.dueDateUtc)}` : 'Delivered later' };
  if (first) return { kind: 'note', text: first.text };
  return { kind: 'ready', text: describeCoverage(checked) };
}

function describeCoverage({ coveredQuantity, leftQuantity }: CheckedRow): string {
  if (coveredQuantity === null) return 'Ready';
  return leftQuantity === null ? `${coveredQuantity} from entitlement` : `${coveredQuantity} of ${leftQuantity} left`;
}

/** A text that the server adds to an empty cell, and whether it is a size or name that it proposes. */
export interface FilledIn {
  text: string;
  isProposed: boolean;
}

/** What an empty cell will be: a size or name that is proposed, or what a SKU says. */
export function findFilledIn(row: SheetRow, result: RowResult | undefined, cell: SheetCell): FilledIn | undefined {
  if (!result || row[cell] !== '' || result.row.garment !== row.garment || result.row.wearer !== row.wearer) return undefined;
  if (cell === 'nameOnGarment') return findOwnName(result);
  if (cell !== 'colour' && cell !== 'size' && cell !== 'fit') return undefined;
  const text = result.checked[cell];
  if (!text) return undefined;
  return { text, isProposed: result.checked.proposedFrom !== null && cell !== 'colour' };
}

/** The name of the wearer, as the garment gets it. */
const findOwnName = ({ row, checked }: RowResult): FilledIn | undefined =>
  row.nameOnGarment === '' && checked.nameOnGarment ? { text: checked.nameOnGarment, isProposed: true } : undefined;

/** The cell of the first problem of a row. */
export const findProblemCell = ({ checked }: RowResult): SheetCell | undefined =>
  checked.messages.find(({ kind }) => kind === 'problem')?.cell;
