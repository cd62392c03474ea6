import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fontkit from 'fontkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FURTHER_FONTS_FOLDER } from '#api/platform/pdf/further-fonts.ts';
import { brands } from '#brands/brands.ts';
import { buildFonts, copyPrintFonts, listCharacters } from './fonts.ts';

const project = join(import.meta.dirname, '..');
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'livery-fonts-'));
  await buildFonts(root);
  await copyPrintFonts(root);
});
afterAll(() => rm(root, { recursive: true }));

const openFont = async (path: string) => fontkit.create(await readFile(path)) as fontkit.Font;

/** The texts of all files of the pages with these endings. */
async function readPages(ending: RegExp): Promise<string[]> {
  const files = (await readdir(join(project, 'web'), { recursive: true })).filter((file) => ending.test(file));
  return Promise.all(files.map((file) => readFile(join(project, 'web', file), 'utf8')));
}

describe.each(['inter-latin-wght-normal.woff2', 'inter-latin-ext-wght-normal.woff2'])('the built font %s', (file) => {
  it('has every character that browsers take from the original, and half of its bytes', async () => {
    const styles = (await readPages(/ui\/styles\/.*\.css$/)).join('');
    const [, range = ''] = new RegExp(`${file}[^}]*unicode-range:([^;]*);`).exec(styles) ?? [];
    const original = join(project, 'node_modules/@fontsource-variable/inter/files', file);
    const { characterSet } = await openFont(original);
    const built = join(root, 'dist/fonts', file);
    const kept = new Set((await openFont(built)).characterSet);
    const needed = [...listCharacters(range)].map((character) => character.codePointAt(0) ?? 0);
    expect(needed.filter((code) => characterSet.includes(code) && !kept.has(code))).toEqual([]);
    expect((await readFile(built)).length).toBeLessThan(0.7 * (await readFile(original)).length);
  });

  it('has every weight of the styles, which say so', async () => {
    const { variationAxes } = await openFont(join(root, 'dist/fonts', file));
    const { min, max } = variationAxes.wght ?? { min: 0, max: 0 };
    const styles = (await readPages(/\.css$/)).join('');
    expect(styles).toMatch(new RegExp(`font-weight: ${min} ${max};\\s+src: url\\("[./]+/dist/fonts/${file}"`));
    const used = [...styles.matchAll(/font-weight: (\d+);/g)].map(([, weight]) => Number(weight));
    const headings = Object.values(brands).map(({ headings: { weight } }) => Number(weight));
    expect([...used, ...headings].filter((weight) => weight < min || weight > max)).toEqual([]);
  });
});

it('keeps tabular figures and the forms that depend on neighbours', async () => {
  const { availableFeatures } = await openFont(join(root, 'dist/fonts/inter-latin-wght-normal.woff2'));
  expect(availableFeatures).toEqual(expect.arrayContaining(['tnum', 'kern', 'calt']));
});

it('copies two weights and the licence of each typeface of documents', async () => {
  const files = await readdir(join(root, FURTHER_FONTS_FOLDER));
  const fonts = files.filter((file) => file.endsWith('.ttf'));
  expect(fonts).toEqual(
    expect.arrayContaining(['NotoEmoji_400Regular.ttf', 'NotoSansKR_700Bold.ttf', 'NotoSansThai_400Regular.ttf']),
  );
  expect(files.filter((file) => file.endsWith('-licence.txt'))).toHaveLength(fonts.length / 2);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(root, FURTHER_FONTS_FOLDER, file))).size));
  // A part of the image: see decision 162.
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1024 ** 2).toBeLessThan(55);
});
