import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { checkLettering } from '#lettering/check-lettering.ts';
import { isLetteringFont, type LetteringFont } from '#lettering/fonts.ts';
import { measureText, type TextRoom, type TextSize } from '#lettering/measure.ts';
import { type AllFontMetrics, loadAllFontMetrics } from '#lettering/metrics.ts';
import { normaliseText, type TextLimits } from '#lettering/text.ts';

/** Checking and measuring texts on the page, with the results that the server has. Texts can be as they were typed. */
export interface Lettering {
  /** The size of a text at a position, or what is wrong with it (`describeTextProblem`). */
  check(fontName: LetteringFont, text: string, at: { limits: TextLimits; room: TextRoom }): ReturnType<typeof checkLettering>;
  measure(fontName: LetteringFont, text: string, letterMm: number): TextSize;
}

const createLettering = (metrics: AllFontMetrics): Lettering => ({
  check: (fontName, text, at) => checkLettering(metrics, { fontName, text: normaliseText(text), ...at }),
  measure: (fontName, text, letterMm) => measureText(metrics[fontName], normaliseText(text), letterMm),
});

/** Loads the measures of all fonts, 11 KB, once for the page. `data` is undefined meanwhile, and when they could not be loaded (`isError`, `refetch`). */
export const useLettering = () =>
  useQuery({
    queryKey: ['lettering'],
    queryFn: async () => createLettering(await loadAllFontMetrics()),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

const STYLES: Readonly<Record<LetteringFont, () => Promise<unknown>>> = {
  Sans: () => import('./sans.css'),
  Serif: () => import('./serif.css'),
  Script: () => import('./script.css'),
};

/**
 * Makes a font available to what is drawn in it (`getLetteringStyle`). The browser fetches the file of an alphabet when a text has characters of it. For
 * names that are no font, and for null, does nothing.
 */
export function useLetteringFont(fontName: string | null): void {
  useEffect(() => {
    // Without its font a text is drawn in that of the page; what is checked and measured stays the same.
    if (fontName !== null && isLetteringFont(fontName)) STYLES[fontName]().catch(() => undefined);
  }, [fontName]);
}
