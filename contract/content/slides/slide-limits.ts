/** Limits of slides. This file has no schemas, so that pages can load it. */

/** The most slides that Home shows, the first in order. */
export const MAX_SLIDES_SHOWN = 5;
/** Pictures are cut to the frame of the slider: so many times as wide as high. */
export const SLIDE_RATIO = 2;
/** Of the part of a picture that is cut, in pixels: on a telephone with a dense screen it is still sharp. */
export const MIN_SLIDE_WIDTH = 480;
/** Characters of a slide. */
export const SLIDE_LIMITS = { text: 120, altText: 200 } as const;
