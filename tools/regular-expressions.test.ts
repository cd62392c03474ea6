import { describe, expect, it } from 'vitest';
import {
  checkExpression,
  EXCEPTIONS,
  isException,
  readChecked,
  readExpressions,
  readPortalExpressions,
} from './regular-expressions.ts';

describe('the regular expressions of a file', () => {
  const read = (text: string, file = 'api/x.ts') => readExpressions(file, text).map(({ key }) => key);

  it('are literals, expressions made of constants, and patterns of schemas', () => {
    expect(read('const a: RegExp = /a+/gi; const b = <T>(x: T) => x;')).toEqual(['/a+/gi']);
    expect(read(`const D = '\\\\d'; const a = new RegExp(\`^\${D}+\` + '$', 'u');`)).toEqual(['/^\\d+$/u']);
    expect(read('const a = (text: string) => RegExp(text);')).toEqual(['not constant']);
    expect(read("Type.String({ pattern: '^a$' })", 'contract/x.ts')).toEqual(['/^a$/u']);
  });

  it.each([
    ['^[a-z]{1,64}$', true],
    ['"([^"]*password[^"]*)"', false],
    ['\\s+$', false],
    ['^(a+)+$', false],
  ])('%j takes linear time: %s', async (source, isLinear) => {
    expect(await checkExpression({ file: '', key: '', source, flags: '' })).toMatchObject({ isLinear });
  });
});

describe('the regular expressions of the portal', () => {
  const expressions = readPortalExpressions();

  // The list saves a minute: only expressions that are not in it are checked here. `npm run check:expressions` checks all and writes it.
  it('take linear time, except where that cannot be used to hold up the portal', { timeout: 120_000 }, async () => {
    const checked = readChecked();
    const problems: string[] = [];
    for (const expression of expressions) {
      if (checked.has(expression.key) || isException(expression)) continue;
      const { isLinear, reason } = await checkExpression(expression);
      if (!isLinear) problems.push(`${expression.file}: ${expression.key}: ${reason}`);
    }

    expect(problems).toEqual([]);
    expect(expressions.length).toBeGreaterThan(300);
  });

  it('have no exceptions that are not needed', () => {
    const unused = Object.entries(EXCEPTIONS).flatMap(([file, { keys }]) =>
      keys.filter((key) => !expressions.some((expression) => expression.file === file && expression.key === key)),
    );

    expect(unused).toEqual([]);
  });
});
