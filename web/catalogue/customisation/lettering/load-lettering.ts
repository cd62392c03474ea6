import { checkLettering } from '#lettering/check-lettering.ts';
import { describeTextProblem } from '#lettering/describe-problem.ts';
import type { LetteringFont } from '#lettering/fonts.ts';
import { measureText, type TextRoom, type TextSize } from '#lettering/measure.ts';
import { loadAllFontMetrics } from '#lettering/metrics.ts';
import { normaliseText, type TextLimits } from '#lettering/text.ts';

/** Checking and measuring texts on the page, with the results that the server has. Texts can be as they were typed. */
export interface Lettering {
  /** The size of a text at a position, or what is wrong with it. */
  check(fontName: LetteringFont, text: string, at: { limits: TextLimits; room: TextRoom }): ReturnType<typeof checkLettering>;
  /** What is wrong with a text as a sentence. */
  describe: typeof describeTextProblem;
  measure(fontName: LetteringFont, text: string, letterMm: number): TextSize;
}

/** Loads the measures of all fonts, 11 KB. */
export async function loadLettering(): Promise<Lettering> {
  const metrics = await loadAllFontMetrics();
  return {
    check: (fontName, text, at) => checkLettering(metrics, { fontName, text: normaliseText(text), ...at }),
    describe: describeTextProblem,
    measure: (fontName, text, letterMm) => measureText(metrics[fontName], normaliseText(text), letterMm),
  };
}
