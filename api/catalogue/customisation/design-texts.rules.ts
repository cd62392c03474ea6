import { checkLettering, type TextProblem } from '#lettering/check-lettering.ts';
import { describeTextProblem } from '#lettering/describe-problem.ts';
import { FONTS, isLetteringFont, type LetteringFont } from '#lettering/fonts.ts';
import { type FittingText, fitText, type OversizedText } from '#lettering/measure.ts';
import { type AllFontMetrics, loadAllFontMetrics } from '#lettering/metrics.ts';
import { normaliseText } from '#lettering/text.ts';
import type { DesignArea } from './design.rules.ts';

export type Fonts = AllFontMetrics;
/** The fonts by their names, the usual one first. */
export const FONT_NAMES: readonly [string, ...string[]] = FONTS;
/** Reads what is known of the fonts, once for the process. */
export const loadFonts = loadAllFontMetrics;

/** Heights of capital letters in millimetres, and where the text is. */
interface TextPlace {
  fontName: string;
  letterMm: number;
  smallestMm: number;
  area: Pick<DesignArea, 'widthCm' | 'heightCm'>;
}

/** A font that is offered no longer is measured as the usual one. */
const toFont = (name: string): LetteringFont => (isLetteringFont(name) ? name : FONTS[0]);
const toRoom = ({ letterMm, smallestMm, area }: TextPlace) => ({
  letterMm,
  smallestMm,
  widthMm: area.widthCm * 10,
  heightMm: area.heightCm * 10,
});

/** The size at which a text fits into its area, or by how much it is too large. */
export const fitDesignText = (fonts: Fonts, text: string, place: TextPlace): FittingText | OversizedText =>
  fitText(fonts[toFont(place.fontName)], text, toRoom(place));

type CheckedPlace = TextPlace & { maxLength: number; maxLines: number };

/** A text as it is stored, and what keeps it from being put there. `maxLength` is the number of characters of one line. */
export function findTextProblem(
  fonts: Fonts,
  typed: string,
  { maxLength, maxLines, ...place }: CheckedPlace,
): { text: string; problem: TextProblem | undefined } {
  const text = normaliseText(typed);
  const fontName = toFont(place.fontName);
  const { problem } = checkLettering(fonts, { fontName, text, limits: { maxLength, maxLines }, room: toRoom(place) });
  return { text, problem };
}

/** A text as it is stored, or why it cannot be put there, as a sentence. */
export function checkDesignText(fonts: Fonts, typed: string, place: CheckedPlace): { text: string } | { problem: string } {
  const { text, problem } = findTextProblem(fonts, typed, place);
  return problem ? { problem: describeTextProblem(problem) } : { text };
}
