import type { Coverage } from '#body/outfit/outfit.ts';

/** The part of the body that each type of garment covers; other types are worn on head, hands or feet, or hang loose. */
const COVERS: Readonly<Record<string, Coverage>> = {
  shirt: 'longSleeved',
  blouse: 'longSleeved',
  'long-sleeve-polo': 'longSleeved',
  sweatshirt: 'longSleeved',
  hoodie: 'longSleeved',
  jumper: 'longSleeved',
  cardigan: 'longSleeved',
  fleece: 'longSleeved',
  blazer: 'longSleeved',
  softshell: 'longSleeved',
  parka: 'longSleeved',
  'chef-jacket': 'longSleeved',
  'hi-vis-jacket': 'longSleeved',
  'short-sleeve-shirt': 'shortSleeved',
  polo: 'shortSleeved',
  tee: 'shortSleeved',
  scrubs: 'shortSleeved',
  gilet: 'sleeveless',
  waistcoat: 'sleeveless',
  'hi-vis-vest': 'sleeveless',
  trousers: 'trousers',
  chinos: 'trousers',
  'cargo-trousers': 'trousers',
  'hi-vis-trousers': 'trousers',
  shorts: 'shorts',
  skirt: 'skirt',
  dress: 'dress',
  coverall: 'coverall',
};

/** The part of the body that a product covers, by the garment type that is drawn for it. */
export const getGarmentCoverage = (garmentType: string | null): Coverage => COVERS[garmentType ?? ''] ?? 'nothing';
