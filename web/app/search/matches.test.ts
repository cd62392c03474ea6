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
    ['İstanbul', 'stan', 'İ[stan]bul'],
    ['Ayşe Şahin', 'sahin', 'Ayşe [Şahin]'],
    ['Jan ’t Hart', "'t hart", 'Jan ’[t] [Hart]'],
    ['Hans Müller', 'mueller', 'Hans [Müller]'],
    ['Großmann', 'gross', '[Groß]mann'],
    ['Order 12254', 'order #12254', 'Order [12254]'],
  ])('%s, searched with "%s"', (text, query, expected) => {
    expect(mark(text, query)).toBe(expected);
  });
});
