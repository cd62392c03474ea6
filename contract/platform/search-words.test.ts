import { describe, expect, it } from 'vitest';
import { containsSearchWords, namesOrder, parseOrderNumber, toSearchWords, withoutOrderWord } from './search-words.ts';

describe('the words of a search', () => {
  it.each([
    ['Şahin  Ayşe', [['sahin'], ['ayse']]],
    ['Müller', [['muller', 'mueller']]],
    ['’t Hart', [['t'], ['hart']]],
    ['#12254', [['12254']]],
    ['# ’', [['#']]],
    ["'", [["'"]]],
    ['', []],
  ])('%s', (text, words) => expect(toSearchWords(text)).toEqual(words));
});

describe('an order in a search', () => {
  it.each([
    ['12254', 12254, false],
    ['#12254', 12254, true],
    ['order 12254', 12254, true],
    ['Order #12254', 12254, true],
    ['Order no. 12254', 12254, true],
    ['order number: 12254', 12254, true],
    ['orders', 0, false],
    ['order for Ann', 0, false],
    ['Ann 12254', 0, false],
  ])('%s', (text, number, isNamed) => {
    expect(parseOrderNumber(text)).toBe(number);
    expect(namesOrder(text)).toBe(isNamed);
  });

  it('keeps other words', () => {
    expect(withoutOrderWord('order 12254 smith')).toBe('12254 smith');
    expect(withoutOrderWord('border 12')).toBe('border 12');
  });
});

describe('a text', () => {
  it.each([
    ['Ayşe Şahin, Istanbul', 'sahin ayse', true],
    ['Jürgen Müller', 'mueller', true],
    ['Jürgen Mueller', 'müller', true],
    ["Ann O'Brien", 'o’brien', true],
    ['Ann Smith', 'ann smyth', false],
    ['Ann Smith', '', true],
  ])('%s contains "%s": %s', (text, search, isFound) => expect(containsSearchWords(text, search)).toBe(isFound));
});
