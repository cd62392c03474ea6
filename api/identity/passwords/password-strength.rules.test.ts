import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BREACHED_PASSWORDS } from './breached-passwords.ts';
import { COMMON_STRINGS, COMMON_WORDS } from './common-passwords.ts';
import { countParts, extractWords, findRepeatedUnit, findWeakness } from './password-strength.rules.ts';

const noWords: string[] = [];

describe('the list of common passwords', () => {
  it('has more than three thousand entries, and refuses every one in any case', () => {
    const entries = [...COMMON_WORDS, ...COMMON_STRINGS];

    expect(entries.length).toBeGreaterThan(3000);
    expect(entries.filter((entry) => !findWeakness(entry, noWords))).toEqual([]);
    expect(entries.filter((entry) => !findWeakness(entry.toUpperCase(), noWords))).toEqual([]);
  });

  it('applies to each of its words with the usual additions', () => {
    const ends = (word: string) => [
      `${word}1`,
      `${word}123`,
      `${word}!`,
      `${word}2026`,
      `1${word}`,
      `${word[0]?.toUpperCase()}${word.slice(1)}01!`,
    ];
    const forms = [...COMMON_WORDS].filter((word) => word.length >= 4).flatMap(ends);

    expect(forms.filter((form) => form.length >= 8).length).toBeGreaterThan(10_000);
    expect(forms.filter((form) => !findWeakness(form, noWords))).toEqual([]);
  });
});

describe('the list of breached passwords', () => {
  it('refuses passwords that are neither words of the list nor patterns, in any case', () => {
    expect(BREACHED_PASSWORDS).toBeGreaterThan(15_000);
    for (const password of ['rovnogod', 'Thunder3', '4me2know', 'utyyflmtdyf', 'MAVERICK'])
      expect([password, findWeakness(password, noWords)]).toEqual([password, 'common']);
    expect(findWeakness('Kettle, moss & trailer', noWords)).toBeUndefined();
  });
});

describe('a weak password', () => {
  it.each([
    ['common', 'P@ssw0rd1'],
    ['common', 'p455w0rd!!'],
    ['common', 'drowssap12'],
    ['common', 'passwordpassword'],
    ['common', 'Sunshine2026'],
    ['common', 'ｐａｓｓｗｏｒｄ'],
    ['common', 'pässwörd'],
    ['common', '31-12-1990'],
    ['common', '19800731'],
    ['common', '07/31/1980'],
    ['pattern', '12345678'],
    ['pattern', '1qaz2wsx'],
    ['pattern', 'qwertyui'],
    ['pattern', 'poiuytrewq'],
    ['pattern', 'aaaaaaaa'],
    ['pattern', '11223344'],
    ['pattern', 'abababab'],
    ['pattern', 'xk7!xk7!xk7!'],
    ['pattern', 'abcd1234'],
    ['own words', 'Meridian2026!'],
    ['own words', 'meridianresorts'],
    ['own words', 'M3r1d1an-1'],
    ['own words', 'ann.lee.1984'],
    ['own words', 'Sundial#2026'],
    ['own words', 'Uniform-2026'],
    ['own words', 'Livery-portal-1'],
    ['own words', 'annlee@meridian.example'],
  ])('is detected as %s: %s', (kind, password) => {
    const words = extractWords(['Meridian Resorts', 'Ann', 'Lee', 'ann.lee@meridian.example', 'sundial', 'Sundial Uniforms']);

    expect(findWeakness(password, words)).toBe(kind);
  });

  it.each([
    'Correct-horse-9',
    'bannerhorse',
    'meridian-moss-kettle',
    'property tax',
    'treehouse-lantern',
    '20-81-1990-4',
    'zkqvmtwp',
    '7f9Kq2Zp',
    'qwe-moss-rty',
  ])('does not include %s', (password) => {
    const words = extractWords(['Meridian Resorts', 'Ann', 'Lee', 'ann.lee@meridian.example']);

    expect(findWeakness(password, words)).toBeUndefined();
  });

  it('is hardly ever a random password', () => {
    let refused = 0;
    const drawn = fc.sample(
      fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 10, maxLength: 14 }),
      2000,
    );
    for (const password of drawn.filter((text) => new Set(text).size > 6)) refused += findWeakness(password, noWords) ? 1 : 0;

    expect(refused).toBeLessThan(10);
  });

  it('is detected quickly, however long it is', () => {
    const started = performance.now();
    for (const password of ['ab'.repeat(64), `${'a'.repeat(127)}b`, '1qaz'.repeat(32), '!'.repeat(128)])
      findWeakness(password, extractWords(['A B C '.repeat(100)]));

    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe('the parts of a text', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['aaaa', 1],
    ['abcdef', 1],
    ['fedcba', 1],
    ['abba', 3],
    ['1qaz2wsx', 2],
    ['horse', 5],
  ])('%s: %i', (text, parts) => {
    expect(countParts(text)).toBe(parts);
  });

  it('are repeated in the shortest unit', () => {
    expect(['abcabc', 'aaaa', 'abcab', ''].map(findRepeatedUnit)).toEqual(['abc', 'a', 'abcab', '']);
  });
});

describe('the words that a password must not consist of', () => {
  it('are the parts of names and addresses and the whole names, longest first, without short ones', () => {
    expect(extractWords(['Zoë O’Neil', 'j@li.example'])).toEqual([
      'jliexample',
      'zoeoneil',
      'uniforms',
      'workwear',
      'example',
      'uniform',
      'livery',
      'portal',
      'neil',
      'zoe',
    ]);
  });
});
