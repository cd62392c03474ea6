import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/*
 * Breached passwords of at least eight characters, from the lists of zxcvbn 4.4.2 and @zxcvbn-ts/language-common 4.1.3 (both MIT), which are
 * extracts of passwords found in breaches. The file contains the first bytes of the SHA-256 of each, in lower case and without accents,
 * sorted: it names no password, and one in sixty million other texts is mistaken for a breached one.
 */

const ENTRY_BYTES = 5;
const entries = readFileSync(new URL('./breached-passwords.bin', import.meta.url));

/** The number of passwords in the list. */
export const BREACHED_PASSWORDS = entries.length / ENTRY_BYTES;

/** Whether a text, in lower case and without accents, is a breached password. */
export function isBreachedPassword(folded: string): boolean {
  const entry = createHash('sha256').update(folded).digest().subarray(0, ENTRY_BYTES);
  let [low, high] = [0, BREACHED_PASSWORDS - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = entry.compare(entries, middle * ENTRY_BYTES, (middle + 1) * ENTRY_BYTES);
    if (order === 0) return true;
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return false;
}
