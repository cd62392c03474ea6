import type { ClientPrice, LastImport } from './existing.ts';
import type { CombinationFields, DraftImage, DraftValue, ProductFields } from './product-draft.ts';

/** Holds a row's ID; 0 until a new row gets one. */
export interface RowKey {
  id: number;
}

export type FullCombination = CombinationFields & { description: string; discontinued: boolean; displayOrder: number };

/** All rows that an import will write, grouped by table so that each table takes one statement. */
export interface ImportWrites {
  products: { new: { key: RowKey; handle: string; fields: ProductFields }[]; changed: { id: number; fields: ProductFields }[] };
  attributes: {
    new: { key: RowKey; product: RowKey; attributeId: number; controlType: number; displayOrder: number }[];
    gone: number[];
  };
  values: {
    new: (DraftValue & { key: RowKey; attribute: RowKey; displayOrder: number })[];
    changed: (DraftValue & { id: number; displayOrder: number })[];
  };
  combinations: {
    new: (FullCombination & { key: RowKey; product: RowKey; values: RowKey[]; quantity: number | null; canOversell: boolean })[];
    changed: (FullCombination & { id: number; values: RowKey[] })[];
    /** IDs of those that get other values. */
    moved: number[];
  };
  images: {
    new: (DraftImage & { product: RowKey; position: number })[];
    changed: { id: number; alt: string | null; position: number }[];
    gone: number[];
  };
  categories: { new: { product: RowKey; category: number }[]; gone: { product: number; category: number }[] };
  options: { new: { product: RowKey; option: number }[]; gone: { product: number; option: number }[] };
  /** What the client has in its range; `isPriced` where the file says what it pays. */
  offers: {
    new: (ClientPrice & { product: RowKey; published: boolean; displayOrder: number; isPriced: boolean })[];
    changed: (ClientPrice & { id: number; published: boolean })[];
  };
  /** Whether the client's file offers the products. */
  lastOffers: { product: RowKey; offered: boolean }[];
  lastImports: { product: RowKey; values: LastImport }[];
  /** Combinations of which the file counted another number of pieces. */
  counts: { combination: number; quantity: number }[];
  /** IDs of products whose rule for overselling may have changed. */
  stockRules: number[];
  /** Products whose listing must be refreshed. */
  changedProducts: RowKey[];
}

/** Creates an empty set of changes. */
export function createImportWrites(): ImportWrites {
  return {
    products: { new: [], changed: [] },
    attributes: { new: [], gone: [] },
    values: { new: [], changed: [] },
    combinations: { new: [], changed: [], moved: [] },
    images: { new: [], changed: [], gone: [] },
    categories: { new: [], gone: [] },
    options: { new: [], gone: [] },
    offers: { new: [], changed: [] },
    lastOffers: [],
    lastImports: [],
    counts: [],
    stockRules: [],
    changedProducts: [],
  };
}
