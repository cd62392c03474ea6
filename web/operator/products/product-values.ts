import type { ProductState } from '#contract/catalogue/products/product-states.ts';
import type { UnitOfMeasure } from '#contract/catalogue/products/units.ts';
import type { BodyOf } from '#contract/index.ts';
import { toDescriptionHtml, toDescriptionText } from './description-text.ts';
import type { KeptProduct } from './product-labels.ts';

/** What can be changed of a product, as the form holds it. */
export interface ProductValues {
  name: string;
  sku: string;
  shortDescription: string;
  fullDescription: string;
  marks: { standard: string; detail: string }[];
  careWash: string;
  careBleach: string;
  careDry: string;
  careIron: string;
  careDryClean: string;
  careNote: string;
  related: KeptProduct['relatedProducts'];
  crossSells: KeptProduct['crossSellProducts'];
  categoryIds: number[];
  optionIds: number[];
  sizeGuideId: string;
  unspsc: string;
  unitOfMeasure: UnitOfMeasure;
  orderMinimumQuantity: string;
  orderMaximumQuantity: string;
  allowedQuantities: string;
  leadTimeDays: string;
  wearLifeMonths: string;
  necessity: string;
  backorderModeId: string;
  managesStock: boolean;
  isMadeToOrder: boolean;
  isMadeToMeasure: boolean;
  taxClass: string;
  isTaxExempt: boolean;
  callForPrice: boolean;
  state: ProductState;
  successorId: string;
}

/** The name of a field of the form. */
export type ProductValueName = keyof ProductValues;

type ProductBody = BodyOf<'PUT /api/operator/products/:id'>;

const toText = (value: number | null) => (value === null ? '' : String(value));

/** A product as the form holds it. */
export const toProductValues = (product: KeptProduct): ProductValues => ({
  name: product.name,
  sku: product.sku ?? '',
  shortDescription: product.shortDescription ?? '',
  fullDescription: toDescriptionText(product.fullDescription),
  marks: product.marks.map(({ standard, detail }) => ({ standard, detail: detail ?? '' })),
  careWash: product.careWash ?? '',
  careBleach: product.careBleach ?? '',
  careDry: product.careDry ?? '',
  careIron: product.careIron ?? '',
  careDryClean: product.careDryClean ?? '',
  careNote: product.careNote ?? '',
  related: product.relatedProducts,
  crossSells: product.crossSellProducts,
  categoryIds: product.categoryIds,
  optionIds: product.optionIds,
  sizeGuideId: toText(product.sizeGuideId),
  unspsc: product.unspsc ?? '',
  unitOfMeasure: product.unitOfMeasure,
  orderMinimumQuantity: String(product.orderMinimumQuantity),
  orderMaximumQuantity: String(product.orderMaximumQuantity),
  allowedQuantities: product.allowedQuantities.join(', '),
  leadTimeDays: toText(product.leadTimeDays),
  wearLifeMonths: toText(product.wearLifeMonths),
  necessity: product.necessity ?? '',
  backorderModeId: String(product.backorderModeId),
  managesStock: product.managesStock,
  isMadeToOrder: product.isMadeToOrder,
  isMadeToMeasure: product.isMadeToMeasure,
  taxClass: product.taxClass,
  isTaxExempt: product.isTaxExempt,
  callForPrice: product.callForPrice,
  state: product.state,
  successorId: product.successor ? String(product.successor.id) : '',
});

const toNumber = (text: string) => (text.trim() === '' ? null : Number(text));
const toQuantities = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);

/** The fields of the form that the server names differently. */
export const SERVER_NAMES = { relatedIds: 'related', crossSellIds: 'crossSells' } as const;

const idsOf = (products: readonly { id: number }[]) => products.map(({ id }) => id);
/** Marks that were typed; a row that was left empty is none. */
const typedMarks = (marks: ProductValues['marks']) =>
  marks
    .map(({ standard, detail }) => ({ standard: standard.trim(), detail: detail.trim() || null }))
    .filter(({ standard, detail }) => standard !== '' || detail !== null);

