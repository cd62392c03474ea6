import { extractWords, findWeakness, type PasswordWeakness } from './password-strength.rules.ts';

/** An organisation's requirements for passwords, in addition to those for everyone. */
export interface PasswordRule {
  minLength: number;
  /** The organisation's own regular expression is in use. */
  custom: boolean;
  regex: string | null;
  message: string | null;
}

/** The person and portal that a password is for: a password made of these names is among the first that an attacker tries. */
export interface PasswordContext {
  email: string;
  firstName: string;
  lastName: string;
  organisationName: string;
  brandName: string;
  companyName: string;
}

/** In characters; a longer password would only take more time to hash. */
export const MAX_PASSWORD_LENGTH = 128;

/** Characters as people count them: a letter of two UTF-16 code units is one. */
export const countCharacters = (password: string): number => [...password].length;

/** How long mailed links are valid. */
export const RECOVERY_LINK_TTL_MINUTES = 60;
export const INVITATION_TTL_DAYS = 7;

/** The response to every link that cannot be used; it must not reveal the reason. */
export const NO_RULE = { success: false, ucpv: false, cpvReg: null, cpvMsg: null, minLen: 6, oId: null };

/** The rule under the names of the wire. */
export const toWirePasswordRule = ({ custom, regex, message, minLength }: PasswordRule) => ({
  ucpv: custom,
  cpvReg: custom ? regex : null,
  cpvMsg: custom ? message : null,
  minLen: minLength,
});

const WEAKNESS_MESSAGES: Record<PasswordWeakness, string> = {
  common: 'This password is too common. Please choose another one.',
  pattern: 'Keyboard patterns and repeated characters are easy to guess. Please choose another password.',
  'own words': 'Don’t base your password on your name, email address or organisation.',
};

/**
 * Why a password is not accepted, in a sentence to show; undefined when it is accepted. The organisation's expression applies
 * in addition to the length and the blocklist, never instead of them. `matches` evaluates it in bounded time; a password that
 * it cannot decide on is refused.
 */
export function validatePassword(
  password: string,
  rule: PasswordRule,
  context: PasswordContext,
  matches: (expression: string, text: string) => boolean | 'undecided',
): string | undefined {
  const text = password.normalize('NFC');
  const length = countCharacters(text);
  if (length === 0) return 'Password is required.';
  if (length > MAX_PASSWORD_LENGTH) return `Passwords must not be longer than ${MAX_PASSWORD_LENGTH} characters.`;
  if (rule.custom && rule.regex !== null && matches(rule.regex, text) !== true)
    return rule.message ?? 'This password does not meet the rule of your organisation.';
  if (length < rule.minLength) return `Passwords must be at least ${rule.minLength} characters.`;
  const weakness = findWeakness(text, extractWords(Object.values(context)));
  return weakness && WEAKNESS_MESSAGES[weakness];
}
