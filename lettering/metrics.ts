import { FONTS, type LetteringFont } from './fonts.ts';

/** A font as `npm run font-metrics` writes it. Lengths are in units of the font, of which there are `unitsPerEm` in its size. */
export interface StoredMetrics {
  fontName: string;
  unitsPerEm: number;
  /** Height of capitals; the median of A to Z, which differ in a script. */
  capHeight: number;
  /** Runs of successive characters: code points that are left out since the run before, and the length of the run. */
  runs: number[];
  /** Of each character, in the order of the runs. */
  advances: number[];
  /** Highest and lowest point of the ink above the baseline. */
  tops: number[];
  bottoms: number[];
}

export interface Letter {
  advance: number;
  top: number;
  bottom: number;
}

/** What is known of a font for measuring texts. Lengths in units of the font. */
export interface FontMetrics {
  fontName: LetteringFont;
  unitsPerEm: number;
  capHeight: number;
  /** By character; each is one code point. */
  letters: ReadonlyMap<string, Letter>;
}

/** The metrics of all fonts, from which one is chosen. */
export type AllFontMetrics = Readonly<Record<LetteringFont, FontMetrics>>;

/** Restores the metrics of a font from the form in which its file keeps them. */
export function decodeMetrics(stored: StoredMetrics): FontMetrics {
  const letters = new Map<string, Letter>();
  let code = 0;
  for (let run = 0; run < stored.runs.length; run += 2) {
    code += stored.runs[run] as number;
    for (const end = code + (stored.runs[run + 1] as number); code < end; code += 1) {
      const index = letters.size;
      letters.set(String.fromCodePoint(code), {
        advance: stored.advances[index] as number,
        top: stored.tops[index] as number,
        bottom: stored.bottoms[index] as number,
      });
    }
  }
  const { fontName, unitsPerEm, capHeight } = stored;
  return { fontName: fontName as LetteringFont, unitsPerEm, capHeight, letters };
}

/** Pages load the file of a font when they need it. */
const FILES: Readonly<Record<LetteringFont, () => Promise<{ default: StoredMetrics }>>> = {
  Sans: () => import('./metrics/sans.json', { with: { type: 'json' } }),
  Serif: () => import('./metrics/serif.json', { with: { type: 'json' } }),
  Script: () => import('./metrics/script.json', { with: { type: 'json' } }),
};

const loaded = new Map<LetteringFont, FontMetrics>();

/** Reads a font's metrics, once for the process or page. Fails where the file cannot be loaded, and is then tried again by the next call. */
export async function loadFontMetrics(fontName: LetteringFont): Promise<FontMetrics> {
  const known = loaded.get(fontName);
  if (known) return known;
  const metrics = decodeMetrics((await FILES[fontName]()).default);
  loaded.set(fontName, metrics);
  return metrics;
}

/** The metrics of all fonts, as `checkLettering` needs them to name fonts that have a character. */
export async function loadAllFontMetrics(): Promise<AllFontMetrics> {
  const metrics = await Promise.all(FONTS.map(async (fontName) => [fontName, await loadFontMetrics(fontName)] as const));
  return Object.fromEntries(metrics) as Record<LetteringFont, FontMetrics>;
}
