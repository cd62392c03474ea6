import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type GlyphRun } from 'fontkit';
import { unpackWoff } from './woff.ts';

/** The faces that are embedded in documents, by family and weight. */
export type FontName = 'sans-400' | 'sans-600' | 'sans-700' | 'sans-800' | 'serif-400';

const FAMILIES = {
  sans: { name: 'inter', alphabets: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] },
  serif: {
    name: 'source-serif-4',
    alphabets: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'],
  },
} as const;

/** One file of a face. The packages divide each face into files by alphabet. */
export interface FontFile {
  /** Identifies the file among all faces. */
  key: string;
  font: Font;
}

const require = createRequire(import.meta.url);
const files = new Map<string, FontFile>();
const filesByCharacter = new Map<string, FontFile | null>();

/** The file of a face that has all glyphs of a character, which may consist of several code points; null if none has. */
export function findFontFile(name: FontName, character: string): FontFile | null {
  const key = `${name} ${character}`;
  const known = filesByCharacter.get(key);
  if (known !== undefined) return known;
  const codePoints = [...character].map((part) => part.codePointAt(0) as number);
  const [family, weight] = name.split('-') as ['sans' | 'serif', string];
  let found: FontFile | null = null;
  for (const alphabet of FAMILIES[family].alphabets) {
    const file = openFontFile(FAMILIES[family].name, alphabet, weight);
    if (codePoints.every((codePoint) => file.font.hasGlyphForCodePoint(codePoint))) {
      found = file;
      break;
    }
  }
  // Texts come from outside: without a limit, ever new characters would fill the memory.
  if (filesByCharacter.size >= MAX_CACHED_CHARACTERS) filesByCharacter.clear();
  filesByCharacter.set(key, found);
  return found;
}

const MAX_CACHED_CHARACTERS = 20_000;
const MAX_CACHED_WORDS = 5_000;
const MAX_CACHED_WORD_LENGTH = 40;

/** Reads a file once for the whole process: reading costs more than a short document. */
function openFontFile(family: string, alphabet: string, weight: string): FontFile {
  const key = `${family}-${alphabet}-${weight}-normal`;
  const known = files.get(key);
  if (known) return known;
  const bytes = unpackWoff(readFileSync(require.resolve(`@fontsource/${family}/files/${key}.woff`)));
  const file = { key, font: withLayoutCache(create(bytes) as Font, create(bytes) as Font) };
  files.set(key, file);
  return file;
}

/**
 * A font with a cache of laid-out words that all documents share, and without contextual alternates (`calt`): they are ornaments of code such as "->",
 * and finding none of them takes most of the time. Texts are laid out by a second instance: fontkit remembers for which characters it first used a glyph,
 * and forgets them where the first use was in a subset, in which "A" is also part of "Á".
 */
function withLayoutCache(font: Font, layoutFont: Font): Font {
  const runs = new Map<string, Pick<GlyphRun, 'glyphs' | 'positions'>>();
  const layout = (text: string, features: string[] = []) => {
    const key = `${features} ${text}`;
    let run = runs.get(key);
    if (!run) {
      run = layOut(layoutFont, text, features);
      if (runs.size >= MAX_CACHED_WORDS) runs.clear();
      if (text.length <= MAX_CACHED_WORD_LENGTH) runs.set(key, run);
    }
    // pdfkit converts the positions to its own unit in place, and reads the width after that.
    const positions = run.positions.map((position) => ({ ...position }));
    return {
      glyphs: run.glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((total, { xAdvance }) => total + xAdvance, 0);
      },
    };
  };
  return Object.assign(Object.create(font), { layout });
}

function layOut(font: Font, text: string, features: string[]): Pick<GlyphRun, 'glyphs' | 'positions'> {
  const { glyphs, positions } = font.layout(text, {
    ...Object.fromEntries(features.map((feature) => [feature, true])),
    calt: false,
  });
  const characters = [...text];
  if (glyphs.length !== characters.length) return { glyphs, positions };
  // What a glyph stands for is taken from this text: several characters can share one, such as both hyphens.
  const copies = glyphs.map(({ id, advanceWidth }, index) => ({
    id,
    advanceWidth,
    codePoints: [characters[index]?.codePointAt(0)],
  }));
  // Inter moves a space so close to a "1" or a comma that words seem to touch.
  const spaced = positions.map((position, index) =>
    characters[index + 1] === ' ' ? { ...position, xAdvance: glyphs[index]?.advanceWidth ?? position.xAdvance } : position,
  );
  return { glyphs: copies as unknown as GlyphRun['glyphs'], positions: spaced };
}
