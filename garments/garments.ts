import { createClothColours, requireHexColour } from './cloth-colours.ts';
import { formatFeatures, type GARMENT_FEATURES, type GarmentFeature } from './features.ts';
import { Pen, type Side } from './pen.ts';
import { GARMENTS, type GarmentDrawing } from './registry.ts';

/** Every garment that can be drawn, in the order of a catalogue. */
export const GARMENT_TYPES = [
  'polo',
  'long-sleeve-polo',
  'tee',
  'shirt',
  'short-sleeve-shirt',
  'blouse',
  'sweatshirt',
  'hoodie',
  'jumper',
  'cardigan',
  'fleece',
  'softshell',
  'gilet',
  'parka',
  'blazer',
  'waistcoat',
  'trousers',
  'chinos',
  'cargo-trousers',
  'shorts',
  'skirt',
  'dress',
  'apron',
  'chef-jacket',
  'scrubs',
  'coverall',
  'hi-vis-vest',
  'hi-vis-jacket',
  'hi-vis-trousers',
  'cap',
  'beanie',
  'shoe',
  'boot',
  'tie',
  'scarf',
  'gloves',
  'belt',
  'socks',
  'bag',
] as const;

export type GarmentType = (typeof GARMENT_TYPES)[number] & keyof typeof GARMENT_FEATURES;

/** Whether a value from outside, such as an import file, names a garment that can be drawn. */
export function isGarmentType(value: string): value is GarmentType {
  return (GARMENT_TYPES as readonly string[]).includes(value);
}

const GARMENT_DRAWINGS: Record<GarmentType, GarmentDrawing> = GARMENTS;

export interface GarmentAppearance {
  /** The cloth, `#rrggbb`. */
  colour: string;
  /** A second cloth for yokes, tipping, piping and lower panels, `#rrggbb`. */
  accent?: string;
  /** What sets this garment apart from others of its type; options of other types are ignored. */
  features?: ReadonlySet<GarmentFeature>;
  side: Side;
}

/** A short id for one drawing, so that several can be in one document without sharing gradients (FNV-1a). */
function shortId(text: string): string {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `g${hash.toString(36)}`;
}

/**
 * A flat of the garment as a complete SVG document of 240 × 260 units, under 10 kB. It needs no style sheet, script or font, so it
 * renders in an `<img>` and in plain rasterisers alike. The same look always gives the same text.
 * Throws RangeError for a colour that is not `#rrggbb`.
 */
export function drawGarment(type: GarmentType, look: GarmentAppearance): string {
  const colour = requireHexColour(look.colour);
  const accent = look.accent === undefined ? undefined : requireHexColour(look.accent);
  const { name, draw } = GARMENT_DRAWINGS[type];
  const features = look.features ?? new Set();
  const id = shortId([type, formatFeatures(type, features), look.side, colour, accent].join());
  const pen = new Pen(
    id,
    look.side,
    createClothColours(colour),
    accent === undefined ? undefined : createClothColours(accent),
    features,
  );
  draw(pen);
  return pen.svg(`${name}, ${look.side}`);
}

/** Words for the `alt` of a flat, such as “Polo shirt in navy, front”. */
export function formatGarmentAltText(type: GarmentType, colourName: string, side: Side = 'front'): string {
  return `${GARMENT_DRAWINGS[type].name} in ${colourName.toLowerCase()}, ${side}`;
}
