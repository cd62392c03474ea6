/**
 * `npm run check:expressions`: checks every regular expression of the portal for text that would make it slow, and writes the list of those
 * that take linear time, which the tests rely on. Takes a minute. With `--new`, checks only those that are not in the list yet.
 */
import { writeFileSync } from 'node:fs';
import { formatError } from './console.ts';
import { CHECKED_FILE, checkExpression, isException, readChecked, readPortalExpressions } from './regular-expressions.ts';

const known = process.argv.includes('--new') ? readChecked() : new Set<string>();
const linear = new Set<string>();
const problems: string[] = [];
for (const expression of readPortalExpressions()) {
  const { file, key } = expression;
  if (isException(expression) || linear.has(key)) continue;
  const { isLinear, reason } = known.has(key) ? { isLinear: true, reason: '' } : await checkExpression(expression);
  if (isLinear) linear.add(key);
  else problems.push(`${file}: ${key}: ${reason}`);
}
writeFileSync(CHECKED_FILE, `${JSON.stringify([...linear].sort(), null, 2)}\n`);
console.log(`${linear.size} expressions take linear time.`);
for (const problem of problems) console.error(formatError(problem));
if (problems.length > 0) process.exitCode = 1;
