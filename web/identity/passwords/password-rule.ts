/** The password rule as the server sends it (calls 11 and 12, and `GET /api/passwordrule`). */
export interface PasswordRule {
  /** Whether the organisation's own regular expression applies. */
  ucpv: boolean;
  cpvReg: string | null;
  cpvMsg: string | null;
  minLen: number;
}

const MAX_LENGTH = 128;

/** Length in characters as the server counts them: code points after NFC normalisation. */
const countCharacters = (password: string) => [...password.normalize('NFC')].length;

/** Evaluates a regular expression in bounded time; undefined if it took too long. */
export type PatternMatch = (expression: string, text: string) => Promise<boolean | undefined>;

/**
 * Checks a new password as far as the browser can; returns the specification's message, or undefined if it is acceptable.
 * Only the server knows common passwords, and it also decides where an expression takes too long here.
 */
export async function validatePassword(password: string, rule: PasswordRule, matches: PatternMatch): Promise<string | undefined> {
  if (password === '') return 'Password is required.';
  if (countCharacters(password) > MAX_LENGTH) return `Passwords must not be longer than ${MAX_LENGTH} characters.`;
  if (rule.ucpv && rule.cpvReg !== null && (await matches(rule.cpvReg, password.normalize('NFC'))) === false)
    return rule.cpvMsg ?? 'This password does not meet the rule of your organisation.';
  if (countCharacters(password) < rule.minLen) return `Passwords must be at least ${rule.minLen} characters.`;
  return undefined;
}

/** The message for a confirmation that differs; undefined if it matches. */
export const validateConfirmation = (password: string, confirmed: string) =>
  password === confirmed ? undefined : 'Passwords must match.';

/** The requirements for a password, as a hint below the field. */
export const describePasswordRule = (rule: PasswordRule) =>
  (rule.ucpv && rule.cpvMsg) || `At least ${rule.minLen} characters. Three or four unrelated words make a strong password.`;

/** Labels of the strength meter, weakest first. */
export const passwordStrengths = ['Weak', 'Fair', 'Good', 'Strong'] as const;
type PasswordStrength = (typeof passwordStrengths)[number];

const STRENGTH_THRESHOLDS: [bits: number, strength: PasswordStrength][] = [
  [58, 'Strong'],
  [42, 'Good'],
  [28, 'Fair'],
];

/**
 * Estimates roughly how hard a password is to guess: repeated and consecutive characters count nothing, lower-case letters
 * and digits little (as in words and years), all others more. Only a hint while typing; the server decides.
 */
export function estimateStrength(password: string): PasswordStrength {
  let bits = 0;
  let previous = 0;
  for (const character of password.normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0;
    const isPredictable = Math.abs(code - previous) <= 1;
    previous = code;
    if (!isPredictable) bits += /[a-z0-9]/.test(character) ? 2.5 : 5;
  }
  return STRENGTH_THRESHOLDS.find(([minimum]) => bits >= minimum)?.[1] ?? 'Weak';
}
