import { type FontFile, type FontName, findFontFile, hasGlyphs } from './fonts.ts';
import { splitIntoWords } from './line-break.ts';
import {
  type Directions,
  findDirections,
  findRightToLeftLetter,
  isRightToLeft,
  mirror,
  orderFromLeft,
  removeIsolates,
} from './writing-direction.ts';

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
  /** Points from the left of the line, where parts of it are written from right to left; otherwise it follows the run before it. */
  left?: number;
  /** Whether its letters are drawn from right to left. */
  isFromRight?: boolean;
}

export interface TextLine {
  /** They end with the space at which the line was broken, so that words stay apart where the text is read or copied. */
  runs: TextRun[];
  /** Points, without that space. */
  width: number;
  /** Whether it is read from right to left, as the paragraph is that it belongs to. */
  isRightToLeft?: true;
}

/** The width in points of a text that one font file can show. */
export type MeasureRun = (run: TextRun, style: TextStyle) => number;

const segmenter = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });
/** Characters that are single, and in the first file of every face. */
const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u00ff–—‘’“”•…−€]*$/;

/**
 * Prepares a text from outside for paper: without control characters, marks that change the direction of writing, or characters without a width, and no
 * longer than `maxLength` characters. Line breaks are kept, and so are the marks of `isolate` in texts with parts from right to left.
 */
export function cleanText(text: string, maxLength: number): string {
  // Composed characters are not longer than what they are composed from, and no character of a name takes more than a few units.
  const start = text.slice(0, maxLength * 4).normalize('NFC');
  const clean = start
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n]+/gu, ' ')
    .replaceAll(/[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2067\u206A-\u206F\uFEFF]|\p{Cs}/gu, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim();
  const directed = isRightToLeft(clean) ? clean : removeIsolates(clean);
  return directed.length <= maxLength && text.length <= maxLength * 4
    ? directed
    : `${truncate(directed, maxLength - 1).trimEnd()}…`;
}

/** Cuts a text between characters, never within one. */
function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, segmenter.segment(text).containing(length)?.index ?? length);
}

/** Marks between letters of a script, which its own typeface shows as well. Others would look as they do in that script: quotation marks are wide in Chinese. */
const WITHIN_NAMES = /^[ -]$/;
/** Marks between letters that are written from right to left, which only such a typeface has in this order. */
const WITHIN_RIGHT_TO_LEFT = /^[\p{P}\p{S}\p{Zs}]$/u;
const JAPANESE = /[\p{sc=Hira}\p{sc=Kana}]/u;
const KOREAN = /\p{sc=Hang}/u;

/** The typeface whose form of the letters of Chinese a text is to have; null for the Chinese form. */
const findPreferredFont = (text: string): string | null =>
  JAPANESE.test(text) ? 'sans-jp' : KOREAN.test(text) ? 'sans-kr' : null;

interface RunOptions {
  /** The typeface whose form of the letters of Chinese is wanted. */
  preferred?: string | null;
  /** For a text from right to left: the file of its letters. */
  fromRight?: FontFile | null;
}

/** Divides a text of one direction into runs by the font file that can show it. */
export function splitRuns(
  text: string,
  font: FontName,
  { preferred = findPreferredFont(text), fromRight = null }: RunOptions = {},
): TextRun[] {
  const plainFile = findFontFile(font, 'a');
  if (fromRight === null && PLAIN.test(text)) return [{ text, file: plainFile }];
  const runs: TextRun[] = [];
  for (const { segment } of segmenter.segment(removeIsolates(text))) {
    const last = runs.at(-1);
    const previous = fromRight && WITHIN_RIGHT_TO_LEFT.test(segment) ? fromRight : last?.file;
    // The space and marks that several files contain stay with the text before them.
    const isKept =
      previous &&
      (!previous.isFurther || previous === fromRight || isWithinName(segment, previous)) &&
      hasGlyphs(previous, segment);
    const file = isKept ? previous : findFontFile(font, segment, preferred);
    if (last && last.file === file) last.text += segment;
    else runs.push({ text: segment, file });
  }
  return runs;
}

