import { getContrastRatio } from '#brands/contrast.ts';
import { createPalette, scaleLightness } from '#web/themes/colour.ts';

/** Parts of a chart are this much darker than the page: WCAG 1.4.11. */
const MIN_CONTRAST = 3;
const SURFACE = '#ffffff';

/** The colour, darkened only as much as a part of a chart needs. */
function darkenToVisible(colour: string): string {
  for (let factor = 1; factor > 0; factor -= 0.02) {
    const tried = factor === 1 ? colour : scaleLightness(colour, factor);
    if (getContrastRatio(tried, SURFACE) >= MIN_CONTRAST) return tried;
  }
  return '#000000';
}

/** The lightest of a palette's shades that is still visible on the page. */
const lightestVisible = (colour: string): string =>
  createPalette(colour).find((shade) => getContrastRatio(shade, SURFACE) >= MIN_CONTRAST) ?? colour;

/**
 * The colours of charts, as custom properties. They follow from the organisation's first two colours, and each is visible on white. Parts that touch are
 * told apart by a gap and by a pattern as well, because two colours of an organisation can be alike.
 */
export function createChartColours(primary: string, secondary: string): Record<`--chart-${string}`, string> {
  const main = darkenToVisible(primary);
  return {
    '--chart-main': main,
    '--chart-mid': lightestVisible(main),
    '--chart-pale': createPalette(main)[1],
    '--chart-accent': darkenToVisible(secondary),
    '--chart-neutral': '#8a8a86',
  };
}
