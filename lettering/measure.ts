import { LINE_PITCH } from './fonts.ts';
import { listGraphemes } from './graphemes.ts';
import type { FontMetrics } from './metrics.ts';

/** The size of a text, in millimetres. */
export interface TextSize {
  /** Of the widest line. */
  widthMm: number;
  /** From the highest point of the first line's ink to the lowest of the last. */
  heightMm: number;
}

/** A line of a text that is centred, from the top left corner of the text's ink, in millimetres. */
export interface PlacedLine {
  text: string;
  xMm: number;
  baselineMm: number;
  widthMm: number;
}

/** The room for a text: height of capitals as it should be and may be at least, and the area. Millimetres. */
export interface TextRoom {
  letterMm: number;
  smallestMm: number;
  widthMm: number;
  heightMm: number;
}

export interface FittingText extends TextSize {
  /** Height of capitals, in tenths of a millimetre. */
  letterMm: number;
}

/** A text that does not fit: its size at the smallest letters, and by how much it is too wide and too high, 0 where it is not. Millimetres. */
export interface OversizedText extends FittingText {
  tooWideMm: number;
  tooHighMm: number;
}

/** The font size at which capitals are so high, in millimetres. */
export const getFontSizeMm = ({ unitsPerEm, capHeight }: FontMetrics, letterMm: number): number =>
  (letterMm * unitsPerEm) / capHeight;

/** The characters that a font lacks, each once, as people see them: what combines several code points is one, and no font here has it. */
export function findMissingCharacters({ letters }: FontMetrics, text: string): string[] {
  const missing = listGraphemes(text).filter((character) => character !== '\n' && !letters.has(character));
  return [...new Set(missing)];
}

/**
 * How wide and high a text is at a height of capitals. Letters are set one by one, without kerning and ligatures, as machines for embroidery do: server,
 * preview, documents and machine agree. A character that the font lacks counts as wide as the font is high.
 */
export function measureText(metrics: FontMetrics, text: string, letterMm: number): TextSize {
  const { widthMm, heightMm } = placeLines(metrics, text, letterMm);
  return { widthMm, heightMm };
}

/** Places the lines of a text below each other, centred. */
export function placeLines(metrics: FontMetrics, text: string, letterMm: number): TextSize & { lines: PlacedLine[] } {
  const mm = letterMm / metrics.capHeight;
  const measured = text.split('\n').map((line, index) => {
    const { advance, top, bottom } = measureLine(metrics, line);
    const baselineMm = index * LINE_PITCH * letterMm;
    return { text: line, widthMm: advance * mm, baselineMm, topMm: baselineMm - top * mm, bottomMm: baselineMm - bottom * mm };
  });
  const widthMm = Math.max(...measured.map((line) => line.widthMm));
  const topMm = Math.min(...measured.map((line) => line.topMm));
  return {
    widthMm,
    heightMm: Math.max(...measured.map((line) => line.bottomMm)) - topMm,
    lines: measured.map((line) => ({
      text: line.text,
      xMm: (widthMm - line.widthMm) / 2,
      baselineMm: line.baselineMm - topMm,
      widthMm: line.widthMm,
    })),
  };
}

function measureLine({ letters, unitsPerEm, capHeight }: FontMetrics, line: string) {
  let advance = 0;
  let top = 0;
  let bottom = 0;
  for (const character of line) {
    const letter = letters.get(character) ?? { advance: unitsPerEm, top: capHeight, bottom: 0 };
    advance += letter.advance;
    top = Math.max(top, letter.top);
    bottom = Math.min(bottom, letter.bottom);
  }
  return { advance, top, bottom };
}

/** Measures of an area come from decimals: a text that fills it exactly fits. */
const TOLERANCE_MM = 1e-6;

/**
 * The height of capitals at which a text fits into an area: `letterMm` if possible, otherwise smaller, down to `smallestMm`. A design for names has one
 * height, so that all names look alike: both are then equal. What does not fit has `tooWideMm`.
 */
export function fitText(metrics: FontMetrics, text: string, room: TextRoom): FittingText | OversizedText {
  const size = measureText(metrics, text, room.letterMm);
  const scale = Math.min(1, (room.widthMm + TOLERANCE_MM) / size.widthMm, (room.heightMm + TOLERANCE_MM) / size.heightMm);
  const possibleMm = scale === 1 ? room.letterMm : Math.floor(room.letterMm * scale * 10) / 10;
  const smallestMm = Math.min(room.smallestMm, room.letterMm);
  if (possibleMm >= smallestMm) return { letterMm: possibleMm, ...measureText(metrics, text, possibleMm) };
  const smallest = measureText(metrics, text, smallestMm);
  return {
    letterMm: smallestMm,
    ...smallest,
    tooWideMm: Math.max(0, smallest.widthMm - room.widthMm),
    tooHighMm: Math.max(0, smallest.heightMm - room.heightMm),
  };
}

export const isOversized = (text: FittingText | OversizedText): text is OversizedText => 'tooWideMm' in text;
