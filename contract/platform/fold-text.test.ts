import { describe, expect, it } from 'vitest';
import { foldText, toSearchableText, toSpellings } from './fold-text.ts';

describe('the folded form of a text', () => {
  it.each([
    ['Łukasz Żółć', 'lukasz zolc'],
    ['Groß', 'gross'],
    ['GROẞ', 'gross'],
    ['’t Hart', 't hart'],
    ["O'Brien", 'obrien'],
    ['O´Brien', 'obrien'],
    ['Anne\u2011Marie\u00a0Smith\u200b', 'anne-marie smith'],
    ['İbrahim Işık', 'ibrahim isik'],
    ['S\u0327ahin', 'sahin'],
    ['김민준', '김민준'],
    ['ガ', 'ガ'],
    ['کريمى', 'كريمي'],
    ['ＡＢ１', 'ab1'],
  ])('of %s is %s', (text, folded) => expect(foldText(text)).toBe(folded));

  it('is searched with the letters that some people write instead of an accent', () => {
    expect(toSearchableText('Jürgen Müller 12')).toBe('jurgen muller 12 juergen mueller');
    expect(toSpellings('Müller')).toEqual(['muller', 'mueller']);
    expect(toSpellings('’')).toEqual([]);
  });

  it('is its own folded form', () => {
    const once = toSearchableText('Jürgen Müller-Groß');
    expect(toSearchableText(once)).toBe(once);
  });
});
