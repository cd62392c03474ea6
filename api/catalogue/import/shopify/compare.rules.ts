import { type CombinationPlan, compareCombinations } from './compare-combinations.rules.ts';
import type { ExistingProduct, LastImport } from './existing.ts';
import { type FieldChange, showPrice, showValue } from './field-changes.rules.ts';
import type { ImportWrites, RowKey } from './import-writes.ts';
import type { ProductDraft, ProductFields } from './product-draft.ts';

/** Database ids of the categories, options and attributes that a draft names. */
export interface ResolvedReferences {
  category: number | null;
  options: number[];
  /** One for each attribute of the draft. */
  attributes: number[];
  /** All categories that the product is to have, where the file names them all. */
  categories?: readonly number[];
}

export interface ProductImportPlan {
  outcome: 'created' | 'changed' | 'unchanged';
  /** Descriptions of the changes to the product itself. */
  changes: string[];
  /** The same field by field. */
  differences: FieldChange[];
  combinations: CombinationPlan;
}

/** Default values of the fields that the file does not state. */
const defaults: Omit<ProductFields, 'name' | 'garment_type' | 'drawing_features' | 'published'> = {
  sku: null,
  vendor: null,
  short_description: null,
  full_description: null,
  price_minor: 0,
  old_price_minor: null,
  call_for_price: true,
  manufacturer_part_number: null,
  gtin: null,
  weight_grams: 0,
  manages_stock: false,
  backorder_mode: 0,
  is_tax_exempt: false,
  tags: [],
  discontinued: false,
  successor_id: null,
  order_minimum_quantity: 1,
  order_maximum_quantity: 10_000,
  allowed_quantities: [],
  lead_time_days: null,
  is_made_to_order: false,
  wear_life_months: null,
  necessity: null,
  size_guide_id: null,
  unspsc_code: null,
  unit_of_measure: 'EA',
};

/** What the fields are called in reports. */
export const FIELD_LABELS: Record<Exclude<keyof ProductFields, 'published' | 'successor_id'>, string> = {
  name: 'title',
  sku: 'style SKU',
  garment_type: 'garment type',
  drawing_features: 'drawing',
  vendor: 'vendor',
  short_description: 'short description',
  full_description: 'description',
  price_minor: 'price',
  old_price_minor: 'old price',
  call_for_price: 'price on request',
  manufacturer_part_number: 'part number',
  gtin: 'barcode',
  weight_grams: 'weight',
  manages_stock: 'stock tracking',
  backorder_mode: 'backorders',
  is_tax_exempt: 'tax',
  tags: 'tags',
  discontinued: 'discontinued',
  order_minimum_quantity: 'minimum quantity',
  order_maximum_quantity: 'maximum quantity',
  allowed_quantities: 'allowed quantities',
  lead_time_days: 'lead time',
  is_made_to_order: 'made to order',
  wear_life_months: 'wear life',
  necessity: 'provided by the employer',
  size_guide_id: 'size guide',
  unspsc_code: 'UNSPSC',
  unit_of_measure: 'unit',
};

/** The fields that a product has by the file, where the file does not say from what is stored. */
export function planFields(draft: ProductDraft, stored: ExistingProduct | undefined): ProductFields {
  return {
    ...defaults,
    garment_type: draft.garment,
    drawing_features: draft.drawingFeatures,
    published: draft.offered,
    ...stored?.fields,
    ...draft.fields,
  };
}

/** The fields that differ. */
export const listDifferences = (fields: ProductFields, stored: ProductFields) =>
  (Object.keys(FIELD_LABELS) as (keyof typeof FIELD_LABELS)[]).filter((field) => !isSame(fields[field], stored[field]));

/**
 * Adds to `writes` the minimal changes that make the stored product match the draft, and describes them. Nothing is written
 * for a product that already matches.
 *
 * Values in the file take precedence, with three exceptions that can also be changed in the portal: whether the product is
 * offered, its category and its specifications. These change only if the file differs from the last file of the catalogue.
 */
