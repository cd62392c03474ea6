import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listGraphemes } from './graphemes.ts';
import { checkText, normaliseText } from './text.ts';

const LIMITS = { maxLength: 30, maxLines: 2 };

describe('a normalised text', () => {
  it.each([
    ['  Niamh  ', 'Niamh'],
    ['Zoe\u0308', 'Zoë'],
    ['Anna\u00a0Maria', 'Anna Maria'],
    ['\r\nHarland\r Security \u2028 \n', 'Harland\nSecurity'],
    ['one\n\nthree', 'one\n\nthree'],
    ['double  space', 'double  space'],
    ['I \u2665\ufe0f tea', 'I ♥ tea'],
    [' \t\n ', ''],
  ])('of %j is %j', (typed, stored) => {
    expect(normaliseText(typed)).toBe(stored);
  });

  it('stays the same when it is normalised again', () => {
    const texts = fc
      .array(fc.integer({ min: 0, max: 0x2ffff }), { maxLength: 20 })
      .map((codes) => String.fromCodePoint(...codes));
    const spaced = fc.string({
      unit: fc.constantFrom(' ', '\t', '\n', '\r', '\u00a0', '\u2028', 'a', 'e\u0301', '\u0301', '\ufe0f', '\u200d'),
    });
    fc.assert(fc.property(fc.oneof(texts, spaced), (text) => normaliseText(normaliseText(text)) === normaliseText(text)));
  });
});

describe('a text is refused', () => {
  it.each([
    ['', { kind: 'empty' }],
    ['W'.repeat(200), { kind: 'tooLong', length: 200, maxLength: 30, line: 1, lines: 1 }],
    [`Harland\n${'W'.repeat(31)}`, { kind: 'tooLong', length: 31, maxLength: 30, line: 2, lines: 2 }],
    ['a\nb\nc', { kind: 'tooManyLines', lines: 3, maxLines: 2 }],
    ['Nia\tmh', { kind: 'controlCharacter', code: 9 }],
    ['Nia\u0000mh', { kind: 'controlCharacter', code: 0 }],
    ['Nia\u200bmh', { kind: 'controlCharacter', code: 0x200b }],
    ['a\u200db', { kind: 'controlCharacter', code: 0x200d }],
    ['Niamh \u202eelyoD', { kind: 'directionCharacter', code: 0x202e }],
    ['\u2067Niamh', { kind: 'directionCharacter', code: 0x2067 }],
  ])('%j', (text, problem) => {
    expect(checkText(normaliseText(text), LIMITS)).toEqual(problem);
  });
});

it.each(['=cmd|calc', 'W'.repeat(30), "D'Arcy & Söhne", '👨‍👩‍👧', 'ع'])('%j is no problem in itself', (text) => {
  expect(checkText(text, LIMITS)).toBeUndefined();
});

it('counts characters as people do', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(checkText(family.repeat(30), LIMITS)).toBeUndefined();
  expect(checkText(family.repeat(31), LIMITS)).toMatchObject({ kind: 'tooLong', length: 31 });
});

it('divides texts as Unicode does', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const units = ['a', 'É', 'e\u0301', '\u0301', '🇬🇧', '🇬', '👍🏽', '👩‍🚒', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '❤️', '한', 'ع', '\ud83d', ' '];
  const texts = fc.array(fc.constantFrom(...units), { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      expect(listGraphemes(text)).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment));
    }),
  );
});
