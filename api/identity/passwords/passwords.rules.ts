import { matchesLinear } from '#api/platform/expressions/linear-expression.ts';
import type { Estimate } from './guess-password.ts';
import { extractWords, isMadeOfOwnWords } from './own-words.rules.ts';

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

/** Values that the screens know: 1 may log in now, 3 waits for an administrator's approval. */
export const CAN_LOG_IN = 1;
export const AWAITS_APPROVAL = 3;

/** The response to every link that cannot be used; it must not reveal the reason. */
export const NO_RULE = {
  success: false,
  ucpv: false,
  cpvReg: null,
  cpvMsg: null,
  minLen: 6,
  oId: null,
  userRegistrationType: null,
};

/** The rule under the names of the wire. */
export const toWirePasswordRule = ({ custom, regex, message, minLength }: PasswordRule) => ({
  ucpv: custom,
  cpvReg: custom ? regex : null,
  cpvMsg: custom ? message : null,
  minLen: minLength,
});

const TOO_COMMON = 'This password is too common. Please choose another one.';
const PATTERN = 'Keyboard patterns and repeated characters are easy to guess. Please choose another password.';
const OWN_WORDS = 'Don’t base your password on your name, email address or organisation.';

/** As many guesses as eight random characters take. */
const MIN_GUESSES = 1e8;

/** The library's names of reasons that have a text of their own. */
const WARNING_TEXTS: Readonly<Record<string, string>> = {
  straightRow: PATTERN,
  keyPattern: PATTERN,
  simpleRepeat: PATTERN,
  extendedRepeat: PATTERN,
  sequences: PATTERN,
  userInputs: OWN_WORDS,
};

/**
 * Why a password breaks the organisation's rule or consists of the person's own words, in a sentence to show; undefined when it does not. The
 * organisation's expression applies in addition to the length and the estimate, never instead of them.
 */
export function explainRuleBreach(password: string, rule: PasswordRule, context: PasswordContext): string | undefined {
  const text = password.normalize('NFC');
  const length = countCharacters(text);
  if (length === 0) return 'Password is required.';
  if (length > MAX_PASSWORD_LENGTH) return `Passwords must not be longer than ${MAX_PASSWORD_LENGTH} characters.`;
  if (rule.custom && rule.regex !== null && !matchesLinear(rule.regex, text))
    return rule.message ?? 'This password does not meet the rule of your organisation.';
  if (length < rule.minLength) return `Passwords must be at least ${rule.minLength} characters.`;
  return isMadeOfOwnWords(text, extractWords(Object.values(context))) ? OWN_WORDS : undefined;
}

/** Why a password that meets the rules is easy to guess, in a sentence to show; undefined when it is not. */
export const explainWeakness = ({ guesses, warning }: Estimate): string | undefined =>
  guesses >= MIN_GUESSES ? undefined : (WARNING_TEXTS[warning ?? ''] ?? TOO_COMMON);
