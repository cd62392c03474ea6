import { MAX_OPTIONS, optionHeadings, WORKBOOK_HEADINGS } from '#api/catalogue/import/files/workbook-columns.rules.ts';
import {
  CATEGORY_SEPARATOR,
  MAX_WORKBOOK_TEXT,
  PATH_SEPARATOR,
  TOO_LONG,
  WORKBOOK_BACK_ORDERS,
  WORKBOOK_STATES,
  WORKBOOK_UNITS,
} from '#api/catalogue/import/files/workbook-values.rules.ts';
import { moneyFormat, type WorkbookColumn } from '#api/platform/workbook/workbook.ts';
import { NECESSITY_LABELS, type Necessity } from '#contract/catalogue/products/necessity.ts';
import type { ProductState } from '#contract/catalogue/products/product-states.ts';
import { toMajorUnits } from '../../pricing/pricing.rules.ts';

/** A product with everything that its rows of the workbook have. Money is in minor units. */
export interface WorkbookProductRow {
  id: number;
  handle: string;
  version: number;
  name: string;
  sku: string | null;
  state: ProductState;
  shortDescription: string | null;
  fullDescription: string | null;
  categoryIds: number[];
  vendor: string | null;
  partNumber: string | null;
  priceMinor: number;
  callForPrice: boolean;
  isTaxExempt: boolean;
  minimum: number;
  maximum: number;
  allowedQuantities: number[];
  managesStock: boolean;
  backorderMode: number;
  leadTimeDays: number | null;
  isMadeToOrder: boolean;
  wearLifeMonths: number | null;
  necessity: Necessity | null;
  sizeGuideName: string | null;
  unspsc: string | null;
  unitCode: string;
  weightGrams: number;
  /** In their order. */
  attributes: { name: string; values: { id: number; name: string }[] }[];
  /** In their order. */
  combinations: {
    id: number;
    version: number;
    valueIds: number[];
    sku: string;
    gtin: string | null;
    ownPriceMinor: number | null;
    discontinued: boolean;
  }[];
}

/** A row of the workbook: a variant of a product, or a product without variants. The first row of a product has its fields too. */
export interface ProductWorkbookRow {
  product: WorkbookProductRow;
  isFirst: boolean;
  variant: { combination: WorkbookProductRow['combinations'][number]; values: string[] } | undefined;
}

/** The rows of a product. Variants of attributes that it has no more are left out; they are not sold. */
export function toWorkbookRows(product: WorkbookProductRow): ProductWorkbookRow[] {
  const rows = product.combinations.flatMap((combination): ProductWorkbookRow[] => {
    const values = product.attributes.map(({ values }) => values.find(({ id }) => combination.valueIds.includes(id))?.name ?? '');
    const isComplete = values.length === combination.valueIds.length && values.every(Boolean);
    return isComplete || !combination.discontinued ? [{ product, isFirst: false, variant: { combination, values } }] : [];
  });
  const [first, ...others] = rows;
  return [first ? { ...first, isFirst: true } : { product, isFirst: true, variant: undefined }, ...others];
}

/** The path of each category by its id, for example `Workwear > Jackets`. */
export function toCategoryPaths(
  categories: readonly { id: number; parentId: number | null; name: string }[],
): Map<number, string> {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const pathOf = (id: number | null): string[] => {
    const category = id === null ? undefined : byId.get(id);
    return category ? [...pathOf(category.parentId), category.name] : [];
  };
  return new Map(categories.map(({ id }) => [id, pathOf(id).join(PATH_SEPARATOR)]));
}

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');
const fitting = (text: string | null) => (text !== null && text.length > MAX_WORKBOOK_TEXT ? TOO_LONG : text);

