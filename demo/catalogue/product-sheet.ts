import type { GarmentType } from '#garments/garments.ts';
import type { CategoryKey } from './categories.ts';
import type { ColourName } from './colours.ts';
import type { SizeGuideKey } from './size-guides.ts';
import type { Choice, SizeRun } from './sizes.ts';

/** A page of the supplier's catalogue. Money in pence without tax, weight of cloth in g/m², of a piece in grams. */
export interface ProductSheet {
  handle: string;
  name: string;
  /** The supplier's style number, with which every SKU begins. */
  style: string;
  garment: GarmentType;
  vendor: string;
  categories: CategoryKey[];
  price: number;
  short: string;
  text: string;
  points: string[];
  /** The facet, and the composition as it stands on the label. */
  fabric: [facet: string, label: string];
  cloth?: number;
  grams: number;
  care: string;
  cut?: string;
  sleeve?: string;
  season?: string;
  standards?: string[];
  sustainability?: string[];
  colours?: ColourName[];
  sizes?: SizeRun;
  fits?: Choice;
  guide?: SizeGuideKey;
  tags?: string[];
  crossSells?: string[];
  customise?: boolean;
  oldPrice?: number;
  /** Price without tax from a quantity on a line. */
  tiers?: [quantity: number, price: number][];
  /** Combinations of this colour cost so much, whatever the size. */
  colourPrice?: Partial<Record<ColourName, number>>;
  discontinued?: ColourName[];
  callForPrice?: boolean;
  leadTimeDays?: number;
  /** Offered made to measure, besides its sizes. */
  madeToMeasure?: boolean;
  backorder?: 0 | 1 | 2;
  /** Stock is not managed: services, and goods that are made to order. */
  unmanaged?: boolean;
  hidesStock?: boolean;
  minimum?: number;
  maximum?: number;
  packs?: number[];
  taxExempt?: boolean;
  /** Pieces of a usual size that lie in the warehouse. */
  usualStock?: number;
}
