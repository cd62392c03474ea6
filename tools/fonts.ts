/** Part of the build: fonts of pages, without the weights and features that none uses, which would be two fifths of their bytes, and those of documents. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { FURTHER_FONTS_FOLDER, listFurtherFontFiles } from '#api/platform/pdf/further-fonts.ts';

const source = join(import.meta.dirname, '../node_modules/@fontsource-variable/inter');

/** The weights of all texts and headings. */
const WEIGHTS = { min: 400, max: 760 };

/** Kerning, tabular figures, accents, and forms that depend on the letters next to them; no fractions and small figures. */
const FEATURES = ['kern', 'tnum', 'ccmp', 'mark', 'mkmk', 'calt'];

/** Writes the fonts that the styles refer to into dist/fonts, each with all characters for which browsers use it. */
export async function buildFonts(root: string): Promise<void> {
  const target = join(root, 'dist/fonts');
  const ranges = JSON.parse(await readFile(join(source, 'unicode.json'), 'utf8')) as Record<string, string>;
  await mkdir(target, { recursive: true });
  for (const script of ['latin', 'latin-ext']) {
    const file = `inter-${script}-wght-normal.woff2`;
    const options = { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS }, keepFeatures: FEATURES } as const;
    const original = await readFile(join(source, 'files', file));
    await writeFile(join(target, file), await subsetFont(original, listCharacters(ranges[script] ?? ''), options));
  }
}

/**
 * Copies the typefaces that documents need for names of other scripts to dist/print-fonts, with their licences: two weights of each. Their packages have
 * nine, and would double what is installed for production.
 */
export async function copyPrintFonts(root: string): Promise<void> {
  const target = join(root, FURTHER_FONTS_FOLDER);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const { source: file, name } of listFurtherFontFiles()) await copyFile(file, join(target, name));
}

/** The characters of a `unicode-range` of CSS. */
export function listCharacters(range: string): string {
  return range
    .split(',')
    .map((part) => {
      const [first = '', last = first] = part.trim().replace('U+', '').split('-');
      const start = Number.parseInt(first, 16);
      const count = Number.parseInt(last, 16) - start + 1;
      return String.fromCodePoint(...Array.from({ length: count }, (_, offset) => start + offset));
    })
    .join('');
}
