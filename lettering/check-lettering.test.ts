import { describe, expect, it } from 'vitest';
import { checkLettering } from './check-lettering.ts';
import { describeTextProblem, nameCharacter } from './describe-problem.ts';
import type { LetteringFont } from './fonts.ts';
import { loadAllFontMetrics } from './metrics.ts';
import { normaliseText } from './text.ts';

const all = await loadAllFontMetrics();

const check = (text: string, fontName: LetteringFont = 'Script', maxLength = 30) =>
  checkLettering(all, {
    fontName,
    text: normaliseText(text),
    limits: { maxLength, maxLines: 2 },
    room: { letterMm: 10, smallestMm: 5, widthMm: 80, heightMm: 30 },
  });
const explain = (...text: Parameters<typeof check>) => {
  const { problem } = check(...text);
  return problem && describeTextProblem(problem);
};

it('returns the size of a text that is right', () => {
  expect(check('Niamh', 'Sans').size).toMatchObject({ letterMm: 10 });
  expect(check('Harland Security', 'Sans').size?.letterMm).toBeLessThan(10);
  expect(check('=cmd|calc', 'Sans').problem).toBeUndefined();
});

describe('says what is wrong, and what can be done', () => {
  it.each([
    ['   ', 'Please enter the text.'],
    ['Ω', '“Ω” is not in Script. Sans and Serif have it.'],
    ['Ωλ', '“Ω” and “λ” are not in Script. Sans and Serif have them.'],
    ['😀', '“😀” is not in Script. No other font has it: please write the text without it.'],
    ['👩‍🚒 ع', '“👩‍🚒” and “ع” are not in Script. No other font has all of them: please write the text without them.'],
    ['x\u030c', '“x\u030c” is not in Script. No other font has it: please write the text without it.'],
    ['\u0301', 'U+0301 is not in Script. No other font has it: please write the text without it.'],
    ['\ue000', 'U+E000 is not in Script. No other font has it: please write the text without it.'],
    ['αβγδεζη', '“α”, “β”, “γ”, “δ”, “ε” and 2 more are not in Script. Sans and Serif have them.'],
    ['a\tb', 'The text contains a tab (U+0009). Please type it again without it.'],
    ['a\u0007b', 'The text contains an invisible character (U+0007). Please type it again without it.'],
    [
      'a\u202eb',
      'The text contains an invisible character that changes the direction of writing (U+202E). Please type it again without it.',
    ],
    ['W'.repeat(200), 'The text has 200 characters. Please shorten it to 30.'],
    [`a\n${'W'.repeat(31)}`, 'Line 2 has 31 characters. Please shorten it to 30.'],
    ['a\nb\nc', 'The text has 3 lines. Please shorten it to 2 lines.'],
  ])('%j', (text, sentence) => {
    expect(explain(text)).toBe(sentence);
  });

  it('for a text that is too wide, with its width', () => {
    expect(explain('W'.repeat(200), 'Sans', 200)).toMatch(
      /^The text is \d{4}(\.\d)? mm wide in letters of 5 mm; the position has 80 mm\. Please shorten it\.$/,
    );
  });

  it('for one that is too high', () => {
    const { problem } = checkLettering(all, {
      fontName: 'Sans',
      text: 'Harland\nSecurity',
      limits: { maxLength: 30, maxLines: 2 },
      room: { letterMm: 10, smallestMm: 10, widthMm: 80, heightMm: 20 },
    });
    expect(problem && describeTextProblem(problem)).toBe(
      'The text is 28.9 mm high in letters of 10 mm; the position has 20 mm. Please shorten it or use fewer lines.',
    );
  });

  it('never with two equal measures', () => {
    expect(describeTextProblem({ kind: 'tooWide', mm: 80.01, availableMm: 80, letterMm: 5 })).toContain('is 80.1 mm wide');
  });
});

it('names what would not be seen by its code points', () => {
  expect(['Ł', '\ud83d', '\u{10ffff}', '\ufdd0'].map(nameCharacter)).toEqual(['“Ł”', 'U+D83D', 'U+10FFFF', 'U+FDD0']);
});
