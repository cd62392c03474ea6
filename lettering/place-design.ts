import { getFontSizeMm, type PlacedLine, placeLines } from './measure.ts';
import type { FontMetrics } from './metrics.ts';

/** A rectangle on a drawing, in millimetres of the garment. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the parts of a design are, in millimetres of the garment. */
export interface DesignLayout {
  /** The logo keeps its proportion inside. */
  logo?: Box;
  text?: Box & { letterMm: number; fontSize: number; lines: PlacedLine[] };
}

/** What lies between a logo and the text below it. */
const GAP_MM = 3;
/** Of texts whose height is not given. */
const USUAL_LETTER_MM = 10;

/**
 * Places logo and text of a design: each centred in the area, or the logo above the text. A text has the height of capitals that it was given, also where
 * it is wider than the area: checking it is for the caller. Without `metrics` there is no text yet. Previews and work orders draw the same by it.
 */
export function placeDesign(
  area: Box,
  { hasLogo, text, letterMm }: { hasLogo: boolean; text: string | null; letterMm: number | null },
  metrics: FontMetrics | undefined,
): DesignLayout {
  const capitalsMm = letterMm ?? USUAL_LETTER_MM;
  const placed = text && metrics ? placeLines(metrics, text, capitalsMm) : undefined;
  const logoHeight = placed ? Math.max(0, area.height - placed.heightMm - GAP_MM) : area.height;
  const logo = hasLogo && logoHeight > 0 ? { ...area, height: logoHeight } : undefined;
  if (!(placed && metrics)) return logo ? { logo } : {};
  const placedText = {
    x: area.x + (area.width - placed.widthMm) / 2,
    y: logo ? area.y + area.height - placed.heightMm : area.y + (area.height - placed.heightMm) / 2,
    width: placed.widthMm,
    height: placed.heightMm,
    letterMm: capitalsMm,
    fontSize: getFontSizeMm(metrics, capitalsMm),
    lines: placed.lines,
  };
  return logo ? { logo, text: placedText } : { text: placedText };
}

/** Colours of the plate of a name badge: for dark letters, and for light ones. */
export const PLATE_COLOURS = ['#f7f7f4', '#2a2d31'] as const;
export const PLATE_EDGE = { radius: 1.5, rgb: '#8b8f94', width: 0.6 } as const;

/** The plate of a name badge: around the text, with room at its sides. */
export function placePlate({ text, logo }: DesignLayout): Box | undefined {
  const inner = text ?? logo;
  return inner && { x: inner.x - 5, y: inner.y - 3.5, width: inner.width + 10, height: inner.height + 7 };
}
