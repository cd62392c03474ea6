/** Fonts in which texts are put on garments, in the order in which they are offered. */
export const FONTS = ['Sans', 'Serif', 'Script'] as const;
export type LetteringFont = (typeof FONTS)[number];

export const isLetteringFont = (name: string): name is LetteringFont => (FONTS as readonly string[]).includes(name);

/** From one baseline to the next, as a multiple of the height of capitals. */
export const LINE_PITCH = 1.6;

/**
 * The style of a text that is drawn letter by letter, as machines set it: without kerning, ligatures and letters that depend on their neighbours. Its
 * width is then the sum of the widths of its letters, which `measureText` computes. The family is that of the `@font-face` rules in
 * `web/catalogue/customisation/lettering/`.
 */
export const getLetteringStyle = (fontName: LetteringFont) => ({
  fontFamily: `"Livery ${fontName}"`,
  fontKerning: 'none' as const,
  fontVariantLigatures: 'none' as const,
  fontFeatureSettings: '"ccmp" 0, "locl" 0',
  fontSynthesis: 'none' as const,
  letterSpacing: 0,
  whiteSpace: 'pre' as const,
});
