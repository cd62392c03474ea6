import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type GlyphRun } from 'fontkit';
import { FURTHER_FONTS, type FurtherFont, type FurtherWeight, locateFurtherFont } from './further-fonts.ts';
import { createSubsetByText, openShaper, type PlacedRun } from './shaped-font.ts';
import { unpackWoff } from './woff.ts';

/** The faces that are embedded in documents, by family and weight. */
export type FontName = 'sans-400' | 'sans-600' | 'sans-700' | 'sans-800' | 'serif-400' | 'serif-600' | 'script-700';

const FAMILIES = {
  sans: { name: 'inter', alphabets: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] },
  serif: {
    name: 'source-serif-4',
    alphabets: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'],
  },
  script: { name: 'caveat', alphabets: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext'] },
} as const;

/** One file of a face. The packages divide each face into files by alphabet. */
export interface FontFile {
  /** Identifies the file among all faces. */
  key: string;
  font: Font;
  /** Whether it is for a script that the brand's face lacks: such texts are laid out whole, and their letters are not spaced. */
  isFurther: boolean;
  /** Not those of emoji, whose spaces are as wide as pictures. */
  hasLetters: boolean;
}

const require = createRequire(import.meta.url);
const files = new Map<string, FontFile>();
const missingFiles = new Set<string>();
const filesByCharacter = new Map<string, FontFile | null>();

/**
 * The file that has all glyphs of a character, which may consist of several code points: of the face, or of a further typeface; null if none has.
 * `preferred` is the further typeface to begin with, where several have the character.
 */
export function findFontFile(name: FontName, character: string, preferred: string | null = null): FontFile | null {
  const key = `${name} ${preferred ?? ''} ${character}`;
  const known = filesByCharacter.get(key);
  if (known !== undefined) return known;
  const found = findInFace(name, character) ?? findInFurtherFonts(name, character, preferred);
  // Texts come from outside: without a limit, ever new characters would fill the memory.
  if (filesByCharacter.size >= MAX_CACHED_CHARACTERS) filesByCharacter.clear();
  filesByCharacter.set(key, found);
  return found;
}

function findInFace(name: FontName, character: string): FontFile | null {
  const { family, weight, alphabets } = describeFace(name);
  for (const alphabet of alphabets) {
    const file = openFontFile(family, alphabet, weight);
    if (hasGlyphs(file, character)) return file;
  }
  return null;
}

/** The package of a face in `@fontsource/`, its weight, and the alphabets of which the package has a file each. */
export function describeFace(name: FontName): { family: string; weight: string; alphabets: readonly string[] } {
  const [key, weight] = name.split('-') as [keyof typeof FAMILIES, string];
  const { name: family, alphabets } = FAMILIES[key];
  return { family, weight, alphabets };
}

function findInFurtherFonts(name: FontName, character: string, preferred: string | null): FontFile | null {
  const weight = Number(name.split('-')[1]) >= 600 ? 'bold' : 'regular';
  const candidates = FURTHER_FONTS.filter(({ characters }) => characters.test(character)).toSorted(
    (one, other) => Number(other.name === preferred) - Number(one.name === preferred),
  );
  for (const candidate of candidates) {
    const file = openFurtherFont(candidate, weight);
    if (file && hasGlyphs(file, character)) return file;
  }
  return null;
}

/** Whether a file has all glyphs of a character. Joiners and selectors of variants, as in emoji, have none, and only further typefaces know what to do with them. */
export const hasGlyphs = ({ font, isFurther }: FontFile, character: string): boolean =>
  [...character].every(
    (part) =>
      font.hasGlyphForCodePoint(part.codePointAt(0) as number) || (isFurther && /\p{Default_Ignorable_Code_Point}/u.test(part)),
  );

const MAX_CACHED_CHARACTERS = 20_000;
const MAX_CACHED_WORDS = 5_000;
const MAX_CACHED_WORD_LENGTH = 40;

/** Reads a file once for the whole process: reading costs more than a short document. */
export function openFontFile(family: string, alphabet: string, weight: string): FontFile {
  const key = `${family}-${alphabet}-${weight}-normal`;
  const known = files.get(key);
  if (known) return known;
  const bytes = unpackWoff(readFileSync(require.resolve(`@fontsource/${family}/files/${key}.woff`)));
  const layoutFont = create(bytes) as Font;
  const font = withLayoutCache(create(bytes) as Font, (text, features) => layOut(layoutFont, text, features));
  const file = { key, font, isFurther: false, hasLetters: true };
  files.set(key, file);
  return file;
}

/** Null where the file is missing, since it was not built: then documents are drawn without it. */
function openFurtherFont(typeface: FurtherFont, weight: FurtherWeight): FontFile | null {
  const key = `${typeface.name}-${weight}`;
  const known = files.get(key);
  if (known) return known;
  if (missingFiles.has(key)) return null;
  const path = locateFurtherFont(typeface, weight);
  if (!existsSync(path)) {
    missingFiles.add(key);
    process.emitWarning(`${path} is missing: names in ${typeface.scripts} are not legible in documents. Run npm run build.`);
    return null;
  }
  const bytes = readFileSync(path);
  const original = create(bytes) as Font;
  const font = Object.assign(withLayoutCache(original, openShaper(bytes)), { createSubset: () => createSubsetByText(original) });
  const file = { key, font, isFurther: true, hasLetters: typeface.name !== 'emoji' };
  files.set(key, file);
  return file;
}

type Layout = Pick<GlyphRun, 'glyphs' | 'positions'> | PlacedRun;

/** A font with a cache of laid-out words that all documents share. */
function withLayoutCache(font: Font, layOutText: (text: string, features: string[]) => Layout): Font {
  const runs = new Map<string, Layout>();
  const layout = (text: string, features: string[] = []) => {
    const key = `${features} ${text}`;
    let run = runs.get(key);
    if (!run) {
      run = layOutText(text, features);
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

/**
 * Lays out a text without contextual alternates (`calt`): they are ornaments of code such as "->", and finding none of them takes most of the time. `font`
 * is an instance for this alone: fontkit remembers for which characters it first used a glyph, and forgets them where the first use was in a subset, in
 * which "A" is also part of "Á".
 */
function layOut(font: Font, text: string, features: string[]): Layout {
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
