import type { Necessity } from '#contract/catalogue/products/necessity.ts';
import type { GarmentType } from '#garments/garments.ts';
import type { AttributeRole } from './options.rules.ts';
import type { Specification } from './specifications.rules.ts';

/** Columns of `product` that a file can set. */
export interface ProductFields {
  name: string;
  sku: string | null;
  garment_type: GarmentType;
  drawing_features: string;
  vendor: string | null;
  short_description: string | null;
  full_description: string | null;
  price_minor: number;
  old_price_minor: number | null;
  call_for_price: boolean;
  manufacturer_part_number: string | null;
  gtin: string | null;
  weight_grams: number;
  manages_stock: boolean;
  backorder_mode: number;
  is_tax_exempt: boolean;
  published: boolean;
  tags: string[];
  discontinued: boolean;
  /** Only a discontinued product has one. */
  successor_id: number | null;
  order_minimum_quantity: number;
  order_maximum_quantity: number;
  allowed_quantities: number[];
  lead_time_days: number | null;
  is_made_to_order: boolean;
  wear_life_months: number | null;
  necessity: Necessity | null;
  size_guide_id: number | null;
  unspsc_code: string | null;
  unit_of_measure: string;
}

export interface DraftValue {
  name: string;
  rgb: string | null;
  accent: string | null;
}

export interface DraftAttribute {
  name: string;
  role: AttributeRole | null;
  /** In display order. */
  values: DraftValue[];
}

/** Columns of `combination` that a file can set. */
export interface CombinationFields {
  sku: string;
  gtin: string | null;
  overridden_price_minor: number | null;
  /** Address of its picture, one of the product's. */
  image_source_url: string | null;
}

export interface DraftCombination {
  /** Line number of its row in the file. */
  line: number;
  /** One per attribute, in the same order. */
  values: string[];
  fields: Partial<CombinationFields> & { sku: string };
  isSkuGenerated: boolean;
  /** What the workbook of the catalogue says of a variant beyond its fields; absent where it has no column for it. */
  workbook?: { id?: number; version?: number; discontinued?: boolean };
  /** Stock quantity in the file; null if there is none or stock is not managed. */
  quantity: number | null;
}

export interface DraftImage {
  url: string;
  alt: string | null;
}

/** A product as described by the file, to be compared with the stored one. Fields without a column in the file are absent. */
export interface ProductDraft {
  handle: string;
  line: number;
  fields: Partial<ProductFields> & { name: string };
  /** Whether the product is for sale. */
  offered: boolean;
  categoryPath: string[];
  /** Category names for this type of garment, most specific first; empty if it is not a garment. */
  garmentCategories: readonly string[];
  specifications: Specification[];
  attributes: DraftAttribute[];
  combinations: DraftCombination[];
  images: DraftImage[] | undefined;
  /** Used for a new product if the file has no column for the type. */
  garment: GarmentType;
  /** What the texts say about the drawing of that type of garment. */
  drawingFeatures: string;
  /** What the file has columns for. Everything else of an existing product stays unchanged. */
  has: { options: boolean; category: boolean; specifications: boolean; offered: boolean };
  /** Of the workbook of the catalogue, which changes what its rows say, and leaves variants without a row as they are. */
  workbook?: WorkbookProduct;
}

/** What the workbook of the catalogue says of a product beyond its fields; absent where it has no column for it, or not the row of the product. */
export interface WorkbookProduct {
  id?: number;
  /** The version that was exported. */
  version?: number;
  /** Whether the row with the fields of the product is there. */
  hasFields: boolean;
  /** The paths of its categories. */
  categories?: string[][];
  /** The name of its size guide; null for none. */
  sizeGuide?: string | null;
}
