import { afterEach, expect, test, vi } from 'vitest';
import { findChromium } from './chromium.ts';

afterEach(() => vi.unstubAllEnvs());

test('the program that CHROMIUM_PATH names is taken', async () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(await findChromium()).toBe(process.execPath);
});

test('a CHROMIUM_PATH that names no program is refused, rather than another browser taken', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/no/such/chromium');
  await expect(findChromium()).rejects.toThrow('CHROMIUM_PATH names /no/such/chromium');
});
