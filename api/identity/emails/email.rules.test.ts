import { describe, expect, it } from 'vitest';
import { maskEmail, parseEmail } from './email.rules.ts';

describe('an email address', () => {
  it.each(['ann@site.example', "ann.o'lee@site.example", 'a+b@x-y.co.uk', ' ann@site.example '])('%s is accepted', (email) => {
    expect(parseEmail(email)).toBe(email.trim());
  });

  it.each([
    ['missing', ''],
    ['without a domain', 'ann'],
    ['without a dot in the domain', 'ann@site'],
    ['in angle brackets', '<ann@site.example>'],
    ['a second recipient', 'ann@site.example,bo@site.example'],
    ['a line break', 'ann@site.example\nbcc:bo@site.example'],
    ['a letter of another alphabet that looks the same', '\u0430nn@site.example'],
    ['letters that are turned around', 'ann\u202e@site.example'],
    ['a domain with such a letter', 'ann@s\u0456te.example'],
    ['longer than 254 characters', `ann@${'a.'.repeat(130)}example`],
  ])('is refused: %s', (_, email) => {
    expect(() => parseEmail(email)).toThrow(/^Email /);
  });

  it.each(['ann@site.example\u200b', '\ufeffann@site.example ', '\u202dann\u202c@site.\u00adexample'])(
    'is stored without invisible characters: %j',
    (email) => {
      expect(parseEmail(email)).toBe('ann@site.example');
    },
  );

  it('is masked so that its owner recognises it', () => {
    expect(maskEmail('ann.lee@site.example')).toBe('a…e@site.example');
    expect(maskEmail('al@site.example')).toBe('…@site.example');
  });
});
