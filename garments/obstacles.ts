import { type GarmentFeature, listFeatureGroups } from './features.ts';
import type { GarmentType } from './garments.ts';

/** Places, as `decoration_position.place` names them, that a garment with a feature does not have: a pocket, zip, seam, hood or tape is there. */
const OBSTACLES: Partial<Record<GarmentType, Partial<Record<GarmentFeature, readonly string[]>>>> = {
  polo: { 'reflective-tape': ['left-hem'] },
  tee: { 'chest-pocket': ['left-chest'], 'long-sleeves': ['left-sleeve', 'right-sleeve'] },
  sweatshirt: { 'quarter-zip': ['nape'], 'reflective-tape': ['centre-front'] },
  hoodie: { 'full-zip': ['centre-front'] },
  softshell: { hood: ['upper-back'] },
  parka: { quilted: ['left-sleeve', 'right-sleeve', 'upper-back'] },
  shorts: { 'thigh-pockets': ['left-thigh', 'right-thigh'] },
  apron: {
    bib: ['pocket'],
    'waist-apron': ['bib'],
    'short-waist-apron': ['bib', 'left-corner'],
  },
  'chef-jacket': { 'sleeve-pocket': ['left-sleeve'], 'chest-pocket': ['left-sleeve'] },
  scrubs: { 'three-quarter-sleeves': ['left-sleeve', 'right-sleeve'] },
  'hi-vis-vest': { 'id-pocket': ['left-chest', 'right-chest'], 'six-pockets': ['left-chest', 'right-chest'] },
  'hi-vis-jacket': { 'phone-pocket': ['left-chest'], bomber: ['lower-back'] },
};

/** Whether a garment with these features can be decorated at a place that its type has. Unusual features alone are enough, as they are stored. */
export function hasPlace(type: GarmentType, features: ReadonlySet<GarmentFeature>, place: string): boolean {
  const obstacles = OBSTACLES[type] ?? {};
  const own = listFeatureGroups(type).flatMap(
    (options) => options.slice(1).find((option) => features.has(option)) ?? options[0] ?? [],
  );
  return !own.some((feature) => obstacles[feature]?.includes(place));
}
