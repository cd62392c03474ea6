import type { Calendar } from './calendar.ts';
import { careColumns } from './catalogue/care.ts';
import { listCategories } from './catalogue/categories.ts';
import { type Attribute, attributeRows, type Combination, listAttributes, listCombinations } from './catalogue/combinations.ts';
import { getDrawingFeatures } from './catalogue/drawing.ts';
import { productSheets } from './catalogue/families.ts';
import type { ProductSheet } from './catalogue/product-sheet.ts';
import { sizeChartRows } from './catalogue/size-charts.ts';
import { sizeGuides } from './catalogue/size-guides.ts';
import { listOptionIds, optionRows, specificationRows } from './catalogue/specifications.ts';
import type { Row } from './insert.ts';
import { Random } from './random.ts';

export interface Product {
  id: number;
  /** Handle of the sheet; that of the original where a load test has copied it. */
  originalHandle: string;
  sheet: ProductSheet;
  attributes: Attribute[];
  combinations: Combination[];
}

export interface Catalogue {
  byHandle: Map<string, Product>;
  products: Product[];
}

/** The products as the sheets describe them, with all their combinations. */
export function readCatalogue(): Catalogue {
  return listProducts([...productSheets].map(([id, sheet]) => ({ id, originalHandle: sheet.handle, sheet })));
}

/** The whole catalogue under other ids, handles and numbers: "series 2", "series 3" … */
export function copyCatalogue({ products }: Catalogue, copy: number): Catalogue {
  return listProducts(
    products.map(({ id, originalHandle, sheet }) => ({
      id: toCopiedProductId(id, copy),
      originalHandle,
      sheet: {
        ...sheet,
        handle: `${sheet.handle}-${copy}`,
        name: `${sheet.name}, series ${copy}`,
        style: `${sheet.style}S${copy}`,
        crossSells: sheet.crossSells?.map((handle) => `${handle}-${copy}`),
      },
    })),
  );
}

export const toCopiedProductId = (productId: number, copy: number) => productId + copy * 2000;

function listProducts(drafts: Pick<Product, 'id' | 'originalHandle' | 'sheet'>[]): Catalogue {
  const products = drafts.map((draft) => {
    const attributes = listAttributes(draft.id, draft.sheet);
    return { ...draft, attributes, combinations: listCombinations(draft.id, draft.sheet, attributes) };
  });
  return { products, byHandle: new Map(products.map((product) => [product.sheet.handle, product])) };
}

/** Rows that do not depend on the products. */
export function catalogueReferenceRows(): [table: string, rows: Row[]][] {
  return [
    ['size_guide', Object.values(sizeGuides).map((guide) => ({ ...guide, rows: JSON.stringify(guide.rows), image_src: null }))],
    ['size_chart', sizeChartRows()],
    ['category', listCategories().rows.map((row) => ({ ...row }))],
    ['specification', specificationRows],
    ['specification_option', optionRows],
    ['attribute', attributeRows.map((row) => ({ ...row }))],
  ];
}

/** Rows of products and everything that refers to them, in an order in which they can be inserted. */
export function productRows({ products, byHandle }: Catalogue, calendar: Calendar): [table: string, rows: Row[]][] {
  const categoryIds = listCategories().idOf;
  const random = new Random('product dates');
  return [
    ['product', products.map((product) => productRow(product, calendar, random))],
    [
      'product_category',
      products.flatMap(({ id, sheet }) => sheet.categories.map((key) => ({ product_id: id, category_id: categoryIds.get(key) }))),
    ],
    [
      'product_specification',
      products.flatMap(({ id, sheet }) => listOptionIds(sheet).map((option) => ({ product_id: id, option_id: option }))),
    ],
    [
      'product_attribute',
      products.flatMap(({ id, attributes }) => attributes.map((attribute, index) => attributeRow(id, attribute, index))),
    ],
    ['product_attribute_value', products.flatMap(({ attributes }) => attributes.flatMap(valueRows))],
    ['combination', products.flatMap(({ combinations }) => combinations.map(combinationRow))],
    ['related_product', relatedRows(products, byHandle)],
    [
      'tier_price',
      products.flatMap(({ id, sheet }) =>
        (sheet.tiers ?? []).map(([quantity, price]) => ({ product_id: id, quantity, price_minor: price })),
      ),
    ],
  ];
}

/** After how many months garments are usually replaced; those that are not named have no set time. */
const WEAR_LIFE_MONTHS: Partial<Record<ProductSheet['garment'], number>> = {
  apron: 12,
  blazer: 36,
  blouse: 18,
  boot: 12,
  'cargo-trousers': 12,
  cardigan: 24,
  'chef-jacket': 12,
  chinos: 18,
  coverall: 12,
  dress: 24,
  fleece: 24,
  'hi-vis-jacket': 24,
  'hi-vis-trousers': 12,
  'hi-vis-vest': 12,
  jumper: 24,
  parka: 36,
  polo: 12,
  scrubs: 12,
  shirt: 18,
  shoe: 12,
  'short-sleeve-shirt': 18,
  skirt: 24,
  softshell: 24,
  sweatshirt: 18,
  tee: 12,
  trousers: 18,
  waistcoat: 24,
};

const getWearLifeMonths = (garment: ProductSheet['garment']): number | null => WEAR_LIFE_MONTHS[garment] ?? null;

