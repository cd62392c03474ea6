/** What a password must be, as the server tells it (calls 11 and 12, and `GET /api/passwordrule`). */
export interface PasswordRule {
  /** The organisation's own expression is in use. */
  ucpv: boolean;
  cpvReg: string | null;
  cpvMsg: string | null;
  minLen: number;
}

const most = 128;

/** Characters as people count them, and as the server does: composed, and those beyond the basic plane as one. */
const lengthOf = (password: string) => [...password.normalize('NFC')].length;

/** Decides on an expression in bounded time; undefined when it could not. */
export type PatternMatch = (expression: string, text: string) => Promise<boolean | undefined>;

/**
 * What is wrong with a new password as far as a browser can tell, in the words of the specification; undefined when
 * nothing is. Which passwords are guessed first only the server knows, and what takes too long to decide here is left to it.
 */
export async function validatePassword(password: string, rule: PasswordRule, matches: PatternMatch): Promise<string | undefined> {
  if (password === '') return 'Password is required.';
  if (lengthOf(password) > most) return `Passwords must not be longer than ${most} characters.`;
  if (rule.ucpv && rule.cpvReg !== null && (await matches(rule.cpvReg, password.normalize('NFC'))) === false)
    return rule.cpvMsg ?? 'This password does not meet the rule of your organisation.';
  if (lengthOf(password) < rule.minLen) return `Passwords must be at least ${rule.minLen} characters.`;
  return undefined;
}

/** What is wrong with the confirmation. */
export const validateConfirmation = (password: string, confirmed: string) =>
  password === confirmed ? undefined : 'Passwords must match.';

/** What to aim at, before anything is typed. */
export const describePasswordRule = (rule: PasswordRule) =>
  (rule.ucpv && rule.cpvMsg) || `At least ${rule.minLen} characters. Three or four unrelated words make a strong password.`;

export const passwordStrengths = ['Weak', 'Fair', 'Good', 'Strong'] as const;
type PasswordStrength = (typeof passwordStrengths)[number];

const least: [bits: number, strength: PasswordStrength][] = [
  [58, 'Strong'],
  [42, 'Good'],
  [28, 'Fair'],
];

/**
 * How hard a password is to guess, roughly: repeated and counted-on characters are worth nothing, small letters and figures
 * as little as they are in words and years, everything else more. A hint while typing; the server decides.
 */
export function estimateStrength(password: string): PasswordStrength {
  let bits = 0;
  let before = 0;
  for (const character of password.normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0;
    const expected = Math.abs(code - before) <= 1;
    before = code;
    if (!expected) bits += /[a-z0-9]/.test(character) ? 2.5 : 5;
  }
  return least.find(([needed]) => bits >= needed)?.[1] ?? 'Weak';
}
