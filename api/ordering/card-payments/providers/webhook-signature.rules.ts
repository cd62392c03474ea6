import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a signature may be from ours, in seconds: older ones could have been recorded. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Why a signature is refused; undefined when it is good. */
export type SignatureProblem = 'malformed' | 'stale' | 'wrong';

const MAX_HEADER_LENGTH = 1000;

/**
 * Checks `t=<seconds since 1970>,v1=<hex>`, where each `v1` is HMAC-SHA256 with a secret over `<t>.<body>`. One of the signatures has to be made with one
 * of the secrets.
 */
export function checkSignature(
  header: string | undefined,
  body: Buffer,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): SignatureProblem | undefined {
  if (!header || header.length > MAX_HEADER_LENGTH) return 'malformed';
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const time = parts.find(([name]) => name === 't')?.[1];
  const given = parts.filter(([name]) => name === 'v1').map(([, value]) => Buffer.from(value ?? '', 'hex'));
  if (!time || !/^\d{1,12}$/.test(time) || given.length === 0) return 'malformed';
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.`).update(body).digest());
  const isGood = expected.some((own) => given.some((one) => one.length === own.length && timingSafeEqual(one, own)));
  if (!isGood) return 'wrong';
  return Math.abs(now.getTime() / 1000 - Number(time)) > SIGNATURE_TOLERANCE_SECONDS ? 'stale' : undefined;
}
