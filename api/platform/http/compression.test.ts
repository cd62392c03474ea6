import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compress, decompress, preferredEncoding } from './compression.ts';

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.000', undefined],
  ['identity', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['deflate, x-gzip;q=1', undefined],
  [';;,=,q=0', undefined],
])('Accept-Encoding %j gets %j', (header, encoding) => {
  expect(preferredEncoding(header)).toBe(encoding);
});

test('compressed content can be decompressed', async () => {
  const content = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: `Größe ${id}` }))));

  const [brotli, zipped] = [await compress(content, 'br'), await compress(content, 'gzip')];

  expect(brotliDecompressSync(brotli).equals(content)).toBe(true);
  expect(gunzipSync(zipped).equals(content)).toBe(true);
  expect([await decompress(brotli, 'br'), await decompress(zipped, 'gzip')]).toEqual([content, content]);
  // Responses are cached, so a buffer must not hold more memory than it fills.
  expect([brotli.buffer.byteLength, zipped.buffer.byteLength]).toEqual([brotli.length, zipped.length]);
});
