import { Pen } from './pen.ts'
import { RACK } from './rack.ts'
import { requireHexColour, shadesOf } from './shade.ts'
import type { GarmentType, Side } from './types.ts'

export { GARMENT_TYPES, type GarmentType, isGarmentType, type Side } from './types.ts'

export interface GarmentLook {
  /** The cloth, `#rrggbb`. */
  colour: string
  /** A second cloth for yokes, tipping, piping and lower panels, `#rrggbb`. */
  accent?: string
  side: Side
}

/** A short name for one drawing, so that several can stand in one document without sharing gradients (FNV-1a). */
function shortId(text: string): string {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return `g${hash.toString(36)}`
}

/**
 * A flat of the garment as a complete SVG document of 240 × 260 units, under 8 KB. It needs no style sheet, script or font, so it
 * renders in an `<img>` and in plain rasterisers alike. The same look always gives the same text.
 * Throws RangeError for a colour that is not `#rrggbb`.
 */
export function drawGarment(type: GarmentType, look: GarmentLook): string {
  const colour = requireHexColour(look.colour)
  const accent = look.accent === undefined ? undefined : requireHexColour(look.accent)
  const { name, draw } = RACK[type]
  const id = shortId([type, look.side, colour, accent].join())
  const pen = new Pen(id, look.side, shadesOf(colour), accent === undefined ? undefined : shadesOf(accent))
  draw(pen)
  return pen.svg(`${name}, ${look.side}`)
}

/** Words for the `alt` of a flat, such as “Polo shirt in navy, front”. */
export function garmentAltText(type: GarmentType, colourName: string, side: Side = 'front'): string {
  return `${RACK[type].name} in ${colourName.toLowerCase()}, ${side}`
}
