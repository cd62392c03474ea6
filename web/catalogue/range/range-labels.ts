import type { ReplyOf } from '#contract/index.ts';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import type { RangeBulkEdit } from './use-range-bulk-edit.ts';

export type RangeProduct = ReplyOf<'GET /api/productsorganisation'>['productOrganisations'][number];

/** The product's name in the organisation's range: its custom name, otherwise the catalogue's. */
export const getRangeProductName = ({ name, productName }: Pick<RangeProduct, 'name' | 'productName'>) => name ?? productName;

/** The catalogue price: a single price, a range from the lowest to the highest, or "On request" for null. */
export function formatCataloguePrice(price: number | null, highest: number | null, currencyCode: string): string {
  if (price === null) return 'On request';
  const lowest = formatMoney(price, currencyCode);
  return highest === null ? lowest : `${lowest} – ${formatMoney(highest, currencyCode)}`;
}

/** The number of products that a bulk edit should have changed but did not. */
export const countSkipped = ({ skipped }: Pick<RangeBulkEdit, 'skipped'>) => skipped.reduce((sum, { count }) => sum + count, 0);

const ACTION_LABELS: Readonly<Record<string, string>> = { added: 'added', removed: 'removed', undone: 'restored' };
const UNCHANGED_LABELS: Readonly<Record<string, string>> = { added: 'already in the range', removed: 'already removed' };

/** The result of a bulk edit: "51 changed, 4 already had this setting, 1 not changed". */
export function formatRangeResult(
  change: Pick<RangeBulkEdit, 'what' | 'total' | 'changed' | 'unchanged' | 'skipped' | 'isFinished'>,
): string {
  const { what, total, changed, unchanged, isFinished } = change;
  const skipped = countSkipped(change);
  if (!isFinished) return `${formatNumber(changed + unchanged + skipped)} of ${formatNumber(total)} done so far`;
  return [
    `${formatNumber(changed)} ${ACTION_LABELS[what] ?? 'changed'}`,
    unchanged > 0 && `${formatNumber(unchanged)} ${UNCHANGED_LABELS[what] ?? 'already had this setting'}`,
    skipped > 0 && `${formatNumber(skipped)} not ${ACTION_LABELS[what] ?? 'changed'}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** A percentage with its sign for display: "+7.5", "−10". */
export const formatSignedPercent = (percent: number) => `${percent < 0 ? '−' : '+'}${Math.abs(percent)}`;

/** Parses a percentage with an optional sign; undefined if it is not a number. */
export function parseSignedPercent(text: string): number | undefined {
  const [, sign, rest = ''] = /^\s*([+−-]?)\s*(.*)$/.exec(text) ?? [];
  const number = parseAmount(rest);
  return number === undefined ? undefined : sign === '' || sign === '+' ? number : -number;
}

/** Parses an amount or a percentage without a sign, with up to two decimals; undefined if it is not a number. A comma counts as a decimal point. */
export function parseAmount(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}