/** The columns of the workbook of the catalogue. */
export function createProductColumns(facts: {
  categoryPaths: ReadonlyMap<number, string>;
  currencyCode: string;
  attributes: number;
}): WorkbookColumn<ProductWorkbookRow>[] {
  const money = { numFmt: moneyFormat(facts.currencyCode) };
  type Column = Omit<WorkbookColumn<ProductWorkbookRow>, 'header'>;
  const always = (width: number, value: (product: WorkbookProductRow) => ReturnType<Column['value']>): Column => ({
    width,
    value: ({ product }) => value(product),
  });
  const once = (width: number, value: (product: WorkbookProductRow) => ReturnType<Column['value']>): Column => ({
    width,
    value: ({ product, isFirst }) => (isFirst ? value(product) : null),
  });
  type Combination = WorkbookProductRow['combinations'][number];
  const ofVariant = (width: number, value: (combination: Combination) => ReturnType<Column['value']>): Column => ({
    width,
    value: ({ variant }) => (variant ? value(variant.combination) : null),
  });
  const options = Array.from({ length: Math.min(Math.max(facts.attributes, 2), MAX_OPTIONS) }, (_, place) => {
    const { name, value } = optionHeadings(place + 1);
    return [
      {
        header: name,
        width: 12,
        value: ({ product, variant }: ProductWorkbookRow) => (variant ? (product.attributes[place]?.name ?? null) : null),
      },
      { header: value, width: 14, value: ({ variant }: ProductWorkbookRow) => variant?.values[place] ?? null },
    ];
  }).flat();
  const columns: Record<keyof typeof WORKBOOK_HEADINGS, Column> = {
    productId: always(10, ({ id }) => id),
    handle: always(24, ({ handle }) => handle),
    productVersion: once(8, ({ version }) => version),
    title: once(36, ({ name }) => name),
    styleSku: once(16, ({ sku }) => sku),
    status: once(12, ({ state }) => WORKBOOK_STATES[state]),
    shortDescription: once(40, ({ shortDescription }) => fitting(shortDescription)),
    body: once(40, ({ fullDescription }) => fitting(fullDescription)),
    categories: once(30, ({ categoryIds }) =>
      categoryIds
        .flatMap((id) => facts.categoryPaths.get(id) ?? [])
        .sort((a, b) => a.localeCompare(b, 'en'))
        .join(CATEGORY_SEPARATOR),
    ),
    vendor: once(16, ({ vendor }) => vendor),
    partNumber: once(16, ({ partNumber }) => partNumber),
    productPrice: { ...once(12, ({ priceMinor }) => toMajorUnits(priceMinor)), ...money },
    priceOnRequest: once(10, ({ callForPrice }) => yesNo(callForPrice)),
    taxExempt: once(10, ({ isTaxExempt }) => yesNo(isTaxExempt)),
    minimumQuantity: once(10, ({ minimum }) => minimum),
    maximumQuantity: once(10, ({ maximum }) => maximum),
    allowedQuantities: once(16, ({ allowedQuantities }) => allowedQuantities.join(', ')),
    stockCounted: once(10, ({ managesStock }) => yesNo(managesStock)),
    backOrders: once(16, ({ backorderMode }) => WORKBOOK_BACK_ORDERS[backorderMode] ?? null),
    leadTime: once(10, ({ leadTimeDays }) => leadTimeDays),
    madeToOrder: once(10, ({ isMadeToOrder }) => yesNo(isMadeToOrder)),
    wearLife: once(10, ({ wearLifeMonths }) => wearLifeMonths),
    necessity: once(20, ({ necessity }) => (necessity === null ? yesNo(false) : NECESSITY_LABELS[necessity])),
    sizeGuide: once(20, ({ sizeGuideName }) => sizeGuideName),
    unspsc: once(12, ({ unspsc }) => unspsc),
    unit: once(8, ({ unitCode }) => WORKBOOK_UNITS[unitCode] ?? unitCode),
    grams: once(10, ({ weightGrams }) => weightGrams),
    variantId: ofVariant(10, ({ id }) => id),
    variantVersion: ofVariant(8, ({ version }) => version),
    sku: ofVariant(18, ({ sku }) => sku),
    barcode: ofVariant(16, ({ gtin }) => gtin),
    price: { ...ofVariant(12, ({ ownPriceMinor }) => (ownPriceMinor === null ? null : toMajorUnits(ownPriceMinor))), ...money },
    discontinued: ofVariant(12, ({ discontinued }) => yesNo(discontinued)),
  };
  return (Object.keys(WORKBOOK_HEADINGS) as (keyof typeof WORKBOOK_HEADINGS)[]).flatMap((key) => [
    ...(key === 'sku' ? options : []),
    { header: WORKBOOK_HEADINGS[key], ...columns[key] },
  ]);
}
