import { isDeepStrictEqual } from 'node:util';
import { sanitiseDescription } from '#api/catalogue/import/shopify/descriptions.rules.ts';
import type { Necessity } from '#contract/catalogue/products/necessity.ts';
import type { ProductState } from '#contract/catalogue/products/product-states.ts';
import type { TaxClass } from '#contract/catalogue/tax/tax-classes.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { toUnitCode } from '../units.rules.ts';

type KeptCare = ReplyOf<'GET /api/operator/products/:id'>['product'];

/** What can be changed of a product, as it is stored. */
export interface EditableFields {
  name: string;
  sku: string | null;
  shortDescription: string | null;
  fullDescription: string | null;
  marks: { standard: string; detail: string | null }[];
  careWash: KeptCare['careWash'];
  careBleach: KeptCare['careBleach'];
  careDry: KeptCare['careDry'];
  careIron: KeptCare['careIron'];
  careDryClean: KeptCare['careDryClean'];
  careNote: string | null;
  categoryIds: number[];
  optionIds: number[];
  orderMinimumQuantity: number;
  orderMaximumQuantity: number;
  allowedQuantities: number[];
  leadTimeDays: number | null;
  isMadeToOrder: boolean;
  isMadeToMeasure: boolean;
  managesStock: boolean;
  backorderModeId: number;
  wearLifeMonths: number | null;
  /** Why an employer has to provide it; null where none does. */
  necessity: Necessity | null;
  sizeGuideId: number | null;
  unspsc: string | null;
  /** Unit of UN/ECE Recommendation 20. */
  unitCode: string;
  taxClass: TaxClass;
  isTaxExempt: boolean;
  callForPrice: boolean;
  /** Products that are shown on its page, in their order: those that the operator sees. */
  relatedIds: number[];
  /** Products that are offered in the cart with it, in their order: those that the operator sees. */
  crossSellIds: number[];
  state: ProductState;
  successorId: number | null;
}

/** A product with its fields, and what decides who may change it. */
export interface StoredProduct extends EditableFields {
  id: number;
  version: number;
  fieldVersions: Record<string, number>;
  foreignOrganisations: number;
  /** Whether every combination that is sold costs nothing. */
  isFree: boolean;
  /** Whether a combination is sold. */
  hasCombinations: boolean;
}

/** The name of a field. */
export type ProductField = keyof EditableFields;

/** What each field is called, and the columns whose versions tell when it was last changed. */
export const FIELDS: Readonly<Record<ProductField, { label: string; columns: readonly string[] }>> = {
  name: { label: 'Name', columns: ['name'] },
  sku: { label: 'SKU', columns: ['sku'] },
  shortDescription: { label: 'Short description', columns: ['short_description'] },
  fullDescription: { label: 'Description', columns: ['full_description'] },
  marks: { label: 'Certification marks', columns: ['marks'] },
  careWash: { label: 'Washing', columns: ['care_wash'] },
  careBleach: { label: 'Bleaching', columns: ['care_bleach'] },
  careDry: { label: 'Drying', columns: ['care_dry'] },
  careIron: { label: 'Ironing', columns: ['care_iron'] },
  careDryClean: { label: 'Dry cleaning', columns: ['care_dry_clean'] },
  careNote: { label: 'Note about care', columns: ['care_note'] },
  categoryIds: { label: 'Categories', columns: ['categories_changed_at'] },
  optionIds: { label: 'Specifications', columns: ['specifications_changed_at'] },
  orderMinimumQuantity: { label: 'Minimum quantity', columns: ['order_minimum_quantity'] },
  orderMaximumQuantity: { label: 'Maximum quantity', columns: ['order_maximum_quantity'] },
  allowedQuantities: { label: 'Allowed quantities', columns: ['allowed_quantities'] },
  leadTimeDays: { label: 'Lead time in days', columns: ['lead_time_days'] },
  isMadeToOrder: { label: 'Made to order', columns: ['is_made_to_order'] },
  isMadeToMeasure: { label: 'Made to measure', columns: ['is_made_to_measure'] },
  managesStock: { label: 'Stock is counted', columns: ['manages_stock'] },
  backorderModeId: { label: 'Back orders', columns: ['backorder_mode'] },
  wearLifeMonths: { label: 'Wear life in months', columns: ['wear_life_months'] },
  necessity: { label: 'Provided by the employer', columns: ['necessity'] },
  sizeGuideId: { label: 'Size guide', columns: ['size_guide_id'] },
  unspsc: { label: 'UNSPSC', columns: ['unspsc_code'] },
  unitCode: { label: 'Unit', columns: ['unit_of_measure'] },
  taxClass: { label: 'Tax class', columns: ['tax_class'] },
  isTaxExempt: { label: 'Tax exempt', columns: ['is_tax_exempt'] },
  callForPrice: { label: 'Price on request', columns: ['call_for_price'] },
  relatedIds: { label: 'Related products', columns: ['related_changed_at'] },
  crossSellIds: { label: 'Offered in the cart', columns: ['cross_sells_changed_at'] },
  state: { label: 'Status', columns: ['published', 'discontinued'] },
  successorId: { label: 'Replaced by', columns: ['successor_id'] },
};

