/** Every garment that can be drawn, in the order a catalogue would show them. */
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
] as const

export type GarmentType = (typeof GARMENT_TYPES)[number]
export type Side = 'front' | 'back'

/** Whether a value from outside, such as an import file, names a garment that can be drawn. */
export function isGarmentType(value: string): value is GarmentType {
  return (GARMENT_TYPES as readonly string[]).includes(value)
}
