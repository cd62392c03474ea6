import type { BodyOf } from '#contract/index.ts';
import type { PriceEntry } from '#web/catalogue/range/price-entry.ts';
import { parseAmount, parseSignedPercent } from '#web/catalogue/range/range-labels.ts';
import { findDayProblems, type TypedDays, toDays } from './price-entry-fields.tsx';

/** A change of a client's prices as it is sent. */
export type PriceChangeBody = BodyOf<'POST /api/operator/organisations/:id/prices'>;

/** The ways to set prices. */
export const PRICE_WAYS = [
  { value: 'amount', label: 'One price' },
  { value: 'percent', label: 'Percentage on the catalogue’s prices' },
  { value: 'raise', label: 'Raise or reduce what the client pays' },
  { value: 'catalogue', label: 'The catalogue’s prices' },
] as const;

/** What is typed in the form. */
export interface PriceChangeValues extends TypedDays {
  way: string;
  figure: string;
}

/** What the form of one product shows at first: the price that the client pays now. */
export function toInitialValues(entry: PriceEntry | undefined): PriceChangeValues {
  const days = { startsOn: '', lastOn: '' };
  if (entry?.pricePercent != null) return { way: 'percent', figure: String(entry.pricePercent), ...days };
  return { way: 'amount', figure: entry?.overriddenPrice == null ? '' : entry.overriddenPrice.toFixed(2), ...days };
}

const isPercent = (way: string) => way === 'percent' || way === 'raise';

/** What the figure is called, and how it is typed; undefined where there is none. */
export function describeFigure(way: string): { label: string; description: string } | undefined {
  if (way === 'catalogue') return undefined;
  return isPercent(way)
    ? { label: 'Percentage', description: 'For example 7.5, or −10 to reduce.' }
    : { label: 'Price', description: 'For all sizes, excluding tax.' };
}

/** What is wrong with what was typed, by field. */
export function findPriceChangeProblems(
  values: PriceChangeValues,
  today: string,
): Partial<Record<keyof PriceChangeValues, string>> {
  const { way, figure } = values;
  const days = findDayProblems(values, today);
  if (way === 'catalogue') return days;
  if (isPercent(way)) {
    const percent = parseSignedPercent(figure.replace(/%$/, ''));
    if (percent === undefined) return { ...days, figure: 'Enter a percentage with up to two decimals, such as 7.5 or −10.' };
    if (percent < -100 || percent > 1000) return { ...days, figure: 'Enter a percentage from −100 to 1,000.' };
    return days;
  }
  const amount = parseAmount(figure);
  if (amount === undefined) return { ...days, figure: 'Enter an amount, such as 12.50.' };
  return amount > 1_000_000 ? { ...days, figure: 'Enter at most 1,000,000.' } : days;
}

/** A valid form as the call takes it. */
export function toPriceChange(values: PriceChangeValues): Pick<PriceChangeBody, 'price' | 'startsOn' | 'lastOn'> {
  const { way, figure } = values;
  const percent = isPercent(way) ? (parseSignedPercent(figure.replace(/%$/, '')) ?? 0) : 0;
  const price =
    way === 'catalogue'
      ? { catalogue: true }
      : way === 'percent'
        ? { percent }
        : way === 'raise'
          ? { raise: percent }
          : { amount: parseAmount(figure) ?? 0 };
  return { price, ...toDays(values) };
}