/** What is wrong, by field. */
export type ProductFieldErrors = Partial<Record<ProductField, string[]>>;

const FIELD_NAMES = Object.keys(FIELDS) as ProductField[];

/** What is saved of a product, by column; fields that are lists of rows, and those of several columns, are left out. */
export const toSavedColumns = (product: Readonly<Partial<Record<ProductField, unknown>>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(FIELDS).flatMap(([field, { columns }]) =>
      columns.length === 1 && !columns[0]?.endsWith('_changed_at') ? [[columns[0], product[field as ProductField]]] : [],
    ),
  );

/** The label of the field to which a column belongs. */
export const labelOfColumn = (column: string): string =>
  Object.values(FIELDS).find(({ columns }) => columns.includes(column))?.label ?? column;

const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
const trimmed = (text: string) => text.trim() || null;
const toMark = ({ standard, detail }: { standard: string; detail?: string | null }) => ({
  standard: standard.trim(),
  detail: detail ? trimmed(detail) : null,
});

/** The fields after a change: what it leaves out stays, texts are trimmed and sanitised, lists are sorted. A product that is not discontinued has no successor. */
export function applyChange(before: EditableFields, change: BodyOf<'PUT /api/operator/products/:id'>): EditableFields {
  const {
    version: _,
    name,
    sku,
    shortDescription,
    fullDescription,
    categoryIds,
    optionIds,
    allowedQuantities,
    unitOfMeasure,
    marks,
    careNote,
    relatedIds,
    crossSellIds,
    ...rest
  } = change;
  const own = Object.fromEntries(FIELD_NAMES.map((field) => [field, before[field]])) as unknown as EditableFields;
  const next: EditableFields = {
    ...own,
    ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<EditableFields>),
    ...(name !== undefined && { name: name.trim() }),
    ...(sku !== undefined && { sku: sku && trimmed(sku) }),
    ...(shortDescription !== undefined && { shortDescription: shortDescription && trimmed(shortDescription) }),
    ...(fullDescription !== undefined && { fullDescription: fullDescription && sanitiseDescription(fullDescription.trim()) }),
    ...(categoryIds !== undefined && { categoryIds: ascending(categoryIds) }),
    ...(optionIds !== undefined && { optionIds: ascending(optionIds) }),
    ...(allowedQuantities !== undefined && { allowedQuantities: ascending(allowedQuantities) }),
    ...(marks !== undefined && { marks: marks.map(toMark) }),
    ...(careNote !== undefined && { careNote: careNote && trimmed(careNote) }),
    ...(relatedIds !== undefined && { relatedIds: [...new Set(relatedIds)] }),
    ...(crossSellIds !== undefined && { crossSellIds: [...new Set(crossSellIds)] }),
    ...(unitOfMeasure !== undefined && { unitCode: toUnitCode(unitOfMeasure) }),
  };
  return next.state === 'discontinued' || change.successorId ? next : { ...next, successorId: null };
}

/** The fields in which two states of a product differ. */
export const listChanges = (before: EditableFields, after: EditableFields): ProductField[] =>
  FIELD_NAMES.filter((field) => !isDeepStrictEqual(before[field], after[field]));

/** What is wrong with fields that were changed, by field; nothing for a product that can be saved. Fields that stay as they are cannot be wrong. */
export function checkChange(before: StoredProduct, after: EditableFields, changed: readonly ProductField[]): ProductFieldErrors {
  const errors: ProductFieldErrors = {};
  const has = (...fields: ProductField[]) => fields.some((field) => changed.includes(field));
  const { orderMinimumQuantity: fewest, orderMaximumQuantity: most } = after;
  if (has('orderMinimumQuantity', 'orderMaximumQuantity') && fewest > most)
    errors.orderMaximumQuantity = [`The maximum quantity must be at least ${fewest}, the minimum.`];
  else if (
    has('orderMinimumQuantity', 'orderMaximumQuantity', 'allowedQuantities') &&
    after.allowedQuantities.some((quantity) => quantity < fewest || quantity > most)
  )
    errors.allowedQuantities = [`Each allowed quantity must be from ${fewest} to ${most}.`];
  if (after.successorId !== null && after.state !== 'discontinued')
    errors.successorId = ['Only a discontinued product can be replaced by another one.'];
  else if (after.successorId === before.id) errors.successorId = ['A product can’t be replaced by itself.'];
  if (has('state') && after.state === 'published' && !before.hasCombinations)
    errors.state = ['All its combinations are discontinued, so there is nothing to sell.'];
  if (has('state', 'callForPrice') && after.state === 'published' && !after.callForPrice && before.isFree)
    errors.callForPrice = ['It has no price yet. Leave the price on request until it has one.'];
  const marks = after.marks.map(({ standard, detail }) => [standard, detail].filter(Boolean).join(' '));
  const double = marks.find((mark, index) => marks.findIndex((each) => each.toLowerCase() === mark.toLowerCase()) < index);
  if (has('marks') && double !== undefined) errors.marks = [`${double} is there twice.`];
  for (const field of ['relatedIds', 'crossSellIds'] as const)
    if (has(field) && after[field].includes(before.id)) errors[field] = ['A product can’t be shown with itself.'];
  return errors;
}
