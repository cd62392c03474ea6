import type { LetteringFont } from '#lettering/fonts.ts';
import type { FontName } from './fonts.ts';

/**
 * The face of each font of texts on garments: with it, documents can set such texts, and `outlineText` draws them. The semibold and bold weights have
 * strokes that thread can follow.
 */
export const LETTERING_FACES: Readonly<Record<LetteringFont, FontName>> = {
  Sans: 'sans-600',
  Serif: 'serif-600',
  Script: 'script-700',
};
