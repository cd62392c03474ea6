import type { Coverage } from '#body/outfit/outfit.ts';

/** What each type of garment covers of a body; types that are not here are worn on head, hands or feet, or hang loose. */
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

/** What a product covers; by what is drawn of it, as its kind is. */
export const getGarmentCoverage = (garmentType: string | null): Coverage => COVERS[garmentType ?? ''] ?? 'nothing';
