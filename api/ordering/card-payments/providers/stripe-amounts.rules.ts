/**
 * Currencies whose smallest unit at Stripe is a hundredth, although they have no such unit any more: amounts are given in hundredths and have to be whole
 * units.
 */
const IN_HUNDREDTHS: readonly string[] = ['ISK', 'UGX'];

const factorOf = (currencyCode: string): number => (IN_HUNDREDTHS.includes(currencyCode) ? 100 : 1);

/** An amount in minor units as Stripe counts it. Currencies without minor units are whole units on both sides, except those few. */
export const toStripeAmount = (minor: number, currencyCode: string): number => minor * factorOf(currencyCode);

/** An amount of Stripe in minor units. */
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
