/**
 * `npm run font-metrics`: writes from the files of the fonts what server and pages know of the fonts of texts on garments: `lettering/metrics/*.json`, and
 * the rules with which browsers load their files.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Font } from 'fontkit';
import { describeFace, openFontFile } from '#api/platform/pdf/fonts.ts';
import { LETTERING_FACES } from '#api/platform/pdf/lettering-faces.ts';
import { FONTS, type LetteringFont } from '#lettering/fonts.ts';
import type { StoredMetrics } from '#lettering/metrics.ts';
import { listCharacters } from './fonts.ts';

const project = join(import.meta.dirname, '..');

/**
 * Letters, digits, signs and the space of the scripts that need no shaping. Marks are left out, since letters are set one by one: a letter with a mark is
 * in the font as one character, or not at all. So is what phones show as a picture.
 */
const isSetAlone = (character: string) =>
  character === ' ' || /^(?:(?!\p{Emoji_Presentation}|\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}])$/u.test(character);

interface Alphabet {
  name: string;
  font: Font;
  /** As `unicode-range` of CSS. */
  range: string;
}

function readAlphabets(fontName: LetteringFont): Alphabet[] {
  const { family, weight, alphabets } = describeFace(LETTERING_FACES[fontName]);
  const path = join(project, 'node_modules/@fontsource', family, 'unicode.json');
  const ranges = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  return alphabets.map((name) => ({ name, font: openFontFile(family, name, weight).font, range: ranges[name] as string }));
}

/** The characters of a font that browsers take from its files, with their measures. */
function measureFont(fontName: LetteringFont): StoredMetrics {
  const glyphs = new Map<number, { advance: number; top: number; bottom: number }>();
  const alphabets = readAlphabets(fontName);
  for (const { font, range } of alphabets) {
    for (const character of listCharacters(range)) {
      const code = character.codePointAt(0) as number;
      if (glyphs.has(code) || !isSetAlone(character) || !font.hasGlyphForCodePoint(code)) continue;
      const { advanceWidth, path } = font.glyphForCodePoint(code);
      const hasInk = path.commands.length > 0;
      glyphs.set(code, {
        advance: advanceWidth,
        top: hasInk ? Math.ceil(path.bbox.maxY) : 0,
        bottom: hasInk ? Math.floor(path.bbox.minY) : 0,
      });
    }
  }
  const codes = [...glyphs.keys()].sort((one, other) => one - other);
  const runs: number[] = [];
  let next = Number.NaN;
  for (const code of codes) {
    if (code === next) (runs[runs.length - 1] as number) += 1;
    else runs.push(code - (Number.isNaN(next) ? 0 : next), 1);
    next = code + 1;
  }
  const measures = codes.map((code) => glyphs.get(code) as { advance: number; top: number; bottom: number });
  return {
    fontName,
    unitsPerEm: (alphabets[0] as Alphabet).font.unitsPerEm,
    capHeight: findCapHeight(glyphs),
    runs,
    advances: measures.map(({ advance }) => advance),
    tops: measures.map(({ top }) => top),
    bottoms: measures.map(({ bottom }) => bottom),
  };
}

/** The median of the capitals from A to Z: those of a script differ, and what its file says is lower than all of them. */
function findCapHeight(glyphs: ReadonlyMap<number, { top: number }>): number {
  const tops = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (capital) => glyphs.get(capital.charCodeAt(0))?.top as number);
  return tops.sort((one, other) => one - other)[tops.length / 2] as number;
}

/** A rule for each file, so that browsers fetch those whose characters are on the page. */
function renderFontFaces(fontName: LetteringFont): string {
  const { family, weight } = describeFace(LETTERING_FACES[fontName]);
  const rules = readAlphabets(fontName).map(
    ({ name, range }) => `@font-face {
  font-family: "Livery ${fontName}";
  font-display: block;
  src: url("@fontsource/${family}/files/${family}-${name}-${weight}-normal.woff2") format("woff2");
  unicode-range: ${range.replaceAll(',', ', ')};
}
`,
  );
  return `/* Written by npm run font-metrics. */\n${rules.join('\n')}`;
}

/** The text of each generated file, by its path in the project. */
export function renderFontFiles(): Map<string, string> {
  return new Map(
    FONTS.flatMap((fontName) => {
      const name = fontName.toLowerCase();
      return [
        [`lettering/metrics/${name}.json`, `${JSON.stringify(measureFont(fontName))}\n`],
        [`web/catalogue/customisation/lettering/${name}.css`, renderFontFaces(fontName)],
      ];
    }),
  );
}

if (import.meta.main) {
  for (const [path, text] of renderFontFiles()) await writeFile(join(project, path), text);
}