const isWithinName = (segment: string, { hasLetters }: FontFile) => hasLetters && WITHIN_NAMES.test(segment);

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
  const preferred = findPreferredFont(text);
  const split = (part: string, fromRight?: FontFile | null) =>
    splitRuns(part, style.font, { preferred, fromRight: fromRight ?? null });
  const measure = (part: string) => split(part).reduce((total, run) => total + measureRun(run, style), 0);
  const lines: { text: string; start: number; directions: Directions | null }[] = [];
  for (const paragraph of text.split('\n')) {
    const directions = findDirections(paragraph);
    let start = 0;
    const addLine = (line: string) => {
      lines.push({ text: line, start, directions });
      start += line.length;
    };
    let line = '';
    let lineWidth = 0;
    const spaceWidth = measure(' ');
    for (const { text: word, gap } of splitIntoWords(paragraph)) {
      if (lines.length > maxLines) break;
      const wordWidth = measure(word);
      const gapWidth = gap === '' ? 0 : spaceWidth;
      if (line !== '' && lineWidth + gapWidth + wordWidth <= width) {
        line += gap + word;
        lineWidth += gapWidth + wordWidth;
        continue;
      }
      if (line !== '') addLine(line + gap);
      const pieces = wordWidth <= width ? [word] : breakWord(word, width, measure);
      for (const piece of pieces.slice(0, -1)) addLine(piece);
      line = pieces.at(-1) ?? '';
      lineWidth = pieces.length > 1 ? measure(line) : wordWidth;
    }
    addLine(line);
  }
  const last = lines[maxLines - 1];
  const shown =
    last && lines.length > maxLines ? [...lines.slice(0, maxLines - 1), { ...last, text: `${last.text.trimEnd()}…` }] : lines;
  return shown.map(({ text: line, start, directions }) =>
    directions
      ? placeRuns(divideByDirection({ line, start, directions, font: style.font }, split), directions, (run) =>
          measureRun(run, style),
        )
      : { runs: split(line), width: measure(line.trimEnd()) },
  );
}

interface DirectedRun extends TextRun {
  level: number;
}

/** Divides a line into runs of one direction and font file each, as they are read. */
function divideByDirection(
  { line, start, directions: { levels, base }, font }: { line: string; start: number; directions: Directions; font: FontName },
  split: (text: string, fromRight?: FontFile | null) => TextRun[],
): DirectedRun[] {
  // Spaces at the end of a line, and what is not of the paragraph, have its direction.
  const end = line.trimEnd().replace(/…$/, '').length;
  const levelAt = (index: number) => (index < end ? (levels[start + index] ?? base) : base);
  const runs: DirectedRun[] = [];
  let from = 0;
  for (let index = 1; index <= line.length; index++) {
    if (index < line.length && index !== end && levelAt(index) === levelAt(from)) continue;
    const level = levelAt(from);
    const part = line.slice(from, index);
    const isFromRight = level % 2 === 1;
    const letter = isFromRight ? (findRightToLeftLetter(part) ?? findRightToLeftLetter(line)) : null;
    for (const run of split(part, letter === null ? null : findFontFile(font, letter))) {
      // Other typefaces have no letters here, but perhaps marks that this one lacks.
      const isMirrored = isFromRight && run.file !== null && !run.file.isFurther;
      runs.push({ ...run, text: isMirrored ? mirror(run.text) : run.text, isFromRight: isFromRight && !isMirrored, level });
    }
    from = index;
  }
  return runs;
}

/** Gives each run its place on the line. */
function placeRuns(runs: readonly DirectedRun[], { base }: Directions, measure: (run: TextRun) => number): TextLine {
  const isFromRight = base % 2 === 1;
  const widths = new Map(runs.map((run) => [run, measure(run)]));
  const last = runs.at(-1);
  const spaceWidth = last && /^\s+$/.test(last.text) ? (widths.get(last) ?? 0) : 0;
  const width = [...widths.values()].reduce((sum, each) => sum + each, 0) - spaceWidth;
  // The space at which a line was broken is beyond its end.
  let left = isFromRight ? -spaceWidth : 0;
  const lefts = new Map<DirectedRun, number>();
  for (const run of orderFromLeft(runs)) {
    lefts.set(run, left);
    left += widths.get(run) ?? 0;
  }
  return {
    runs: runs.map((run) => ({ ...run, left: lefts.get(run) ?? 0 })),
    width,
    ...(isFromRight ? { isRightToLeft: true as const } : {}),
  };
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
