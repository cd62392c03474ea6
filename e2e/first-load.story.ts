import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type StoryPortal, WIDE } from './portal.ts';

let portal: StoryPortal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.close());

const MOST_KILOBYTES = 150;

describe('the first load of the log-in', () => {
  it(`brings at most ${MOST_KILOBYTES} KB of scripts and styles, compressed`, async () => {
    const { page, origin, troubles, leave } = await portal.visit('sundial', WIDE);
    const loaded = new Map<string, Promise<Buffer>>();
    page.on('response', (response) => {
      if (/\.(js|css)(\?|$)/.test(response.url())) loaded.set(response.url(), response.body());
    });

    await page.goto(`${origin}/login`, { waitUntil: 'networkidle' });

    let bytes = 0;
    for (const body of loaded.values()) {
      bytes += brotliCompressSync(await body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
    }
    console.log(`first load of the log-in: ${(bytes / 1024).toFixed(1)} KB in ${loaded.size} files`);
    expect(loaded.size).toBeGreaterThan(1);
    expect(bytes).toBeLessThanOrEqual(MOST_KILOBYTES * 1024);
    expect(troubles).toEqual([]);
    await leave();
  });
});
