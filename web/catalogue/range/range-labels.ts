import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { formatMoney } from '#web/ui/format/format.ts';

export type RangeProduct = ReplyOf<'GET /api/productsorganisation'>['productOrganisations'][number];

/** Why prices cannot be changed where the organisation does not keep its own. */
export const SUPPLIER_SETS_PRICES = 'Your supplier sets your organisation’s prices.';

/** The product's name in the organisation's range: its own name, otherwise the catalogue's. */
export const getRangeProductName = ({ name, productName }: Pick<RangeProduct, 'name' | 'productName'>) => name ?? productName;

/** The catalogue price: a single price, a range from the lowest to the highest, or "On request" for null. */
export function formatCataloguePrice(price: number | null, highest: number | null, currencyCode: string): string {
  if (price === null) return 'On request';
  const lowest = formatMoney(price, currencyCode);
  return highest === null ? lowest : `${lowest} – ${formatMoney(highest, currencyCode)}`;
}

/** A percentage with its sign for display: "+7.5", "−10". */
export const formatSignedPercent = (percent: number) => `${percent < 0 ? '−' : '+'}${Math.abs(percent)}`;

/** Parses a percentage with an optional sign; undefined if it is not a number. */
export function parseSignedPercent(text: string): number | undefined {
  const [, sign, rest = ''] = /^([+−-]?)(.*)$/s.exec(text.trim()) ?? [];
  const number = parseAmount(rest);
  return number === undefined ? undefined : sign === '' || sign === '+' ? number : -number;
}

/** Parses an amount or a percentage without a sign, with up to two decimals; undefined if it is not a number. A comma counts as a decimal point. */
export function parseAmount(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}

/** Why a bulk edit would change nothing, as its preview shows; undefined where it changes something. */
export function findPreviewBlocker(
  {
    total,
    changed,
    sourceChanged,
    refusals,
  }: Pick<
    ReplyOf<'POST /api/productsorganisation/bulk/preview'>['pricePreview'],
    'total' | 'changed' | 'sourceChanged' | 'refusals'
  >,
  change: BodyOf<'POST /api/productsorganisation/bulk'>['change'],
): string | undefined {
  const refused = refusals.reduce((sum, each) => sum + each.count, 0);
  if (total > 0 && refused === total) return 'None of these products can be changed.';
  const isPriceAlone = Object.keys(change).every((name) => name === 'price');
  return changed === 0 && sourceChanged === 0 && isPriceAlone ? 'No prices would change.' : undefined;
}
