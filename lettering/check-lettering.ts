import { FONTS, type LetteringFont } from './fonts.ts';
import { type FittingText, findMissingCharacters, fitText, isOversized, type TextRoom } from './measure.ts';
import type { AllFontMetrics } from './metrics.ts';
import { checkText, type TextLimits, type TextRuleProblem } from './text.ts';

/** Why a text cannot be put at a position in a font; `describeTextProblem` says it. */
export type TextProblem =
  | TextRuleProblem
  | {
      kind: 'missingCharacters';
      fontName: LetteringFont;
      characters: string[];
      /** Other fonts that have all of the text. */
      otherFonts: LetteringFont[];
    }
  | {
      kind: 'tooWide' | 'tooHigh';
      /** Of the text, at the smallest letters. */
      mm: number;
      /** Of the position. */
      availableMm: number;
      /** Height of capitals. */
      letterMm: number;
    };

/** Checks the characters of a text: undefined when the font has all of them. */
export function checkCharacters(all: AllFontMetrics, fontName: LetteringFont, text: string): TextProblem | undefined {
  const characters = findMissingCharacters(all[fontName], text);
  if (characters.length === 0) return undefined;
  const otherFonts = FONTS.filter((other) => other !== fontName && findMissingCharacters(all[other], text).length === 0);
  return { kind: 'missingCharacters', fontName, characters, otherFonts };
}

/**
 * Everything that can be wrong with a text at a position, in one call for server and pages: the text has to be normalised (`normaliseText`). Returns its
 * size, or the first problem.
 */
export function checkLettering(
  all: AllFontMetrics,
  { fontName, text, limits, room }: { fontName: LetteringFont; text: string; limits: TextLimits; room: TextRoom },
): { problem: TextProblem; size?: undefined } | { size: FittingText; problem?: undefined } {
  const problem = checkText(text, limits) ?? checkCharacters(all, fontName, text);
  if (problem) return { problem };
  const size = fitText(all[fontName], text, room);
  if (!isOversized(size)) return { size };
  const { letterMm } = size;
  return size.tooWideMm > 0
    ? { problem: { kind: 'tooWide', mm: size.widthMm, availableMm: room.widthMm, letterMm } }
    : { problem: { kind: 'tooHigh', mm: size.heightMm, availableMm: room.heightMm, letterMm } };
}
