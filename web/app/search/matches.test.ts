import { describe, expect, it } from 'vitest';
import { splitMatches } from './matches.ts';

const mark = (text: string, query: string) =>
  splitMatches(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

describe('the words of a search in a result', () => {
  it.each([
    ['Ann Smith', 'smi ann', '[Ann] [Smi]th'],
    ['Order 10500', '#105', 'Order [105]00'],
    ['aaaa', 'aa', '[aaaa]'],
    ['50% cotton', '%', '50[%] cotton'],
    ['Softshell', '', 'Softshell'],
    // Lower case makes this letter longer, so places would differ.
    ['İstanbul', 'stan', 'İstanbul'],
  ])('%s, searched with "%s"', (text, query, expected) => {
    expect(mark(text, query)).toBe(expected);
  });
});
