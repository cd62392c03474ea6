import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FONTS, type LetteringFont, LINE_PITCH } from './fonts.ts';
import { findMissingCharacters, fitText, measureText, placeLines } from './measure.ts';
import { loadAllFontMetrics } from './metrics.ts';

const all = await loadAllFontMetrics();

const NAMES = 'Niamh Doyle|Błażej Ağaoğlu|Şükrü Çelik|Þórdís Ægisdóttir|Nguyễn|Ștefan Țurcanu|Zoë Ærø|Łukasz Żółć|Ürün Ğ';
const wordsIn = (fontName: LetteringFont) => fc.string({ unit: fc.constantFrom(...all[fontName].letters.keys()), maxLength: 40 });

describe.each(FONTS)('%s', (fontName) => {
  const metrics = all[fontName];

  it('has the letters of Latin, and of Cyrillic and Greek as far as it is said', () => {
    const latin = [...`${NAMES.replaceAll('|', '').replace('ễ', '')}ĄČĎĒĢĤĪĶĽŅŐŔŠŤŪŴŶŹßÞÐŒÆØ0123456789.,-'’&()/@!`];
    expect(findMissingCharacters(metrics, latin.join(''))).toEqual([]);
    expect(findMissingCharacters(metrics, 'ЖіїєґЎЏљ')).toEqual([]);
    expect(findMissingCharacters(metrics, 'ΑΩάώς').length > 0).toBe(fontName === 'Script');
    expect(findMissingCharacters(metrics, 'ễơ').length > 0).toBe(fontName === 'Script');
  });

  it('has a text as wide as its parts, whatever they are', () => {
    fc.assert(
      fc.property(wordsIn(fontName), wordsIn(fontName), fc.double({ min: 1, max: 100, noNaN: true }), (one, other, letterMm) => {
        const width = (text: string) => measureText(metrics, text, letterMm).widthMm;
        expect(width(one + other)).toBeCloseTo(width(one) + width(other), 6);
      }),
    );
  });

  it('has capitals as high as is said, and letters with accents and tails higher', () => {
    const height = (text: string) => measureText(metrics, text, 10).heightMm;
    // Some capitals of the script begin below the line.
    expect(Math.abs(height('E') - 10)).toBeLessThan(fontName === 'Script' ? 0.6 : 1e-9);
    expect(height('EÉg')).toBeGreaterThan(12);
    expect(height('E\nE')).toBeCloseTo(height('E') + LINE_PITCH * 10, 9);
  });

  it('makes a text smaller until it fits, and never more than needed', () => {
    const text = fc.array(wordsIn(fontName).filter(Boolean), { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
    const mm = fc.integer({ min: 10, max: 3000 }).map((tenths) => tenths / 10);
    const smallest = fc.integer({ min: 10, max: 200 }).map((tenths) => tenths / 10);
    fc.assert(
      fc.property(text, mm, mm, smallest, (words, widthMm, heightMm, smallestMm) => {
        const room = { letterMm: 20, smallestMm, widthMm, heightMm };
        const fit = fitText(metrics, words, room);
        const overflows = ({ widthMm: width, heightMm: height }: { widthMm: number; heightMm: number }) =>
          width > widthMm + 1e-4 || height > heightMm + 1e-4;
        expect(fit).toMatchObject(measureText(metrics, words, fit.letterMm));
        expect(overflows(fit)).toBe('tooWideMm' in fit);
        if ('tooWideMm' in fit) expect([fit.letterMm, fit.tooWideMm + fit.tooHighMm > 0]).toEqual([smallestMm, true]);
        else if (fit.letterMm < 20) expect(overflows(measureText(metrics, words, fit.letterMm + 0.1 + 1e-6))).toBe(true);
      }),
    );
  });
});

it('keeps the height of a design for names, and says how much is missing', () => {
  const room = { letterMm: 8, smallestMm: 8, widthMm: 60, heightMm: 20 };
  expect(fitText(all.Sans, 'Niamh D.', room)).toMatchObject({ letterMm: 8 });
  const long = fitText(all.Sans, 'Bartholomew Featherstonehaugh', room);
  expect(long).toMatchObject({ letterMm: 8, tooHighMm: 0 });
  expect('tooWideMm' in long && long.tooWideMm).toBeCloseTo(long.widthMm - 60, 9);
});

it('fills an area exactly', () => {
  const { widthMm, heightMm } = measureText(all.Sans, 'Harland', 8);
  expect(fitText(all.Sans, 'Harland', { letterMm: 8, smallestMm: 8, widthMm, heightMm })).toMatchObject({ letterMm: 8 });
});

it('names missing characters as people see them, each once', () => {
  const family = '👨‍👩‍👧';
  expect(findMissingCharacters(all.Sans, `a${family}b${family}\nع x\u030c \ud83d`)).toEqual([family, 'ع', 'x\u030c', '\ud83d']);
});

it('centres lines below each other', () => {
  const { widthMm, lines } = placeLines(all.Serif, 'Harland Security\nI', 10);
  expect(lines[0]).toMatchObject({ xMm: 0, widthMm });
  expect(lines[1]?.xMm).toBeCloseTo((widthMm - measureText(all.Serif, 'I', 10).widthMm) / 2, 9);
  expect((lines[1]?.baselineMm ?? 0) - (lines[0]?.baselineMm ?? 0)).toBeCloseTo(LINE_PITCH * 10, 9);
});

it('takes so little time that a preview follows typing', () => {
  const text = 'Bartholomew Fëatherstonehaugh\nHead of Security';
  const started = performance.now();
  for (let run = 0; run < 1000; run += 1) {
    findMissingCharacters(all.Sans, text);
    fitText(all.Sans, text, { letterMm: 10, smallestMm: 4, widthMm: 80, heightMm: 30 });
  }
  // Measured: 0.02 ms each. A preview has 50 ms, on a device that is four times slower.
  expect((performance.now() - started) / 1000).toBeLessThan(1);
});
