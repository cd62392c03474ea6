import { createContext, Script } from 'node:vm';

/**
 * Time limits of the two attempts to evaluate an organisation's expression; a typical one takes microseconds. The limit is
 * wall-clock time: the second attempt is for a process that the machine suspended, so that a busy server does not refuse a
 * valid password.
 */
const TIMEOUTS_MS = [50, 200];

// Some expressions would take years (`^(a+)+$`). Only a separate script can be interrupted, and it blocks this process, so the
// limits are short. Its context contains nothing but the two texts.
const matchScript = new Script('new RegExp(expression).test(text)');
const sandbox = createContext(Object.create(null) as Record<string, string>);

/**
 * Whether a text matches an ECMAScript expression; `undecided` when evaluation takes too long or the expression is invalid.
 * Blocks for at most a quarter of a second.
 */
export function matchesWithTimeout(expression: string, text: string): boolean | 'undecided' {
  sandbox.expression = expression;
  sandbox.text = text;
  try {
    for (const timeout of TIMEOUTS_MS) {
      try {
        return matchScript.runInContext(sandbox, { timeout }) === true;
      } catch (error) {
        if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') break;
      }
    }
    return 'undecided';
  } finally {
    sandbox.text = '';
  }
}
