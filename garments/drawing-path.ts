import { formatFeatures, parseFeatures } from './features.ts';
import { type GarmentAppearance, type GarmentType, isGarmentType } from './garments.ts';

const FILE = /^([0-9a-f]{6})(?:-([0-9a-f]{6}))?-(front|back)\.svg$/;
/** A garment type, and after each full stop a feature. */
const GARMENT = /^([a-z-]+)((?:\.[a-z0-9-]+)*)$/;

/** A drawing as its address names it. */
export interface NamedDrawing {
  type: GarmentType;
  look: GarmentAppearance;
  /** The first part of the one address of this drawing: features are in their order, and those that are known no longer are left out. */
  garment: string;
}

/** What is drawn at `/garments/<garment>/<file>`; undefined for an address of no drawing. */
export function parseDrawing(garment: string, file: string): NamedDrawing | undefined {
  const [, type = '', words = ''] = GARMENT.exec(garment) ?? [];
  const [, colour, accent, side] = FILE.exec(file) ?? [];
  if (!isGarmentType(type) || !colour || (side !== 'front' && side !== 'back')) return undefined;
  const features = parseFeatures(type, words.slice(1));
  return {
    type,
    look: { colour: `#${colour}`, side, features, ...(accent ? { accent: `#${accent}` } : {}) },
    garment: [type, formatFeatures(type, features)].filter(Boolean).join('.'),
  };
}

/** What is drawn at a path such as `/garments/polo/1d2a4d-front.svg`; undefined for any other path, such as that of a photograph. */
export function parseDrawingPath(path: string): NamedDrawing | undefined {
  const [, folder, garment = '', file = '', ...rest] = path.split('/');
  return folder === 'garments' && rest.length === 0 ? parseDrawing(garment, file) : undefined;
}
