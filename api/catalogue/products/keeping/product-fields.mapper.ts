import type { HistoryLabels } from '#api/platform/audit/history.rules.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { CARE_LABELS } from '#contract/catalogue/products/care-labels.ts';
import { NECESSITY_LABELS } from '#contract/catalogue/products/necessity.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toMajorUnits } from '../../pricing/pricing.rules.ts';
import { toUnitOfMeasure } from '../units.rules.ts';
import type { DetailedProduct } from './kept-product.queries.ts';
import { type EditableFields, FIELDS, type ProductField } from './product-fields.rules.ts';
import type { ListedProductRow } from './products-list.queries.ts';

/** Why the operator cannot change a product; null when their brands do not stand in the way. */
export const explainProductRefusal = ({ foreignOrganisations }: { foreignOrganisations: number }): string | null =>
  foreignOrganisations === 0
    ? null
    : 'Organisations of brands that you do not work for buy this product too. An operator of all these brands can change it.';

/** A product in the list. */
export const toListedProduct = ({
  priceMinor,
  updatedAt,
  ...product
}: ListedProductRow): ReplyOf<'GET /api/operator/products'>['products'][number] => ({
  ...product,
  price: toMajorUnits(priceMinor),
  updatedOnUtc: new Date(updatedAt).toISOString(),
});

/** A product for its page. What the operator does not see of it is not among the values. */
export const toKeptProduct = ({
  fieldVersions: _,
  isFree: _isFree,
  hasCombinations: _hasCombinations,
  successorId: _successorId,
  relatedIds: _relatedIds,
  crossSellIds: _crossSellIds,
  foreignOrganisations,
  unitCode,
  priceMinor,
  attributes,
  combinations,
  createdAt,
  updatedAt,
  ...product
}: DetailedProduct): ReplyOf<'GET /api/operator/products/:id'>['product'] => ({
  ...product,
  unitOfMeasure: toUnitOfMeasure(unitCode),
  price: toMajorUnits(priceMinor),
  refusal: explainProductRefusal({ foreignOrganisations }),
  otherClients: foreignOrganisations,
  attributes: attributes.map(({ values, ...attribute }) => ({
    ...attribute,
    values: values.map(({ adjustmentMinor, ...value }) => ({ ...value, priceAdjustment: toMajorUnits(adjustmentMinor) })),
  })),
  combinations: combinations.map(({ priceMinor: minor, ownPriceMinor, ...combination }) => ({
    ...combination,
    price: toMajorUnits(minor),
    ownPrice: ownPriceMinor === null ? null : toMajorUnits(ownPriceMinor),
  })),
  createdOnUtc: createdAt.toISOString(),
  updatedOnUtc: updatedAt.toISOString(),
});

/** Some fields of a product, for the audit log. */
export const toAuditedFields = (product: EditableFields, fields: readonly ProductField[]): JsonObject =>
  Object.fromEntries(fields.map((field) => [field, product[field]])) as JsonObject;

const STATE_LABELS = { draft: 'Draft', published: 'On sale', discontinued: 'Discontinued' };

const MEANINGS: Partial<Record<ProductField, HistoryLabels['fields'][string][1]>> = {
  marks: (({ standard, detail }: EditableFields['marks'][number]) => [standard, detail].filter(Boolean).join(' ')) as (
    mark: never,
  ) => string,
  careWash: CARE_LABELS.wash,
  careBleach: CARE_LABELS.bleach,
  careDry: CARE_LABELS.dry,
  careIron: CARE_LABELS.iron,
  careDryClean: CARE_LABELS.dryClean,
  relatedIds: 'product',
  crossSellIds: 'product',
  categoryIds: 'category',
  optionIds: 'specification_option',
  sizeGuideId: 'size_guide',
  successorId: 'product',
  necessity: NECESSITY_LABELS,
  backorderModeId: { 0: 'not allowed', 1: 'allowed', 2: 'allowed, the buyer is told' },
  unitCode: { EA: 'piece', PR: 'pair', SET: 'set', PK: 'pack' },
  state: STATE_LABELS,
  fullDescription: (html: never) => String(html),
};

/** How the audit events about products are shown. */
export const PRODUCT_HISTORY: HistoryLabels = {
  actions: {
    'product.added': 'Added the product',
    'product.changed': 'Changed the product',
    'product.imported': 'Changed the product by a file',
    'product.importUndone': 'Undid an import',
    'product.price-changed': 'Set a catalogue price',
    'product.price-undone': 'Undid a catalogue price',
    'product.price-cancelled': 'Cancelled a catalogue price',
    'product.tier-added': 'Added a quantity tier',
    'product.tier-deleted': 'Deleted a quantity tier',
    'product.range-added': 'Added it to a client’s range',
    'product.range-changed': 'Changed it in a client’s range',
    'product.range-removed': 'Removed it from a client’s range',
  },
  fields: {
    ...Object.fromEntries(
      (Object.keys(FIELDS) as ProductField[]).map((field) => {
        const meaning = MEANINGS[field];
        return [field, meaning === undefined ? [FIELDS[field].label] : [FIELDS[field].label, meaning]] as const;
      }),
    ),
    copyOfId: ['Copy of', 'product'],
    file: ['File'],
    madeForId: ['Made for', 'organisation'],
    clientId: ['Client', 'organisation'],
    organisationId: ['Client', 'organisation'],
    ownName: ['Own name'],
    ownSku: ['Own SKU'],
    offered: ['Offered'],
    price: ['Price'],
    quantity: ['From quantity'],
    startsOn: ['From day'],
    lastOn: ['Until day'],
    attributes: ['Attributes'],
    combinations: ['Variants'],
    pictures: ['Pictures'],
    positions: ['Personalisation'],
    personalisationRequired: ['Personalisation required'],
  },
};
