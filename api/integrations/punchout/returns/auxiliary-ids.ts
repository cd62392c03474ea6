import { randomBytes } from 'node:crypto';

/** Crockford's base 32: digits and letters without those that are read as others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 20;

/** A new name of a returned line, in characters that every buyer's system keeps: 100 random bits, without a meaning. */
export const createAuxiliaryId = (): string =>
  // 256 is a multiple of 32, so every letter is as likely as the others.
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
