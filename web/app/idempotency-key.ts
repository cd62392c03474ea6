/** A new idempotency key. Unpredictable, also where the page was opened without TLS and `crypto.randomUUID` is missing. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