/** What a change of some fields sends. */
export function toProductBody(values: ProductValues, changed: readonly ProductValueName[]): ProductBody {
  const body = {
    name: values.name.trim(),
    sku: values.sku.trim() || null,
    shortDescription: values.shortDescription.trim() || null,
    fullDescription: toDescriptionHtml(values.fullDescription),
    marks: typedMarks(values.marks),
    careWash: values.careWash || null,
    careBleach: values.careBleach || null,
    careDry: values.careDry || null,
    careIron: values.careIron || null,
    careDryClean: values.careDryClean || null,
    careNote: values.careNote.trim() || null,
    related: idsOf(values.related),
    crossSells: idsOf(values.crossSells),
    categoryIds: values.categoryIds,
    optionIds: values.optionIds,
    sizeGuideId: toNumber(values.sizeGuideId),
    unspsc: values.unspsc.trim() || null,
    unitOfMeasure: values.unitOfMeasure,
    orderMinimumQuantity: Number(values.orderMinimumQuantity),
    orderMaximumQuantity: Number(values.orderMaximumQuantity),
    allowedQuantities: toQuantities(values.allowedQuantities),
    leadTimeDays: toNumber(values.leadTimeDays),
    wearLifeMonths: toNumber(values.wearLifeMonths),
    necessity: (values.necessity || null) as KeptProduct['necessity'],
    backorderModeId: Number(values.backorderModeId) as 0 | 1 | 2,
    managesStock: values.managesStock,
    isMadeToOrder: values.isMadeToOrder,
    isMadeToMeasure: values.isMadeToMeasure,
    taxClass: values.taxClass as KeptProduct['taxClass'],
    isTaxExempt: values.isTaxExempt,
    callForPrice: values.callForPrice,
    state: values.state,
    successorId: values.state === 'discontinued' ? toNumber(values.successorId) : null,
  };
  const serverNames = new Map<string, string>(Object.entries(SERVER_NAMES).map(([server, name]) => [name, server]));
  return Object.fromEntries(changed.map((name) => [serverNames.get(name) ?? name, body[name]])) as ProductBody;
}

const isWithin = (text: string, min: number, max: number) =>
  /^\s*\d+\s*$/.test(text) && Number(text) >= min && Number(text) <= max;

/** What is wrong with what was typed, by field. */
export function findProblems(values: ProductValues): Partial<Record<ProductValueName, string>> {
  const areBoundsRight = isWithin(values.orderMinimumQuantity, 1, 100_000) && isWithin(values.orderMaximumQuantity, 1, 100_000);
  const [fewest, most] = [Number(values.orderMinimumQuantity), Number(values.orderMaximumQuantity)];
  const quantities = toQuantities(values.allowedQuantities);
  const isRight = (quantity: number) => Number.isInteger(quantity) && quantity >= fewest && quantity <= most;
  return {
    ...(values.name.trim() === '' && { name: 'Enter a name' }),
    ...(!isWithin(values.orderMinimumQuantity, 1, 100_000) && { orderMinimumQuantity: 'Enter a whole number from 1' }),
    ...(!isWithin(values.orderMaximumQuantity, 1, 100_000) && { orderMaximumQuantity: 'Enter a whole number from 1' }),
    ...(areBoundsRight && fewest > most && { orderMaximumQuantity: `Enter at least ${fewest}, the minimum` }),
    ...(areBoundsRight &&
      fewest <= most &&
      !quantities.every(isRight) && { allowedQuantities: `Enter whole numbers from ${fewest} to ${most}, such as 5, 10, 20` }),
    ...(values.leadTimeDays.trim() !== '' &&
      !isWithin(values.leadTimeDays, 1, 730) && { leadTimeDays: 'Enter a whole number of days from 1 to 730' }),
    ...(values.wearLifeMonths.trim() !== '' &&
      !isWithin(values.wearLifeMonths, 1, 240) && { wearLifeMonths: 'Enter a whole number of months from 1 to 240' }),
    ...(typedMarks(values.marks).some(({ standard }) => standard === '') && { marks: 'Enter the standard of each class' }),
    ...(values.unspsc.trim() !== '' && !/^\d{8}$/.test(values.unspsc.trim()) && { unspsc: 'Enter 8 digits' }),
  };
}
