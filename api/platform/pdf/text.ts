import { type FontFile, type FontName, findFontFile } from './fonts.ts';

export interface TextStyle {
  font: FontName;
  /** Points. */
  size: number;
  colour: string;
  /** Added to the width of each character, as a share of the size. */
  spacing?: number;
  /** Whether all figures have the same width, so that amounts align. */
  hasTabularFigures?: boolean;
}

/** Part of a line that is drawn with one font file, or a text that no font can show. */
export interface TextRun {
  text: string;
  /** Null if the fonts lack the characters: one replacement mark is drawn for each. */
  file: FontFile | null;
}

export interface TextLine {
  /** They end with the space at which the line was broken, so that words stay apart where the text is read or copied. */
  runs: TextRun[];
  /** Points, without that space. */
  width: number;
}

/** The width in points of a text that one font file can show. */
export type MeasureRun = (run: TextRun, style: TextStyle) => number;

const segmenter = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });
/** Characters that are single, and in the first file of every face. */
const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u00ff–—‘’“”•…−€]*$/;

/**
 * Prepares a text from outside for paper: without control characters, marks that change the direction of writing, or characters without a width, and no
 * longer than `maxLength` characters. Line breaks are kept.
 */
export function cleanText(text: string, maxLength: number): string {
  // Composed characters are not longer than what they are composed from, and no character of a name takes more than a few units.
  const start = text.slice(0, maxLength * 4).normalize('NFC');
  const clean = start
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n]+/gu, ' ')
    .replaceAll(/[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\p{Cs}/gu, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim();
  return clean.length <= maxLength && text.length <= maxLength * 4 ? clean : `${truncate(clean, maxLength - 1).trimEnd()}…`;
}

/** Cuts a text between characters, never within one. */
function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, segmenter.segment(text).containing(length)?.index ?? length);
}

/** Divides a text into runs by the font file that can show it. */
export function splitRuns(text: string, font: FontName): TextRun[] {
  const plainFile = findFontFile(font, 'a');
  if (PLAIN.test(text)) return [{ text, file: plainFile }];
  const runs: TextRun[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = runs.at(-1);
    const previous = last?.file;
    // The space and marks that several files contain stay with the text before them.
    const file = previous && hasGlyphs(previous, segment) ? previous : findFontFile(font, segment);
    if (last && last.file === file) last.text += segment;
    else runs.push({ text: segment, file });
  }
  return runs;
}

const hasGlyphs = ({ font }: FontFile, segment: string) =>
  [...segment].every((part) => font.hasGlyphForCodePoint(part.codePointAt(0) as number));

/** The characters of a text as people see them: an emoji that is composed of several is one. */
export const countGraphemes = (text: string) => [...segmenter.segment(text)].length;

/**
 * Breaks a text into lines no wider than `width` points: at line breaks and spaces, and within words that are too long. At most `maxLines`; the last one
 * then ends with "…".
 */
export function breakLines(
  text: string,
  style: TextStyle,
  width: number,
  measureRun: MeasureRun,
  maxLines = Infinity,
): TextLine[] {
  const measure = (part: string) => splitRuns(part, style.font).reduce((total, run) => total + measureRun(run, style), 0);
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    let lineWidth = 0;
    const spaceWidth = measure(' ');
    for (const word of paragraph.split(' ')) {
      if (lines.length > maxLines) break;
      const wordWidth = measure(word);
      if (line !== '' && lineWidth + spaceWidth + wordWidth <= width) {
        line += ` ${word}`;
        lineWidth += spaceWidth + wordWidth;
        continue;
      }
      if (line !== '') lines.push(`${line} `);
      const pieces = wordWidth <= width ? [word] : breakWord(word, width, measure);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
      lineWidth = pieces.length > 1 ? measure(line) : wordWidth;
    }
    lines.push(line);
  }
  const shown = lines.length > maxLines ? [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]?.trimEnd()}…`] : lines;
  return shown.map((line) => ({ runs: splitRuns(line, style.font), width: measure(line.trimEnd()) }));
}

/** Divides a word that is wider than a line, after a punctuation mark in the second half of the line if there is one. */
function breakWord(word: string, width: number, measure: (text: string) => number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let pieceWidth = 0;
  for (const { segment } of segmenter.segment(word)) {
    const segmentWidth = measure(segment);
    if (piece !== '' && pieceWidth + segmentWidth > width) {
      const mark = /[-/_.@,;:]/.test(piece.slice(piece.length / 2)) ? piece.search(/[-/_.@,;:][^-/_.@,;:]*$/) + 1 : piece.length;
      pieces.push(piece.slice(0, mark));
      piece = piece.slice(mark);
      pieceWidth = measure(piece);
    }
    piece += segment;
    pieceWidth += segmentWidth;
  }
  return [...pieces, piece];
}
