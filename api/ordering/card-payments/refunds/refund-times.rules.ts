/** Pauses before a refund is sent again, in milliseconds: a minute, doubled with each attempt, at most six hours. Without end, because it is someone’s money. */
const MIN_DELAY_MS = 60_000;
const MAX_DELAY_MS = 6 * 60 * 60_000;

/** How long to wait after this many attempts. */
export const getRefundDelay = (attempts: number): number =>
  Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** Math.min(Math.max(attempts - 1, 0), 20));

/** The idempotency key of a refund at the provider. One that an operator repeats after it was refused is another one there. */
export const getRefundKey = ({ id, repeats }: { id: number; repeats: number }): string =>
  repeats === 0 ? `refund-${id}` : `refund-${id}-${repeats}`;
