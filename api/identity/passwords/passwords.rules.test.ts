import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureProcessorMs } from '#api/testing/processor-time.ts';
import {
  explainRuleBreach,
  explainWeakness,
  type PasswordContext,
  type PasswordRule,
  toWirePasswordRule,
} from './passwords.rules.ts';

const plain: PasswordRule = { minLength: 8, custom: false, regex: null, message: null };
const personContext: PasswordContext = {
  email: 'ann.lee@meridian.example',
  firstName: 'Ann',
  lastName: 'Lee',
  organisationName: 'Meridian Resorts',
  brandName: 'sundial',
  companyName: 'Sundial Uniforms',
};
const findProblem = (password: string, rule: Partial<PasswordRule> = {}) =>
  explainRuleBreach(password, { ...plain, ...rule }, personContext);

/** Letters that form no names, so that only their number matters. */
const arbitraryLetters = (length: number) => fc.array(fc.constantFrom(...'bdgkmrtxz'), { minLength: length, maxLength: length });

describe('the length of a password', () => {
  it('alone decides, from 0 to 200 characters', () => {
    for (let length = 0; length <= 200; length += 1)
      fc.assert(
        fc.property(arbitraryLetters(length), (drawn) => {
          const password = drawn.join('');
          const expected =
            length === 0
              ? 'Password is required.'
              : length < 8
                ? 'Passwords must be at least 8 characters.'
                : length > 128
                  ? 'Passwords must not be longer than 128 characters.'
                  : undefined;
          expect(findProblem(password)).toBe(expected);
        }),
        { numRuns: 10 },
      );
  });

  it.each([6, 8, 10, 12, 64])('is the organisation’s: %i', (minLength) => {
    const long = 'brxkdtmzgbxdkrtmzgkbtdxrmgzkdbtrxmzgtkbdrxgmtzkbdxrgtmkzbdrxtgmkz';

    expect(findProblem(long.slice(0, minLength), { minLength })).toBeUndefined();
    expect(findProblem(long.slice(0, minLength - 1), { minLength })).toBe(`Passwords must be at least ${minLength} characters.`);
  });

  it('counts a letter as one, however it is encoded', () => {
    // Seven characters in NFC, fourteen when the accents are separate; and characters beyond the basic plane.
    expect(findProblem('źŕḱḿẃǵń'.normalize('NFD'))).toBe('Passwords must be at least 8 characters.');
    expect(findProblem('🧵🪡🧶👔👗🥼🦺')).toBe('Passwords must be at least 8 characters.');
    expect(findProblem('🧵🪡🧶👔👗🥼🦺🧢')).toBeUndefined();
    expect(findProblem('🧵🪡🧶👔'.repeat(33))).toBe('Passwords must not be longer than 128 characters.');
  });
});

describe('what a password is made of', () => {
  it.each(['trkzmbxd', 'two lambs in a lift', 'пряжа и нитки', '縫い針と糸巻きと布', '        x  y z w', '4829 1756 3'])(
    'does not matter: %s',
    (password) => {
      expect(findProblem(password)).toBeUndefined();
    },
  );
});

describe('the expression of an organisation', () => {
  const rule = { custom: true, regex: '^(?=.*\\d).{6,64}$', message: 'Use 6 to 64 characters with a digit.', minLength: 6 };

  it('applies first, and refuses with the organisation’s own message', () => {
    expect(findProblem('trkzmb', rule)).toBe('Use 6 to 64 characters with a digit.');
    expect(findProblem('t', rule)).toBe('Use 6 to 64 characters with a digit.');
    expect(findProblem('trkzm7', rule)).toBeUndefined();
  });

  it('applies in addition to length and own words, never instead of them', () => {
    const anything = { custom: true, regex: '.*', message: 'never shown' };
    expect(findProblem('trkzm7b', anything)).toBe('Passwords must be at least 8 characters.');
    expect(findProblem('Meridian2026!', anything)).toMatch(/your name, email address or organisation/);
    expect(findProblem('x'.repeat(129), anything)).toBe('Passwords must not be longer than 128 characters.');
  });

  it('is ignored when it is not in use', () => {
    expect(findProblem('trkzmbxd', { ...rule, custom: false, minLength: 8 })).toBeUndefined();
    expect(findProblem('trkzmbxd', { ...rule, regex: null, minLength: 8 })).toBeUndefined();
  });

  it('sees a password in its composed form', () => {
    expect(findProblem('źŕḱḿẃǵńb'.normalize('NFD'), { ...rule, regex: '^[^\\u0300-\\u036f]{8}$' })).toBeUndefined();
  });

  it.each(['^(a+)+$', '^(\\w+\\s?)*$', '(.*)*(.*)*x', '(a|aa)+$'])('cannot hang the server: %s', async (regex) => {
    const taken = await measureProcessorMs(() => {
      expect(findProblem(`${'a'.repeat(100)}!`, { ...rule, regex })).toBe(rule.message);
    });

    expect(taken).toBeLessThan(500);
  });

  it('refuses everything when it is invalid, with the portal’s message when it has none', () => {
    expect(findProblem('trkzmbxd7', { ...rule, regex: '[' })).toBe(rule.message);
    expect(findProblem('trkzmbxd', { ...rule, message: null })).toBe(
      'This password does not meet the rule of your organisation.',
    );
  });
});

describe('the rule on the wire', () => {
  it('contains the expression only when it is in use', () => {
    const rule = { minLength: 10, custom: true, regex: '^x', message: 'Start with x.' };

    expect(toWirePasswordRule(rule)).toEqual({ ucpv: true, cpvReg: '^x', cpvMsg: 'Start with x.', minLen: 10 });
    expect(toWirePasswordRule({ ...rule, custom: false })).toEqual({ ucpv: false, cpvReg: null, cpvMsg: null, minLen: 10 });
  });
});

describe('an estimate', () => {
  it('is enough from as many guesses as eight random characters take', () => {
    expect(explainWeakness({ guesses: 1e8, warning: 'common' })).toBeUndefined();
    expect(explainWeakness({ guesses: 1e8 - 1, warning: null })).toMatch(/too common/);
  });

  it.each([
    ['topTen', /too common/],
    ['dates', /too common/],
    ['straightRow', /^Keyboard patterns/],
    ['extendedRepeat', /^Keyboard patterns/],
    ['userInputs', /your name, email address or organisation/],
  ])('that is too low is explained by its reason: %s', (warning, text) => {
    expect(explainWeakness({ guesses: 10, warning })).toMatch(text);
  });
});
