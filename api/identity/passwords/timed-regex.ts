import { createContext, Script } from 'node:vm';

/**
 * Longest times that the rule of an organisation may take; a usual one takes microseconds. The clock is the wall's: the second
 * chance is for a process that the machine let wait, so that nobody's good password is refused because others were busy.
 */
const CHANCES_MS = [50, 200];

// Some expressions would go on for years (`^(a+)+$`). Only a script of its own can be stopped, and everything else in this
// process waits meanwhile, so it is stopped soon. Nothing but two texts goes in.
const test = new Script('new RegExp(expression).test(text)');
const room = createContext(Object.create(null) as Record<string, string>);

/**
 * Whether a text matches an ECMAScript expression; `undecided` when that took too long, and when the expression is none.
 * Takes at most a quarter of a second.
 */
export function matchesWithTimeout(expression: string, text: string): boolean | 'undecided' {
  room.expression = expression;
  room.text = text;
  try {
    for (const timeout of CHANCES_MS) {
      try {
        return test.runInContext(room, { timeout }) === true;
      } catch (error) {
        if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') break;
      }
    }
    return 'undecided';
  } finally {
    room.text = '';
  }
}
