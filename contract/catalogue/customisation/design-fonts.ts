/** Fonts of texts on garments, the usual one first. This file has no schemas, so that pages can load it. */
export const DESIGN_FONTS = ['Sans', 'Serif', 'Script'] as const;
