import { describeTextProblem } from '#lettering/describe-problem.ts';
import { listGraphemes } from '#lettering/graphemes.ts';
import type { TextLimits } from '#lettering/text.ts';
import { type Fonts, findTextProblem } from '../design-texts.rules.ts';

/** A text of a design of an organisation, whose letters have a fixed height, and what its method allows. */
export interface FixedText extends TextLimits {
  text: string;
  fontName: string;
  letterMm: number;
}

/** The room of a text on garments of a type. */
export interface TextArea {
  /** What the garments are called: "Polo shirt". */
  garment: string;
  widthCm: number;
  heightCm: number;
}

const roundUp = (mm: number) => Math.ceil(Math.round(mm * 1e5) / 1e4) / 10;
const roundDown = (mm: number) => Math.floor(Math.round(mm * 1e5) / 1e4) / 10;

/** What keeps a text from being put there; undefined where it fits. */
const findProblem = (fonts: Fonts, { text, fontName, letterMm, ...limits }: FixedText, area: TextArea) =>
  findTextProblem(fonts, text, { fontName, letterMm, smallestMm: letterMm, area, ...limits }).problem;

/** Whether a text fits into an area. */
export const isFitting = (fonts: Fonts, text: FixedText, area: TextArea): boolean => !findProblem(fonts, text, area);

/**
 * Why a text cannot be put on all of these garments, as a sentence; undefined when it can. What is wrong with the text itself is said first, then on which
 * garments it is too wide or too high, with the width or height that each has.
 */
export function explainUnfitting(fonts: Fonts, text: FixedText, areas: readonly TextArea[]): string | undefined {
  const found = areas.flatMap((area) => {
    const problem = findProblem(fonts, text, area);
    return problem ? [{ area, problem }] : [];
  });
  const [first] = found;
  if (!first) return undefined;
  const sizes = found.flatMap(({ area: { garment }, problem }) =>
    problem.kind === 'tooWide' || problem.kind === 'tooHigh' ? [{ ...problem, garment }] : [],
  );
  if (sizes.length < found.length) return describeTextProblem(first.problem);
  const list = (kind: 'tooWide' | 'tooHigh', measure: string) => {
    const own = sizes.filter((size) => size.kind === kind);
    const garments = [...new Set(own.map(({ garment, availableMm }) => `${garment} (${roundDown(availableMm)} mm)`))];
    return own[0] ? [`${roundUp(own[0].mm)} mm ${measure}, too ${measure} for ${garments.join(', ')}`] : [];
  };
  const measures = [...list('tooWide', 'wide'), ...list('tooHigh', 'high')].join('; and ');
  return `In letters of ${text.letterMm} mm the text is ${measures}. Shorten it, or make the letters smaller.`;
}

/** A fixed text of a client on garments of a type. */
export interface ClientText extends FixedText {
  organisation: string;
  design: string;
  methodId: number;
}

/** The designs whose text fitted before a change of an area and does not any more, a sentence each. `before` is null where nothing was there. */
export const describeUnfitting = (
  fonts: Fonts,
  texts: readonly ClientText[],
  { before, after }: { before: TextArea | null; after: TextArea },
): string[] =>
  texts
    .filter((text) => (before === null || isFitting(fonts, text, before)) && !isFitting(fonts, text, after))
    .map(
      ({ organisation, design, ...text }) =>
        `“${design}” of ${organisation} does not fit on ${after.garment}: ${describeTextProblem(findProblem(fonts, text, after) as NonNullable<ReturnType<typeof findProblem>>)} Until then these garments can’t be ordered.`,
    );

/** The text of a design of a client by a method; null for names, of which only the height is fixed. */
export interface MethodText {
  organisation: string;
  design: string;
  text: string | null;
  letterMm: number | null;
}

/** What a method allows of texts. Letters in millimetres, `longestText` in characters of a line. */
export interface MethodLimits {
  smallestLetterMm: number;
  longestText: number;
  lines: number;
}

/** By what a text goes beyond what a method allows. */
function listExcess({ text, letterMm }: MethodText, { smallestLetterMm, longestText, lines }: MethodLimits): string[] {
  const typed = text?.split('\n') ?? [];
  const longest = Math.max(0, ...typed.map((line) => listGraphemes(line).length));
  return [
    ...(letterMm !== null && letterMm < smallestLetterMm ? [`letters of ${letterMm} mm`] : []),
    ...(longest > longestText ? [`${longest} characters in a line`] : []),
    ...(typed.length > lines ? [typed.length === 1 ? 'a text' : `${typed.length} lines`] : []),
  ];
}

/** The designs that kept to the limits of their method and do not any more, a sentence each: they are made as before. */
export const describeBeyondMethod = (
  texts: readonly MethodText[],
  { before, after }: { before: MethodLimits; after: MethodLimits },
): string[] =>
  texts.flatMap((text) => {
    const had = listExcess(text, before);
    const excess = listExcess(text, after).filter((each) => !had.includes(each));
    return excess.length === 0
      ? []
      : [
          `“${text.design}” of ${text.organisation} has ${excess.join(' and ')}. It is still ordered as it is: archive it if it can’t be made any more.`,
        ];
  });
