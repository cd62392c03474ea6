import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { dropInvisible } from '#api/platform/invisible-characters.ts';

const STEP_SECONDS = 30;
/** The clocks of phones can be a few seconds off: the previous and the next step are accepted too. */
const TOLERATED_STEPS = 1;

/** 20 random bytes in base32, as RFC 4226 recommends for HMAC-SHA-1, which every authenticator app knows. */
export const generateTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totp = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });

/** `otpauth://totp/…` for the QR code: the app shows the brand and the person's email address. */
export const enrolmentUri = (secret: string, issuer: string, email: string): string =>
  totp(secret, { issuer, label: email }).toString();

/** The time step (RFC 6238) of a six-digit code, of those around `at`; undefined when it matches none. */
export function findTimeStep(secret: string, code: string, at: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totp(secret).validate({ token: code, timestamp: at.getTime(), window: TOLERATED_STEPS });
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / STEP_SECONDS) + delta;
}

/** What an authenticator app shows at a moment: the code, its time step, and for how many more seconds it shows it. */
export function showCode(secret: string, at: Date): { code: string; step: number; secondsLeft: number } {
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    code: totp(secret).generate({ timestamp: at.getTime() }),
    step: Math.floor(seconds / STEP_SECONDS),
    secondsLeft: STEP_SECONDS - (seconds % STEP_SECONDS),
  };
}

/** Digits and letters that are hard to confuse with one another (Crockford's base32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_CODES = 10;
const CHARACTERS = 28;

/** Ten recovery codes of 140 random bits in groups of seven: more than the 112 from which ASVS 6.5.2 accepts a plain hash. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return (letters.match(/.{7}/g) as string[]).join('-');
  });
}

/** The stored form of a recovery code, in any case and with any separators; undefined when it cannot be one. */
export function hashRecoveryCode(input: string): Buffer | undefined {
  const plain = dropInvisible(input).toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  if (plain.length !== CHARACTERS || [...plain].some((letter) => !ALPHABET.includes(letter))) return undefined;
  return createHash('sha256').update(`recovery:${plain}`).digest();
}

/** A code without the spaces that people type: `123 456` is `123456`. */
export const normalizeCode = (input: string): string => dropInvisible(input).replaceAll(/\s/g, '');
