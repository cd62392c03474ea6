import { describe, expect, it } from 'vitest';
import { isBlock, parseCodes } from './pasted-codes.ts';

const read = (text: string) => parseCodes(text).entries.map(({ code, quantity }) => `${quantity} × ${code}`);

describe('a pasted block of codes', () => {
  it.each<[string, string, string[]]>([
    ['code, then quantity', 'HLD-1\t5\nHLD-2\t3', ['5 × HLD-1', '3 × HLD-2']],
    ['quantity, then code', '5\tHLD-1\r\n3\tHLD-2\r\n', ['5 × HLD-1', '3 × HLD-2']],
    ['codes alone', 'HLD-1\nHLD-2', ['1 × HLD-1', '1 × HLD-2']],
    ['a heading', 'SKU\tQty\nHLD-1\t5', ['5 × HLD-1']],
    [
      'semicolons, commas and spaces',
      'HLD-1;5\nHLD-2, 3\nHLD-3 2\n4 x HLD-4',
      ['5 × HLD-1', '3 × HLD-2', '2 × HLD-3', '4 × HLD-4'],
    ],
    ['equal codes, in whatever case', 'HLD-1\t5\nhld-1\t2', ['7 × HLD-1']],
    ['barcodes', '5099999999990\t2\n3\t5099999999983\n96385074\t4', ['2 × 5099999999990', '3 × 5099999999983', '4 × 96385074']],
    ['codes of digits', '1001\t2\n1002\t3', ['2 × 1001', '3 × 1002']],
    [
      'numbers as spreadsheets write them',
      'A\t1 200\nB\t1,200\nC\t12.00\nD\t"3"\nE\t1.200,00',
      ['1200 × A', '1200 × B', '12 × C', '3 × D', '1200 × E'],
    ],
    ['empty lines and cells', '\n\tHLD-1\t\t5\n\n', ['5 × HLD-1']],
    ['codes with spaces', 'HLD 1 A\t5\nHLD 2 B', ['5 × HLD 1 A', '1 × HLD 2 B']],
  ])('%s', (_, text, expected) => {
    expect(parseCodes(text)).toMatchObject({ unreadable: [] });
    expect(read(text)).toEqual(expected);
  });

  it.each(['HLD-1\t0', 'HLD-1\t-2', 'HLD-1\t2,5', 'HLD-1\t½', 'HLD-1\t=2+3', 'A\tB\tC', 'HLD-1\t9999999', `${'x'.repeat(101)}`])(
    'says which line cannot be read: %s',
    (line) => {
      expect(parseCodes(`HLD-9\t1\n${line}`)).toMatchObject({ entries: [{ code: 'HLD-9' }], unreadable: [{ line: 2 }] });
    },
  );

  it('is read in a moment when it is large', () => {
    const started = performance.now();
    const { entries } = parseCodes(Array.from({ length: 10_000 }, (_, row) => `HLD-${row}\t${row + 1}`).join('\n'));
    expect([entries.length, performance.now() - started < 500]).toEqual([10_000, true]);
    expect(parseCodes(`${' '.repeat(50_000)}x`).entries).toHaveLength(1);
  });

  it('is told from one code', () => {
    expect(['HLD-1', 'HLD 1 A\n', 'HLD-1\t5', 'a\nb'].map(isBlock)).toEqual([false, false, true, true]);
  });
});
