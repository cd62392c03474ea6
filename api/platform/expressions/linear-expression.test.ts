import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureProcessorMs } from '#api/testing/processor-time.ts';
import { compileLinear, matchesLinear, UnsupportedExpressionError } from './linear-expression.ts';

const PASSWORD_RULES = [
  '^(?=.*\\d).{6,64}$',
  String.raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9]).{10,64}$`,
  '^(?=.*[A-Za-z])(?!.*\\s)[^|]{4,}$',
  '^(?!admin|root)\\w+$',
  '^(?=[^)(]*[)(])(?=.*[\\]\\)]).+$',
  '^(?=a|b)(?=.*c).*(?:x|y)$',
  '^(?=.*(?:\\d|[!?]))(?!(?:ab)+$).*$',
];
const OTHER_EXPRESSIONS = [
  '^a+$',
  'b',
  '^PO-[0-9]+$',
  '\\u00e9',
  '[^]',
  '$^',
  '(?<year>\\d{4})',
  '^x|y$',
  '[a|]',
  '(?<!a)b',
  '^[\\w.-]+\\/$',
];

/** Texts of the characters that decide in the expressions above. */
const aText = fc.string({ unit: fc.constantFrom(...'abcxyAZ019 !?|()[]-_./POé'), maxLength: 14 });

describe('an expression of an organisation', () => {
  it.each([...PASSWORD_RULES, ...OTHER_EXPRESSIONS])('matches as in a browser: %s', (expression) => {
    fc.assert(
      fc.property(aText, (text) => {
        expect([text, compileLinear(expression).test(text)]).toEqual([text, new RegExp(expression).test(text)]);
      }),
      { numRuns: 400, examples: [[''], ['abcAZ019!?'], ['admin'], ['a]c'], ['abab'], ['bcx']] },
    );
  });

  it.each([
    ['^(a+)+$', 'a'],
    ['^(\\w+\\s?)*$', 'a'],
    ['(.*)*(.*)*x', 'a'],
    ['(a|aa)+$', 'a'],
    ['^(?=.*(a+)+$).{8,}$', 'a'],
    ['^((a{0,30}){0,30})$', 'a'],
  ])('takes linear time: %s', async (expression, letter) => {
    const taken = await measureProcessorMs(() => {
      expect(matchesLinear(expression, `${letter.repeat(50_000)}!`)).toBe(false);
    });

    expect(taken).toBeLessThan(2000);
  });

  it.each([
    ['[', /not a valid/],
    ['(.)\\1', /Back-references/],
    ['^(?<a>x)\\k<a>', /Back-references/],
    ['(?=.*\\d).{8,}', /only directly after \^/],
    ['^(?=.*\\d)x|y', /only directly after \^/],
    ['^a(?!b)', /only directly after \^/],
    ['^(?=a)*b', /only directly after \^/],
    ['^(?=(?=a)b).*', /only directly after \^/],
    ['^.{1,2000}$', /1,000 times/],
  ])('is refused, with the reason, when it cannot be used: %s', (expression, reason) => {
    expect(() => compileLinear(expression)).toThrow(UnsupportedExpressionError);
    expect(() => compileLinear(expression)).toThrow(reason);
    expect(matchesLinear(expression, 'anything')).toBe(false);
  });

  it('counts a letter beyond the basic plane as one', () => {
    expect(matchesLinear('^.{3}$', '🧵🪡🧶')).toBe(true);
  });
});
