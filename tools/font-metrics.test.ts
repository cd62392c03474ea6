import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { renderFontFiles } from './font-metrics.ts';

const project = join(import.meta.dirname, '..');
const files = [...renderFontFiles()];

it.each(files)('%s is up to date; run npm run font-metrics', async (path, text) => {
  expect(await readFile(join(project, path), 'utf8')).toBe(text);
});

it.each(files.filter(([path]) => path.endsWith('.json')))('%s is small enough for a phone', (_, text) => {
  expect(gzipSync(text).length).toBeLessThan(15_000);
});
