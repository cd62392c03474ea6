import { formatMoney } from '#web/ui/format/format.ts';
import { formatCataloguePrice, formatSignedPercent, parseAmount, parseSignedPercent, type RangeProduct } from './range-labels.ts';

/** What an organisation sets as the price of a product: an amount, a percentage on the catalogue's price, or neither. */
export type PriceEntry = Pick<RangeProduct, 'overriddenPrice' | 'pricePercent'>;

const MAX_PRICE = 1_000_000;
const MAX_PERCENT = 1000;
const CATALOGUE: PriceEntry = { overriddenPrice: null, pricePercent: null };

export const toPriceEntry = ({ overriddenPrice, pricePercent }: PriceEntry): PriceEntry => ({ overriddenPrice, pricePercent });
export const isSamePrice = (one: PriceEntry, other: PriceEntry) =>
  one.overriddenPrice === other.overriddenPrice && one.pricePercent === other.pricePercent;

/** The entry as text to edit: "12.50", "+7.5%", or empty for the catalogue's price. */
export function toPriceText({ overriddenPrice, pricePercent }: PriceEntry): string {
  if (overriddenPrice !== null) return overriddenPrice.toFixed(2);
  return pricePercent === null ? '' : `${pricePercent < 0 ? '-' : '+'}${Math.abs(pricePercent)}%`;
}

function parsePercent(text: string): PriceEntry | { problem: string } {
  const percent = parseSignedPercent(text);
  if (percent === undefined) return { problem: 'Enter a percentage with at most two decimals, such as 7.5% or −10%.' };
  if (percent < -100) return { problem: 'A price can’t be reduced by more than 100%.' };
  if (percent > MAX_PERCENT) return { problem: 'Enter at most 1,000%.' };
  return percent === 0 ? CATALOGUE : { overriddenPrice: null, pricePercent: percent };
}

/** Reads "12.50", "£1,250", "-10%" or nothing; a sentence that can be shown where that is not a price. */
export function parsePriceText(typed: string): PriceEntry | { problem: string } {
  const text = typed.replaceAll(/[\p{Sc}\s]/gu, '').replaceAll('−', '-');
  if (text === '') return typed.trim() === '' ? CATALOGUE : { problem: 'Enter an amount, such as 12.50.' };
  if (text.endsWith('%')) return parsePercent(text.slice(0, -1));
  if (text.startsWith('-'))
    return { problem: 'A price can’t be negative. To reduce the catalogue price, enter a percentage such as -10%.' };
  if (text.startsWith('+')) return { problem: 'To raise the catalogue price, enter a percentage such as +7.5%.' };
  const amount = parseAmount(/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text);
  if (amount === undefined)
    return {
      problem: /^\d+[.,]\d{3,}$/.test(text)
        ? 'Enter at most two decimals, such as 12.50.'
        : 'Enter an amount such as 12.50, or a percentage such as -10%.',
    };
  if (amount > MAX_PRICE) return { problem: 'Enter at most 1,000,000.' };
  return { overriddenPrice: amount, pricePercent: null };
}

/** The price that people pay, as it is saved. */
export const formatSavedPrice = (product: RangeProduct, currencyCode: string): string =>
  product.overriddenPrice === null
    ? formatCataloguePrice(product.price, product.priceHighest, currencyCode)
    : formatMoney(product.overriddenPrice, currencyCode);

/** The entry in words, before the server has answered. */
export function formatPriceEntry(entry: PriceEntry, product: RangeProduct, currencyCode: string): string {
  if (entry.overriddenPrice !== null) return formatMoney(entry.overriddenPrice, currencyCode);
  const catalogue = formatCataloguePrice(product.cataloguePrice, product.cataloguePriceHighest, currencyCode);
  return entry.pricePercent === null ? catalogue : `${formatSignedPercent(entry.pricePercent)}% on ${catalogue}`;
}
