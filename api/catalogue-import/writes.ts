import type { CombinationFields, DraftImage, DraftValue, ProductFields } from './draft.ts';
import type { Said } from './stored.ts';

/** A row's id, or the place where it will be once the row has one. */
export interface Key {
  id: number;
}

export type FullCombination = CombinationFields & { description: string; discontinued: boolean; displayOrder: number };

/** All rows that an import is going to write, by table, so that each table takes one statement. */
export interface Writes {
  products: { new: { key: Key; handle: string; fields: ProductFields }[]; changed: { id: number; fields: ProductFields }[] };
  attributes: {
    new: { key: Key; product: Key; attributeId: number; controlType: number; displayOrder: number }[];
    gone: number[];
  };
  values: {
    new: (DraftValue & { key: Key; attribute: Key; displayOrder: number })[];
    changed: (DraftValue & { id: number; displayOrder: number })[];
  };
  combinations: {
    new: (FullCombination & { key: Key; product: Key; values: Key[]; quantity: number | null; canOversell: boolean })[];
    changed: (FullCombination & { id: number })[];
  };
  images: {
    new: (DraftImage & { product: Key; position: number })[];
    changed: { id: number; alt: string | null; position: number }[];
    gone: number[];
  };
  categories: { new: { product: Key; category: number }[]; gone: { product: number; category: number }[] };
  options: { new: { product: Key; option: number }[]; gone: { product: number; option: number }[] };
  offers: { new: { product: Key; published: boolean; displayOrder: number }[]; changed: { id: number; published: boolean }[] };
  said: { product: Key; said: Said }[];
  /** Combinations that the file counts anew. */
  counts: { combination: number; quantity: number }[];
  /** Products whose rule for overselling may have changed. */
  stockRules: number[];
  /** Everything that the listing has to be refreshed for. */
  touched: Key[];
}

export function noWrites(): Writes {
  return {
    products: { new: [], changed: [] },
    attributes: { new: [], gone: [] },
    values: { new: [], changed: [] },
    combinations: { new: [], changed: [] },
    images: { new: [], changed: [], gone: [] },
    categories: { new: [], gone: [] },
    options: { new: [], gone: [] },
    offers: { new: [], changed: [] },
    said: [],
    counts: [],
    stockRules: [],
    touched: [],
  };
}
