import { describe, expect, it } from 'vitest';
import { findDropIndex, findDropIndexInGrid, moveItem } from './reorder.ts';

describe('moving an item', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
  ])('from %i to %i gives %s', (from, to, expected) => {
    expect(moveItem([...'abc'], from, to).join('')).toBe(expected);
  });
});

describe('dropping an item', () => {
  const middles = [50, 150, 250];

  it.each([
    [0, 10, 0],
    [0, 100, 0],
    [0, 200, 1],
    [0, 400, 2],
    [2, 10, 0],
    [2, 100, 1],
    [2, 400, 2],
  ])('that was at %i at the height %i moves it to %i', (from, y, expected) => {
    expect(findDropIndex(middles, from, y)).toBe(expected);
  });
});

describe('dropping an item of a grid', () => {
  const middles = [
    { x: 50, y: 50 },
    { x: 150, y: 50 },
    { x: 50, y: 150 },
  ];

  it.each([
    [60, 40, 0],
    [400, 60, 1],
    [10, 170, 2],
  ])('at %i, %i moves it to %i', (x, y, expected) => {
    expect(findDropIndexInGrid(middles, { x, y })).toBe(expected);
  });
});
