import type { ReplyOf } from '#contract/index.ts';
import { formatMoney, plural } from '../ui/format.ts';

export type RangeProduct = ReplyOf<'GET /api/productsorganisation'>['productOrganisations'][number];
export type Outcome = ReplyOf<'POST /api/productsorganisation/bulk'>;

/** What a product is called where the organisation orders it. */
export const nameOf = ({ name, productName }: Pick<RangeProduct, 'name' | 'productName'>) => name ?? productName;

/** The price of the catalogue: one, from the lowest to the highest, or on request. */
export function catalogueWords(price: number | null, highest: number | null, currencyCode: string): string {
  if (price === null) return 'On request';
  const lowest = formatMoney(price, currencyCode);
  return highest === null ? lowest : `${lowest} – ${formatMoney(highest, currencyCode)}`;
}

/** "3 products are changed. 1 stays as it is: the price is on request." */
export function outcomeWords({ changed, unchanged, skipped }: Outcome, deed: string): string {
  const first = changed === 0 ? 'Nothing was changed.' : `${plural(changed, 'product')} ${changed === 1 ? 'is' : 'are'} ${deed}.`;
  const same =
    unchanged > 0 && changed > 0 ? [`${plural(unchanged, 'product')} ${unchanged === 1 ? 'was' : 'were'} so already.`] : [];
  const left = skipped.map(({ count, reason }) => `${plural(count, 'product')} ${count === 1 ? 'stays' : 'stay'}: ${reason}.`);
  return [first, ...same, ...left].join(' ');
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
