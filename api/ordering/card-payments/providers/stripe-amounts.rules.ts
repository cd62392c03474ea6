import { canBePaidAsIs } from '../../payment-parts/payable-amount.rules.ts';

/** Currencies that Stripe counts in whole units. It counts all others in hundredths, also those of which only whole units are used. */
const IN_UNITS: readonly string[] = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
/** Currencies that Stripe counts in thousandths. */
const IN_THOUSANDTHS: readonly string[] = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

/** How many of Stripe's units a hundredth is. */
function factorOf(currencyCode: string): number {
  if (IN_THOUSANDTHS.includes(currencyCode)) return 10;
  return IN_UNITS.includes(currencyCode) ? 0.01 : 1;
}

/** An amount in hundredths as Stripe counts it. Throws for fractions of what can be paid in the currency. */
export function toStripeAmount(minor: number, currencyCode: string): number {
  if (!canBePaidAsIs(minor, currencyCode)) throw new Error(`${minor} hundredths of ${currencyCode} cannot be paid.`);
  return Math.round(minor * factorOf(currencyCode));
}

/** An amount of Stripe in hundredths; what is smaller is rounded, so that it differs from what was asked for. */
export const fromStripeAmount = (amount: number, currencyCode: string): number => Math.round(amount / factorOf(currencyCode));

const MINUTE_MS = 60_000;
/** Stripe accepts 30 minutes to 24 hours from now; a minute on each side is left for clocks that differ. */
const MIN_LIFE_MS = 31 * MINUTE_MS;
const MAX_LIFE_MS = 24 * 60 * MINUTE_MS - MINUTE_MS;

/**
 * When a page of Stripe expires, in seconds since 1970; undefined for its own 24 hours, where ours is later. The same attempt gets the same time as often as
 * it is asked for: Stripe refuses another one for the same idempotency key. Pages that live longer than the attempt are ended by us.
 */
export function toStripeExpiry(expiresAt: Date, now: Date): number | undefined {
  const left = expiresAt.getTime() - now.getTime();
  if (left > MAX_LIFE_MS) return undefined;
  const shifted = left < MIN_LIFE_MS ? expiresAt.getTime() + MIN_LIFE_MS : expiresAt.getTime();
  return Math.floor(shifted / 1000);
}
