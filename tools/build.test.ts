import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSources, isBuilt } from './built-pages.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'livery-build-'));
  await mkdir(join(root, 'web/cart'), { recursive: true });
  await mkdir(join(root, 'dist'));
  await writeFile(join(root, 'web/cart/cart-page.tsx'), 'one');
  await writeFile(join(root, 'vite.config.ts'), 'config');
});

afterEach(() => rm(root, { recursive: true }));

test('pages are built when the note of their sources agrees, and stale otherwise', async () => {
  expect(await isBuilt(root)).toBe(false);
  await writeFile(join(root, 'dist/web.sources'), await hashSources(root));
  expect(await isBuilt(root)).toBe(true);

  await writeFile(join(root, 'web/cart/cart-page.tsx'), 'two');
  expect(await isBuilt(root)).toBe(false);
});

test.each([
  ['a new file', () => writeFile(join(root, 'web/cart/cart-line.tsx'), '')],
  ['another name', () => rename(join(root, 'web/cart/cart-page.tsx'), join(root, 'web/cart/page.tsx'))],
  ['another build configuration', () => writeFile(join(root, 'vite.config.ts'), 'changed')],
  ['other packages', () => writeFile(join(root, 'package-lock.json'), '{}')],
])('%s makes them stale', async (_, change) => {
  const before = await hashSources(root);
  await change();
  expect(await hashSources(root)).not.toBe(before);
});

test('a test beside a page does not', async () => {
  const before = await hashSources(root);
  await writeFile(join(root, 'web/cart/cart-page.test.tsx'), 'test');
  expect(await hashSources(root)).toBe(before);
});
