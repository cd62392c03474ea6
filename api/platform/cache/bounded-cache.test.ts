import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

test('evicts the least recently used entry first', () => {
  const cache = createBoundedCache<string>(3 * 1300);
  for (const key of ['a', 'b', 'c']) cache.set(key, key, 1000);
  cache.get('a');
  cache.set('d', 'd', 1000);

  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd']);
});

test('does not store a value larger than the cache, and drops the value it replaces', () => {
  const cache = createBoundedCache<string>(5000);
  cache.set('a', 'small', 10);
  cache.set('a', 'huge', 6000);

  expect(cache.get('a')).toBeUndefined();
  expect(cache.bytes).toBe(0);
});

test('counts the bytes of its entries and never exceeds its limit', () => {
  const step = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(2000), fc.constantFrom('set', 'get', 'delete'));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = createBoundedCache<number>(4000);
      const weights = new Map<string, number>();
      for (const [key, weight, what] of steps) {
        if (what === 'set') {
          cache.set(key, weight, weight);
          weights.set(key, weight + 202);
        } else if (what === 'delete') cache.delete(key);
        else cache.get(key);
        expect(cache.bytes).toBeLessThanOrEqual(4000);
      }
      const stored = [...weights].filter(([key]) => cache.get(key) !== undefined);
      expect(cache.bytes).toBe(stored.reduce((sum, [, weight]) => sum + weight, 0));
    }),
  );
});
