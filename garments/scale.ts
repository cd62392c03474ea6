import type { GarmentType } from './garments.ts';

/** Every drawing is so many units wide and high. */
export const DRAWING_UNITS = { width: 240, height: 260 } as const;

/** A width of a garment laid flat, in size M, and how many units it is drawn wide. */
interface DrawnWidth {
  cm: number;
  units: number;
}

/**
 * What fixes the scale of each drawing: for what is worn on the body half the chest measurement of the finished garment from armpit to armpit (trousers,
 * shorts and skirts: half the hip), as size tables of workwear give it for a medium, or a women's 12; for the rest its widest part. Drawings are longer
 * than garments are, as fashion flats are, so widths are true and lengths are not: heights of positions are in proportion to the drawing, and the sentence
 * of a position says where it is on the real garment.
 */
export const DRAWN_WIDTHS: Record<GarmentType, DrawnWidth> = {
  polo: { cm: 54, units: 116 },
  'long-sleeve-polo': { cm: 54, units: 102 },
  tee: { cm: 53, units: 116 },
  shirt: { cm: 56, units: 102 },
  'short-sleeve-shirt': { cm: 56, units: 114 },
  blouse: { cm: 49, units: 88 },
  sweatshirt: { cm: 56, units: 108 },
  hoodie: { cm: 57, units: 108 },
  jumper: { cm: 53, units: 100 },
  cardigan: { cm: 54, units: 100 },
  fleece: { cm: 57, units: 108 },
  softshell: { cm: 56, units: 106 },
  gilet: { cm: 57, units: 114 },
  parka: { cm: 60, units: 106 },
  blazer: { cm: 53, units: 102 },
  waistcoat: { cm: 51, units: 102 },
  trousers: { cm: 52, units: 96 },
  chinos: { cm: 52, units: 96 },
  'cargo-trousers': { cm: 53, units: 97 },
  shorts: { cm: 54, units: 125 },
  skirt: { cm: 50, units: 109 },
  // The bust: the drawing is narrower there than its hips suggest.
  dress: { cm: 45, units: 75 },
  // From edge to edge below the bib.
  apron: { cm: 70, units: 127 },
  'chef-jacket': { cm: 57, units: 106 },
  scrubs: { cm: 57, units: 112 },
  coverall: { cm: 60, units: 78 },
  'hi-vis-vest': { cm: 62, units: 126 },
  'hi-vis-jacket': { cm: 62, units: 110 },
  'hi-vis-trousers': { cm: 53, units: 96 },
  // The crown as seen from the front, and the turn-up.
  cap: { cm: 18, units: 148 },
  beanie: { cm: 22, units: 142 },
  // From heel to toe.
  shoe: { cm: 30, units: 219 },
  boot: { cm: 31, units: 203 },
  // The widest part of the blade, the end of a folded scarf, a palm, the coil of a belt, a leg, the body of a rucksack.
  tie: { cm: 8.5, units: 55 },
  scarf: { cm: 18, units: 40 },
  gloves: { cm: 13, units: 61 },
  belt: { cm: 14, units: 182 },
  socks: { cm: 9, units: 91 },
  bag: { cm: 30, units: 120 },
};

/** How large a whole drawing is, in centimetres of the garment. */
export interface Canvas {
  widthCm: number;
  heightCm: number;
}

const round = (cm: number): number => Math.round(cm * 10) / 10;

/** Centimetres of the garment for each unit of its drawing, the same across and down. */
export function getScale(type: GarmentType): number {
  const { cm, units } = DRAWN_WIDTHS[type];
  return cm / units;
}

/** The size of the drawings of a garment, front and back, in centimetres of the garment to one decimal place. */
export function getCanvas(type: GarmentType): Canvas {
  const scale = getScale(type);
  return { widthCm: round(DRAWING_UNITS.width * scale), heightCm: round(DRAWING_UNITS.height * scale) };
}
