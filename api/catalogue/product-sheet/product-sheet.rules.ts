import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { listCare, listMarks } from '#contract/catalogue/products/product-words.ts';
import type { ReplyOf } from '#contract/index.ts';
import { ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import { type DescriptionPart, readDescription } from './description-parts.rules.ts';
import {
  type Choices,
  createSizeTable,
  listChoices,
  type OfferedSizes,
  type PrintedProduct,
  type SheetValue,
} from './sheet-choices.rules.ts';
import { createPriceTable, listPriceBands } from './sheet-prices.rules.ts';

type SizeGuide = ReplyOf<'GET /api/products/sizeguide/:id'>['sizeGuide'];

/** Everything that a product sheet says, in words. It contains prices only where the person sees them. */
export interface ProductSheet {
  name: string;
  sku: string | null;
  shortDescription: string | null;
  picture: { jpeg: Uint8Array; alt: string; caption: string | null } | null;
  /** Null where prices are hidden from the person. */
  price: { text: string; before: string | null; taxWords: string | null } | null;
  facts: { key: string; value: string }[];
  notices: string[];
  standards: string[];
  description: DescriptionPart[];
  specifications: { key: string; value: string }[];
  care: string[];
  choices: { name: string; isColour: boolean; values: SheetValue[] }[];
  /** Where not every size comes in every colour. */
  sizes: OfferedSizes | null;
  guide: { name: string; columns: string[]; rows: string[][]; notes: DescriptionPart[] } | null;
  /** Prices of sizes or colours, where they differ. */
  prices: { attributes: string[]; rows: string[][] } | null;
  /** What more pieces cost. */
  bands: { quantities: string; price: string }[];
}

/** How a person is shown the prices of a product. */
export interface SheetTerms {
  currencyCode: string;
  taxDisplayType: 0 | 10;
  /** Whether quantity discounts are shown, as on the product page: to everyone but wearers. */
  hasTiers: boolean;
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
const formatLeadTime = (days: number) => (days >= 14 && days % 7 === 0 ? plural(days / 7, 'week') : plural(days, 'day'));

/** Composes the sheet of a product from its detail as the person's product page has it. */
export function composeProductSheet(
  product: PrintedProduct,
  { terms, guide, jpeg }: { terms: SheetTerms; guide: SizeGuide | undefined; jpeg: Uint8Array | undefined },
): ProductSheet {
  const choices = listChoices(product);
  const colour = findFirstColour(choices);
  return {
    name: product.name,
    sku: product.sku,
    shortDescription: product.shortDescription,
    picture: jpeg
      ? { jpeg, alt: colour === undefined ? product.name : `${product.name} in ${colour}`, caption: colour ?? null }
      : null,
    facts: listFacts(product),
    notices: listNotices(product),
    standards: listMarks(product),
    description: readDescription(product.fullDescription ?? ''),
    specifications: product.specifications.map(({ name, values }) => ({
      key: name,
      value: values.map((value) => value.name).join(', '),
    })),
    care: listCare(product.care),
    choices: choices.attributes.map(({ name, isColour, values }) => ({ name, isColour, values })),
    sizes: createSizeTable(choices) ?? null,
    guide: guide ? toGuide(guide) : null,
    ...describePrices(product, choices, terms),
  };
}

const findFirstColour = ({ attributes }: Choices) => attributes.find(({ isColour }) => isColour)?.values[0]?.name;

/** The pictures that show a product in its first colour, the best one first: that of a combination, the product's own, and the drawing. */
export function listPictureSources(product: PrintedProduct): string[] {
  const colour = product.attributes.find(({ role }) => role === 'colour');
  const sold = new Set(
    product.productAttributeCombinations.flatMap(({ attributes }) => attributes.map(({ valueId }) => valueId)),
  );
  const value = colour?.attributeValues
    .toSorted((one, other) => one.displayOrder - other.displayOrder)
    .find(({ id }) => sold.has(id));
  const ofColour = product.productAttributeCombinations.find(
    ({ attributes, imageSrc }) => imageSrc !== null && (!value || attributes.some(({ valueId }) => valueId === value.id)),
  );
  const own = product.images.toSorted((one, other) => one.position - other.position).map(({ src }) => src);
  return [ofColour?.imageSrc, value?.drawingSrc, ...own].filter((src) => src !== undefined && src !== null);
}

function listFacts(product: PrintedProduct): ProductSheet['facts'] {
  const { sku, unitOfMeasure, allowedQuantities, orderMinimumQuantity } = product;
  return [
    ...(sku ? [{ key: 'SKU', value: sku }] : []),
    ...(unitOfMeasure === 'piece' ? [] : [{ key: 'Sold by', value: `the ${unitOfMeasure}` }]),
    ...(allowedQuantities.length > 0
      ? [{ key: 'Sold in quantities of', value: allowedQuantities.join(', ') }]
      : orderMinimumQuantity > 1
        ? [{ key: 'Minimum order', value: `${orderMinimumQuantity} of each size` }]
        : []),
  ];
}

function listNotices({ isMadeToOrder, leadTimeDays, customisationRequired, customisationEnabled }: PrintedProduct): string[] {
  return [
    ...(isMadeToOrder
      ? [
          leadTimeDays
            ? `Made to order: sent about ${formatLeadTime(leadTimeDays)} after you order. ${ONLY_IF_FAULTY}`
            : `Made to order. ${ONLY_IF_FAULTY}`,
        ]
      : []),
    ...(customisationRequired
      ? ['Comes with your logo, text or badge.']
      : customisationEnabled
        ? ['Your logo, text or badge can be added.']
        : []),
  ];
}

const toGuide = ({ name, columns, rows, body }: SizeGuide): ProductSheet['guide'] => ({
  name,
  columns,
  rows,
  notes: readDescription(body ?? ''),
});

function describePrices(
  product: PrintedProduct,
  choices: Choices,
  { currencyCode, taxDisplayType, hasTiers }: SheetTerms,
): Pick<ProductSheet, 'price' | 'prices' | 'bands'> {
  const { callForPrice, price, priceFrom, oldPrice, tierPrices, allowedQuantities, orderMinimumQuantity } = product;
  if (callForPrice) return { price: { text: 'Price on request', before: null, taxWords: null }, prices: null, bands: [] };
  const lowest = priceFrom ?? price;
  if (lowest === null) return { price: null, prices: null, bands: [] };
  const money = (amount: number) => formatMoney(Math.round(amount * 100), currencyCode);
  const table = createPriceTable(choices);
  const least = allowedQuantities.length > 0 ? Math.min(...allowedQuantities) : Math.max(1, orderMinimumQuantity);
  return {
    price: {
      text: priceFrom === null ? money(lowest) : `from ${money(lowest)}`,
      before: oldPrice !== null && price !== null && oldPrice > price ? money(oldPrice) : null,
      taxWords: taxDisplayType === 0 ? 'incl. tax' : 'excl. tax',
    },
    prices: table ? { attributes: table.attributes, rows: table.rows.map((row) => [...row.values, money(row.price)]) } : null,
    bands: hasTiers
      ? listPriceBands(table ? null : (choices.combinations[0]?.price ?? price), tierPrices, least).map((band) => ({
          quantities: band.quantities,
          price: band.price === null ? 'as above' : money(band.price),
        }))
      : [],
  };
}
