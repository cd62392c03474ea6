import type { DraftImage, ProductFields } from './product-draft.ts';

/** The stored data of an organisation's product that an import can change. */
export interface ExistingProduct {
  id: number;
  handle: string;
  fields: ProductFields;
  /** Undefined if the product is not in the organisation's range. */
  offer: { id: number; published: boolean } | undefined;
  /** Values from the last import that may since have been changed in the portal. */
  lastImport: LastImport | undefined;
  categoryIds: number[];
  optionIds: number[];
  attributes: ExistingAttribute[];
  combinations: ExistingCombination[];
  images: (DraftImage & { id: number; position: number })[];
}

export interface LastImport {
  offered: boolean;
  /** ID of the category it assigned; null if none. */
  category: number | null;
  /** IDs of specification options. */
  options: number[];
}

export interface ExistingAttribute {
  id: number;
  attributeId: number;
  displayOrder: number;
  values: { id: number; name: string; rgb: string | null; accent: string | null; displayOrder: number }[];
}

export interface ExistingCombination {
  id: number;
  valueIds: number[];
  description: string;
  sku: string;
  gtin: string | null;
  overridden_price_minor: number | null;
  image_source_url: string | null;
  discontinued: boolean;
  displayOrder: number;
  /** Quantity from the last imported file that had one for this combination. */
  countedQuantity: number | null;
}
