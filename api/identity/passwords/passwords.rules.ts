import { extractWords, findWeakness, type PasswordWeakness } from './password-strength.rules.ts';

/** What an organisation asks of passwords, beside what is asked of all. */
export interface PasswordRule {
  minLength: number;
  /** The organisation's own regular expression is in use. */
  custom: boolean;
  regex: string | null;
  message: string | null;
}

/** Whom and what a password is for; a password that consists of it is the first that anybody would try. */
export interface PasswordContext {
  email: string;
  firstName: string;
  lastName: string;
  organisationName: string;
  brandName: string;
  companyName: string;
}

/** Longest password, in characters; more would only cost time to hash. */
export const MAX_PASSWORD_LENGTH = 128;

/** Characters as people count them: a letter that takes two places in memory is one. */
export const countCharacters = (password: string): number => [...password].length;

/** Life of links that were mailed, as the decision on passwords says. */
export const RECOVERY_LINK_TTL_MINUTES = 60;
export const INVITATION_TTL_DAYS = 7;

/** Answered for every link that cannot be used; it must not tell one reason from another. */
export const NO_RULE = { success: false, ucpv: false, cpvReg: null, cpvMsg: null, minLen: 6, oId: null };

/** What a browser is told of the rule, under the names of the wire. */
export const toWirePasswordRule = ({ custom, regex, message, minLength }: PasswordRule) => ({
  ucpv: custom,
  cpvReg: custom ? regex : null,
  cpvMsg: custom ? message : null,
  minLen: minLength,
});

const GUESSES: Record<PasswordWeakness, string> = {
  common: 'This password is one of those that are guessed first. Please choose another one.',
  pattern: 'Rows of keys and repeated characters are guessed first. Please choose another password.',
  'own words': 'Please choose a password that is more than names, your e-mail address or your organisation.',
};

/**
 * Why a password cannot be taken, in a sentence to show; undefined when it can. The organisation's expression is asked
 * in addition to length and blocklist, never instead of them. `matches` decides on it in bounded time; what it cannot
 * decide is refused.
 */
export function validatePassword(
  password: string,
  rule: PasswordRule,
  around: PasswordContext,
  matches: (expression: string, text: string) => boolean | 'undecided',
): string | undefined {
  const text = password.normalize('NFC');
  const length = countCharacters(text);
  if (length === 0) return 'Password is required.';
  if (length > MAX_PASSWORD_LENGTH) return `Passwords must not be longer than ${MAX_PASSWORD_LENGTH} characters.`;
  if (rule.custom && rule.regex !== null && matches(rule.regex, text) !== true)
    return rule.message ?? 'This password does not meet the rule of your organisation.';
  if (length < rule.minLength) return `Passwords must be at least ${rule.minLength} characters.`;
  const guess = findWeakness(text, extractWords(Object.values(around)));
  return guess && GUESSES[guess];
}
