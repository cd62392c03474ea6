import { describe, expect, it } from 'vitest';
import {
  describePasswordRule,
  estimateStrength,
  type PasswordRule,
  validateConfirmation,
  validatePassword,
} from './password-rule.ts';

const plain: PasswordRule = { ucpv: false, cpvReg: null, cpvMsg: null, minLen: 6 };
const own: PasswordRule = { ucpv: true, cpvReg: '^\\d+$', cpvMsg: 'Figures only, please.', minLen: 8 };
const decided = async (expression: string, text: string) => new RegExp(expression).test(text);
const undecided = async () => undefined;

describe('a new password', () => {
  it.each([
    ['', 'Password is required.'],
    ['12345', 'Passwords must be at least 6 characters.'],
    ['123456', undefined],
    ['x'.repeat(128), undefined],
    ['x'.repeat(129), 'Passwords must not be longer than 128 characters.'],
    ['éééééé'.normalize('NFD'), undefined],
    ['ééééé'.normalize('NFD'), 'Passwords must be at least 6 characters.'],
    ['🧵🪡🧶', 'Passwords must be at least 6 characters.'],
  ])('%j is checked for its length: %s', async (password, fault) => {
    expect(await validatePassword(password, plain, decided)).toBe(fault);
  });

  it('must match the organisation’s expression, whose own message is shown', async () => {
    expect(await validatePassword('letters here', own, decided)).toBe('Figures only, please.');
    expect(await validatePassword('a', own, decided)).toBe('Figures only, please.');
    expect(await validatePassword('1234567', own, decided)).toBe('Passwords must be at least 8 characters.');
    expect(await validatePassword('12345678', own, decided)).toBeUndefined();
    expect(await validatePassword('', own, decided)).toBe('Password is required.');
  });

  it('is left to the server when matching takes too long, and needs no match when the expression is not in use', async () => {
    expect(await validatePassword('letters here', own, undecided)).toBeUndefined();
    expect(await validatePassword('letters here', { ...own, ucpv: false }, decided)).toBeUndefined();
  });

  it('must be entered twice', () => {
    expect([validateConfirmation('a', 'a'), validateConfirmation('a', 'b'), validateConfirmation('', '')]).toEqual([
      undefined,
      'Passwords must match.',
      undefined,
    ]);
  });

  it('has a hint, which is the organisation’s own message when it has a rule', () => {
    expect(describePasswordRule(own)).toBe('Figures only, please.');
    expect(describePasswordRule(plain)).toMatch(/^At least 6 characters\./);
    expect(describePasswordRule({ ...own, cpvMsg: null })).toMatch(/^At least 8 characters\./);
  });
});

describe('the strength of a password', () => {
  it.each([
    ['', 'Weak'],
    ['password1', 'Weak'],
    ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'Weak'],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 'Weak'],
    ['Trailer-71', 'Fair'],
    ['moss trailer kettle', 'Good'],
    ['Moss, trailer & kettle 71', 'Strong'],
  ])('%s: %s', (password, strength) => {
    expect(estimateStrength(password)).toBe(strength);
  });

  it('never decreases when characters are added', () => {
    const password = 'Moss, trailer & kettle 71!';
    const order = ['Weak', 'Fair', 'Good', 'Strong'];
    const strengths = [...password].map((_, length) => order.indexOf(estimateStrength(password.slice(0, length + 1))));
    expect(strengths).toEqual(strengths.toSorted());
  });
});
