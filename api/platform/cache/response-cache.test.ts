import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createResponseCache } from './response-cache.ts';

const json = JSON.stringify(Array.from({ length: 400 }, (_, place) => ({ place, name: `Shirt ${place}` })));
const aSubject = (state = 1) => ({ state, responses: new Map() });
const asBrotli = { name: 'detail', encoding: 'br' as const };

it('sends what it has cached, in the encoding that is asked for', async () => {
  const cache = createResponseCache<number>(100_000);
  await cache.sendNew('a', aSubject(), { ...asBrotli, json });
  const found = cache.find('a');

  expect(found?.state).toBe(1);
  if (!found) return;
  const sent = await cache.sendCached('a', found, asBrotli);
  expect(sent?.encoding).toBe('br');
  expect(brotliDecompressSync(sent?.content as Buffer).toString()).toBe(json);
  expect((await cache.sendCached('a', found, { name: 'detail', encoding: undefined }))?.content.toString()).toBe(json);
  expect(await cache.sendCached('a', found, { name: 'other', encoding: undefined })).toBeUndefined();
});

it('evicts the subjects used least recently, and counts what was compressed meanwhile', async () => {
  const cache = createResponseCache<number>(json.length + 3000);
  for (const key of ['a', 'b', 'c']) await cache.sendNew(key, aSubject(), { ...asBrotli, json });
  // Compressed, all three fit, although two of them would not as text.
  expect(['a', 'b', 'c'].map((key) => cache.find(key) !== undefined)).toEqual([true, true, true]);
  await cache.sendNew('d', aSubject(), { name: 'detail', encoding: undefined, json });

  expect(cache.find('d')).toBeDefined();
  expect(['a', 'b', 'c'].filter((key) => cache.find(key)).length).toBeLessThan(3);
});

it('keeps a limited number of responses of a subject, and none without a key', async () => {
  const cache = createResponseCache<number>(10_000_000);
  const subject = aSubject();
  for (let count = 0; count < 70; count += 1)
    await cache.sendNew('a', subject, { ...asBrotli, name: `filter ${count}`, json: '{}' });
  await cache.sendNew(undefined, aSubject(), { ...asBrotli, json });

  expect(cache.find('a')?.responses.size).toBe(60);
});
