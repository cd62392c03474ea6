import type { ReplyOf } from '#contract/index.ts';
import { formatMoney, formatNumber } from '../ui/format.ts';
import type { RangeChange } from './use-range-changes.ts';

export type RangeProduct = ReplyOf<'GET /api/productsorganisation'>['productOrganisations'][number];

/** What a product is called where the organisation orders it. */
export const nameOf = ({ name, productName }: Pick<RangeProduct, 'name' | 'productName'>) => name ?? productName;

/** The price of the catalogue: one, from the lowest to the highest, or on request. */
export function catalogueWords(price: number | null, highest: number | null, currencyCode: string): string {
  if (price === null) return 'On request';
  const lowest = formatMoney(price, currencyCode);
  return highest === null ? lowest : `${lowest} – ${formatMoney(highest, currencyCode)}`;
}

/** How many products a change left as they are that it was to change. */
export const skippedOf = ({ skipped }: Pick<RangeChange, 'skipped'>) => skipped.reduce((sum, { count }) => sum + count, 0);

const DEEDS: Readonly<Record<string, string>> = { added: 'added', removed: 'taken off', undone: 'as before' };

/** What came of a change, in figures: "51 changed, 4 were so already, 1 not". */
export function resultInWords(
  change: Pick<RangeChange, 'what' | 'total' | 'changed' | 'unchanged' | 'skipped' | 'isFinished'>,
): string {
  const { what, total, changed, unchanged, isFinished } = change;
  const skipped = skippedOf(change);
  if (!isFinished) return `${formatNumber(changed + unchanged + skipped)} of ${formatNumber(total)} done so far`;
  return [
    `${formatNumber(changed)} ${DEEDS[what] ?? 'changed'}`,
    unchanged > 0 && `${formatNumber(unchanged)} ${unchanged === 1 ? 'was' : 'were'} so already`,
    skipped > 0 && `${formatNumber(skipped)} not`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** "+7.5", "−10": a percentage as it is read. */
export const signed = (percent: number) => `${percent < 0 ? '−' : '+'}${Math.abs(percent)}`;

/** A percentage with its sign as it was typed; undefined for what is no number. */
export function readSigned(typed: string): number | undefined {
  const [, sign, rest = ''] = /^\s*([+−-]?)\s*(.*)$/.exec(typed) ?? [];
  const number = readNumber(rest);
  return number === undefined ? undefined : sign === '' || sign === '+' ? number : -number;
}

/** An amount or a percentage as it was typed; undefined for what is no number. A comma counts as a point. */
export function readNumber(typed: string): number | undefined {
  const plain = typed.trim().replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}
