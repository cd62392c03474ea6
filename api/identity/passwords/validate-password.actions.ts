import { guessPassword } from './guess-password.ts';
import { extractWords } from './own-words.rules.ts';
import { explainRuleBreach, explainWeakness, type PasswordContext, type PasswordRule } from './passwords.rules.ts';

/**
 * Why a password is not accepted, in a sentence to show; undefined when it is accepted. Throws 503 when too many passwords are being checked.
 */
export async function validatePassword(
  password: string,
  rule: PasswordRule,
  context: PasswordContext,
): Promise<string | undefined> {
  const breach = explainRuleBreach(password, rule, context);
  if (breach) return breach;
  const words = extractWords(Object.values(context));
  return explainWeakness(await guessPassword({ password: password.normalize('NFC'), words }));
}
