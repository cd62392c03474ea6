import { randomBytes } from 'node:crypto';

const KEY_BYTES = 32;

/** What a secret key must be, to complete a sentence that begins with where it comes from. */
export const KEY_RULE = 'must be 32 random bytes in base64url: 43 letters, digits, "-" and "_"';

/** A new key, in base64url. */
export const createSecretKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** The 32 bytes of a key in base64url; undefined when the text is not one. */
export function decodeSecretKey(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const [written] = text.split('=', 1);
  return bytes.length === KEY_BYTES && bytes.toString('base64url') === written ? bytes : undefined;
}
