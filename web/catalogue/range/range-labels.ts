import type { ReplyOf } from '#contract/index.ts';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import type { RangeBulkEdit } from './use-range-bulk-edit.ts';

export type RangeProduct = ReplyOf<'GET /api/productsorganisation'>['productOrganisations'][number];

/** What a product is called where the organisation orders it. */
export const getRangeProductName = ({ name, productName }: Pick<RangeProduct, 'name' | 'productName'>) => name ?? productName;

/** The price of the catalogue: one, from the lowest to the highest, or on request. */
export function formatCataloguePrice(price: number | null, highest: number | null, currencyCode: string): string {
  if (price === null) return 'On request';
  const lowest = formatMoney(price, currencyCode);
  return highest === null ? lowest : `${lowest} – ${formatMoney(highest, currencyCode)}`;
}

/** How many products a change left as they are that it was to change. */
export const countSkipped = ({ skipped }: Pick<RangeBulkEdit, 'skipped'>) => skipped.reduce((sum, { count }) => sum + count, 0);

const ACTION_LABELS: Readonly<Record<string, string>> = { added: 'added', removed: 'taken off', undone: 'as before' };

/** What came of a change, in figures: "51 changed, 4 were so already, 1 not". */
export function formatRangeResult(
  change: Pick<RangeBulkEdit, 'what' | 'total' | 'changed' | 'unchanged' | 'skipped' | 'isFinished'>,
): string {
  const { what, total, changed, unchanged, isFinished } = change;
  const skipped = countSkipped(change);
  if (!isFinished) return `${formatNumber(changed + unchanged + skipped)} of ${formatNumber(total)} done so far`;
  return [
    `${formatNumber(changed)} ${ACTION_LABELS[what] ?? 'changed'}`,
    unchanged > 0 && `${formatNumber(unchanged)} ${unchanged === 1 ? 'was' : 'were'} so already`,
    skipped > 0 && `${formatNumber(skipped)} not`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** "+7.5", "−10": a percentage as it is read. */
export const formatSignedPercent = (percent: number) => `${percent < 0 ? '−' : '+'}${Math.abs(percent)}`;

/** A percentage with its sign as it was typed; undefined for what is no number. */
export function parseSignedPercent(typed: string): number | undefined {
  const [, sign, rest = ''] = /^\s*([+−-]?)\s*(.*)$/.exec(typed) ?? [];
  const number = parseAmount(rest);
  return number === undefined ? undefined : sign === '' || sign === '+' ? number : -number;
}

/** An amount or a percentage as it was typed; undefined for what is no number. A comma counts as a point. */
export function parseAmount(typed: string): number | undefined {
  const plain = typed.trim().replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}
