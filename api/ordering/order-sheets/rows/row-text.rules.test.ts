import { describe, expect, it } from 'vitest';
import { cleanCell, isSizeOfDate, readDate, readPieces, toChoiceKey } from './row-text.rules.ts';

const read = (text: string) => {
  const quantity = readPieces(cleanCell(text));
  return typeof quantity === 'number' ? quantity : quantity.text;
};

describe('a quantity', () => {
  it.each([
    ['2', 2],
    [' 2 ', 2],
    ['\u00a02\u00a0', 2],
    ['2,0', 2],
    ['2.00', 2],
    ['1 200', 1200],
    ['1\u00a0200', 1200],
    ['1\u202f200', 1200],
    ["1'200", 1200],
    ['007', 7],
    ['１２', 12],
    ['100000', 100_000],
  ])('%j is %d', (text, quantity) => expect(read(text)).toBe(quantity));

  it.each([
    ['', 'Enter a quantity.'],
    ['0', 'Enter 1 piece or more.'],
    ['0,0', 'Enter 1 piece or more.'],
    ['-1', 'Enter 1 piece or more.'],
    ['−2', 'Enter 1 piece or more.'],
    ['1,5', 'Enter whole pieces.'],
    ['0.5', 'Enter whole pieces.'],
    ['½', 'Enter whole pieces.'],
    ['1½', 'Enter whole pieces.'],
    ['1/2', 'Enter whole pieces.'],
    ['=2+3', 'This is a formula. Enter its result.'],
    ['1,200', 'Is this 1200? Enter the number without a comma.'],
    ['2.000', 'Is this 2 or 2000? Enter the number without a point.'],
    ['100001', 'Enter 100,000 pieces or fewer.'],
    ['9'.repeat(30), 'Enter 100,000 pieces or fewer.'],
    ['two', 'Enter the number of pieces in digits, for example 2.'],
    ['1e3', 'Enter the number of pieces in digits, for example 2.'],
    ['12 3', 'Enter the number of pieces in digits, for example 2.'],
    ['1 20', 'Enter the number of pieces in digits, for example 2.'],
  ])('%j is refused: %s', (text, sentence) => expect(read(text)).toBe(sentence));

  it('that could be two numbers offers both', () => expect(readPieces('2,000')).toMatchObject({ choices: ['2', '2000'] }));
});

describe('a size that became a date', () => {
  it.each([
    ['3-Apr', '3/4'],
    ['03-Apr', '3/4'],
    ['3-Apr-26', '3-4'],
    ['Apr-03', '4/3'],
    ['10-Dec', '10-12'],
    ['Oct-30', '10/30'],
    ['03/04/2026', '3/4'],
    ['2026-04-03', '3/4'],
    ['2026-04-03 00:00:00', '03/04'],
    ['3 April', '3–4'],
  ])('%s may have been %s', (text, size) => {
    const date = readDate(text);
    expect(date && isSizeOfDate(size, date)).toBe(true);
  });

  it.each(['12', '12 Regular', '3/4', 'M', '16½', 'March', '38L', '10-12'])('%s is no date', (text) =>
    expect(readDate(text)).toBeUndefined(),
  );

  it('is not another size', () => expect(isSizeOfDate('5/6', [3, 4])).toBe(false));
});

describe('a choice', () => {
  it.each([
    ['16½', '16.5'],
    ['16 1/2', '16,5'],
    ['12  REGULAR', '12 Regular'],
    ['XL', 'xl'],
    ['10.0', '10'],
    ['2.50', '2½'],
  ])('is the same: %s, %s', (one, other) => expect(toChoiceKey(cleanCell(one))).toBe(toChoiceKey(other)));

  it.each([
    ['10', '1'],
    ['100', '10'],
    ['3/4', '4/3'],
    ['½', '5'],
  ])('is another: %s, %s', (one, other) => expect(toChoiceKey(one)).not.toBe(toChoiceKey(other)));
});