export function compareProduct(
  draft: ProductDraft,
  stored: ExistingProduct | undefined,
  resolved: ResolvedReferences,
  writes: ImportWrites,
): ProductImportPlan & { key: RowKey; fields: ProductFields } {
  const changes: string[] = [];
  const differences: FieldChange[] = [];
  const key: RowKey = { id: stored?.id ?? 0 };
  const fields = planFields(draft, stored);
  const last = toLastImport(draft, stored?.lastImport, resolved);
  if (!stored) writes.products.new.push({ key, handle: draft.handle, fields });
  else {
    if (!draft.workbook && stored.lastImport?.offered !== last.offered) fields.published = last.offered;
    const described = listDifferences(fields, stored.fields);
    changes.push(...described.map((field) => describeChange(field, stored.fields, fields)));
    differences.push(...described.map((field) => toFieldChange(field, stored.fields, fields)));
    const differing: (keyof ProductFields)[] = [...described];
    if (fields.published !== stored.fields.published) {
      differing.push('published');
      changes.push(fields.published ? 'offered' : 'no longer offered');
      differences.push({ field: 'offered', before: showValue(stored.fields.published), after: showValue(fields.published) });
    }
    if (differing.length > 0) writes.products.changed.push({ id: stored.id, fields });
    if (differing.includes('manages_stock') || differing.includes('backorder_mode')) writes.stockRules.push(stored.id);
  }
  const others = [
    ...(draft.workbook
      ? compareCategories(resolved.categories, stored, key, writes)
      : compareWithLastImport(last, stored, key, writes)),
    ...compareImages(draft, stored, key, writes),
  ];
  changes.push(...others);
  if (stored) differences.push(...others.map((field) => describeOther(field, draft, stored)));
  const keepsOptions = stored !== undefined && !draft.has.options && stored.attributes.length > 0;
  const combinations: CombinationPlan = keepsOptions
    ? {
        rows: draft.combinations.map(({ line }) => ({
          line,
          outcome: 'unchanged',
          text: 'the options stay as they are because the file has no columns for them',
          differences: [],
        })),
        discontinued: [],
      }
    : compareCombinations(draft, stored, resolved.attributes, key, fields, writes);
  const isTouched =
    changes.length > 0 ||
    combinations.discontinued.length > 0 ||
    combinations.rows.some(({ outcome }) => outcome !== 'unchanged');
  if (!stored || isTouched) writes.changedProducts.push(key);
  return { outcome: !stored ? 'created' : isTouched ? 'changed' : 'unchanged', changes, differences, combinations, key, fields };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function describeChange(field: keyof typeof FIELD_LABELS, before: ProductFields, after: ProductFields): string {
  const price = (minor: number | null) => (minor === null ? 'none' : (minor / 100).toFixed(2));
  if (field === 'price_minor' || field === 'old_price_minor')
    return `${FIELD_LABELS[field]} ${price(before[field])} → ${price(after[field])}`;
  if (field === 'name') return `title "${before.name}" → "${after.name}"`;
  return FIELD_LABELS[field];
}

const PRICES: readonly string[] = ['price_minor', 'old_price_minor'];

function toFieldChange(field: keyof typeof FIELD_LABELS, before: ProductFields, after: ProductFields): FieldChange {
  const show = (fields: ProductFields) =>
    PRICES.includes(field) ? showPrice(fields[field] as number | null) : showValue(fields[field]);
  return { field: FIELD_LABELS[field], before: show(before), after: show(after) };
}

/** What the file says of category, specifications or images, of which only the ids or addresses are stored. */
function describeOther(
  field: string,
  { categoryPath, garmentCategories, specifications, images }: ProductDraft,
  stored: ExistingProduct,
): FieldChange {
  if (field === 'images') return { field, before: String(stored.images.length), after: String(images?.length ?? 0) };
  const after =
    field === 'category'
      ? (categoryPath.length > 0 ? categoryPath : garmentCategories.slice(0, 1)).join(' › ')
      : specifications.map(({ option }) => option);
  return { field, before: '', after: showValue(after) };
}

/** Compares category and specifications with the last file, so that decisions made in the portal since then are kept. */
function compareWithLastImport(
  now: LastImport,
  stored: ExistingProduct | undefined,
  key: RowKey,
  writes: ImportWrites,
): string[] {
  const changes: string[] = [];
  const before: LastImport | undefined = stored?.lastImport;
  const present = new Set(stored?.categoryIds);
  if (before?.category !== now.category) {
    let moved = false;
    if (stored && before?.category != null && present.has(before.category)) {
      writes.categories.gone.push({ product: stored.id, category: before.category });
      moved = true;
    }
    if (now.category !== null && !present.has(now.category)) {
      writes.categories.new.push({ product: key, category: now.category });
      moved = true;
    }
    if (moved) changes.push('category');
  }
  const options = new Set(stored?.optionIds);
  const added = now.options.filter((option) => !before?.options.includes(option) && !options.has(option));
  const gone = (before?.options ?? []).filter((option) => !now.options.includes(option) && options.has(option));
  writes.options.new.push(...added.map((option) => ({ product: key, option })));
  if (stored) writes.options.gone.push(...gone.map((option) => ({ product: stored.id, option })));
  if (added.length + gone.length > 0) changes.push('specifications');
  if (!before || !isSame(before, now)) writes.lastImports.push({ product: key, values: now });
  return changes;
}

/** Compares all categories of a product. */
function compareCategories(
  wanted: readonly number[] | undefined,
  stored: ExistingProduct | undefined,
  key: RowKey,
  writes: ImportWrites,
): string[] {
  if (!wanted) return [];
  const present = stored?.categoryIds ?? [];
  const added = wanted.filter((category) => !present.includes(category));
  const gone = present.filter((category) => !wanted.includes(category));
  writes.categories.new.push(...added.map((category) => ({ product: key, category })));
  if (stored) writes.categories.gone.push(...gone.map((category) => ({ product: stored.id, category })));
  return added.length + gone.length > 0 ? ['categories'] : [];
}

/** The values of this import; those without a column in the file are copied from the last one. */
function toLastImport(
  { has, offered }: ProductDraft,
  before: LastImport | undefined,
  { category, options }: ResolvedReferences,
): LastImport {
  return {
    offered: before && !has.offered ? before.offered : offered,
    category: before && !has.category ? before.category : category,
    options: before && !has.specifications ? before.options : options.toSorted((a, b) => a - b),
  };
}

/** Images from the file, in its order; images uploaded in the portal follow them. */
function compareImages(draft: ProductDraft, stored: ExistingProduct | undefined, key: RowKey, writes: ImportWrites): string[] {
  if (!draft.images) return [];
  const present = new Map(stored?.images.map((image) => [image.url, image]));
  let isChanged = false;
  for (const [position, { url, alt }] of draft.images.entries()) {
    const image = present.get(url);
    present.delete(url);
    if (image && image.alt === alt && image.position === position) continue;
    isChanged = true;
    if (image) writes.images.changed.push({ id: image.id, alt, position });
    else writes.images.new.push({ product: key, url, alt, position });
  }
  writes.images.gone.push(...[...present.values()].map(({ id }) => id));
  return isChanged || present.size > 0 ? ['images'] : [];
}