/** In which unit of UN/ECE Recommendation 20 it is counted: packs, pairs, pieces. */
const getUnitCode = ({ name, garment }: ProductSheet): string =>
  /\b(?:pack|box) of\b/.test(name) ? 'PK' : ['shoe', 'boot', 'gloves', 'socks'].includes(garment) ? 'PR' : 'EA';

/** How long a garment takes that is made to measure. */
const MADE_TO_MEASURE_DAYS = 28;

function productRow({ id, sheet, combinations }: Product, calendar: Calendar, random: Random): Row {
  const createdDays = random.between(430, 1100);
  return {
    id,
    handle: sheet.handle,
    name: sheet.name,
    sku: sheet.style,
    garment_type: sheet.garment,
    drawing_features: getDrawingFeatures(sheet),
    vendor: sheet.vendor,
    short_description: sheet.short,
    full_description: describe(sheet),
    price_minor: sheet.price,
    old_price_minor: sheet.oldPrice ?? null,
    call_for_price: sheet.callForPrice ?? false,
    is_made_to_order: sheet.leadTimeDays !== undefined,
    is_made_to_measure: sheet.madeToMeasure ?? false,
    lead_time_days: sheet.leadTimeDays ?? (sheet.madeToMeasure ? MADE_TO_MEASURE_DAYS : null),
    size_guide_id: sheet.guide ? sizeGuides[sheet.guide].id : null,
    manufacturer_part_number: `${sheet.vendor.replaceAll(/[^A-Z]/g, '')}-${sheet.style}`,
    gtin: combinations.length === 1 ? combinations[0]?.gtin : null,
    weight_grams: sheet.grams,
    order_minimum_quantity: sheet.minimum ?? 1,
    order_maximum_quantity: sheet.maximum ?? 10000,
    allowed_quantities: sheet.packs ?? [],
    manages_stock: !sheet.unmanaged,
    backorder_mode: sheet.backorder ?? 0,
    unit_of_measure: getUnitCode(sheet),
    ...careColumns(sheet),
    wear_life_months: getWearLifeMonths(sheet.garment),
    displays_stock_quantity: !sheet.hidesStock,
    low_stock_quantity: (sheet.usualStock ?? 60) >= 100 ? 20 : 5,
    is_tax_exempt: sheet.taxExempt ?? false,
    customisation_enabled: sheet.customise ?? false,
    tags: sheet.tags ?? [],
    disable_buy_button: false,
    published: true,
    customisation_required: false,
    created_at: calendar.at(-createdDays, 540),
    updated_at: calendar.at(-random.between(1, 400), 600),
  };
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function describe(sheet: ProductSheet): string {
  const weight = sheet.cloth === undefined ? '' : `, ${sheet.cloth} g/m²`;
  const points = [
    ...sheet.points,
    `${sheet.fabric[1]}${weight}`,
    ...(sheet.standards?.length ? [`Meets ${sheet.standards.join(', ')}`] : []),
    `Care: ${sheet.care}`,
  ];
  return `<p>${escapeHtml(sheet.text)}</p><ul>${points.map((point) => `<li>${escapeHtml(point)}</li>`).join('')}</ul>`;
}

function attributeRow(productId: number, attribute: Attribute, index: number): Row {
  return {
    id: attribute.id,
    product_id: productId,
    attribute_id: attribute.attributeId,
    control_type_id: attribute.controlType,
    display_order: index,
  };
}

function valueRows({ id, values }: Attribute): Row[] {
  return values.map((value, index) => ({
    id: value.id,
    product_attribute_id: id,
    name: value.name,
    colour_rgb: value.rgb,
    accent_rgb: value.accent,
    price_adjustment_minor: value.adjustment,
    display_order: index,
  }));
}

function combinationRow(combination: Combination, index: number): Row {
  return {
    id: combination.id,
    product_id: combination.productId,
    value_ids: combination.values.map(({ id }) => id),
    description: combination.description,
    sku: combination.sku,
    gtin: combination.gtin,
    overridden_price_minor: combination.overridden,
    price_adjustment_minor: combination.adjustment,
    discontinued: combination.discontinued,
    display_order: index,
  };
}

/** Cross-sells as the sheets name them; related are up to four others of the same first category. */
function relatedRows(products: Product[], byHandle: Catalogue['byHandle']): Row[] {
  const link = (from: Product, to: Product, kind: string, index: number) => ({
    product_id: from.id,
    related_product_id: to.id,
    kind,
    display_order: index,
  });
  return products.flatMap((product) => {
    const partners = (product.sheet.crossSells ?? []).map((handle) => getProduct(byHandle, handle));
    const siblings = products.filter((other) => other !== product && other.sheet.categories[0] === product.sheet.categories[0]);
    const place = siblings.findIndex((other) => other.id > product.id);
    const near = [...siblings.slice(Math.max(place, 0)), ...siblings.slice(0, Math.max(place, 0))].slice(0, 4);
    return [
      ...partners.map((partner, index) => link(product, partner, 'cross_sell', index)),
      ...near.map((other, index) => link(product, other, 'related', index)),
    ];
  });
}

/** @throws when a file names a product that does not exist */
export function getProduct(byHandle: Catalogue['byHandle'], handle: string): Product {
  const product = byHandle.get(handle);
  if (!product) throw new Error(`There is no product "${handle}".`);
  return product;
}
