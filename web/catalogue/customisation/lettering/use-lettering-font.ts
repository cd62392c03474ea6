import { useEffect } from 'react';
import { isLetteringFont, type LetteringFont } from '#lettering/fonts.ts';

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
