import { readGtin } from '#api/catalogue/import/shopify/amounts.rules.ts';
import type { AttributeRole } from '#api/catalogue/import/shopify/options.rules.ts';
import { foldCase } from '#api/platform/fold-case.ts';
import { MAX_COMBINATIONS } from '#contract/catalogue/products/operator-combinations.ts';
import type { BodyOf } from '#contract/index.ts';
import { toMinorUnits } from '../../pricing/minor-units.ts';

/** An attribute of a product, with its values in their order. Money is in minor units. */
export interface KeptAttribute {
  /** Id of product_attribute; 0 for a new one. */
  id: number;
  name: string;
  role: AttributeRole | null;
  values: KeptValue[];
}

export interface KeptValue {
  /** 0 for a new one. */
  id: number;
  name: string;
  rgb: string | null;
  adjustment: number;
}

/** A combination as it is stored. */
export interface KeptCombination {
  id: number;
  valueIds: number[];
  sku: string;
  gtin: string | null;
  /** Its own price; null for that of the product. */
  price: number | null;
  discontinued: boolean;
  fieldVersions: Record<string, number>;
  /** Whether pieces of it were ordered, put into a cart or counted; known of one without values only. */
  isUsed: boolean;
}

/** A combination as it is to be. */
export interface PlannedCombination {
  /** 0 for a new one. */
  id: number;
  /** Values in the order of the attributes; those of new values have the id 0 until they are written. */
  values: KeptValue[];
  sku: string;
  gtin: string | null;
  price: number | null;
  discontinued: boolean;
}

/** What is to be written. */
export interface CombinationsPlan {
  /** All attributes in their order. */
  attributes: KeptAttribute[];
  hasOtherAttributes: boolean;
  /** Ids of attributes and values that go. */
  goneAttributes: number[];
  goneValues: number[];
  /** Those that change or are new, with their place in the request. */
  combinations: { place: number; planned: PlannedCombination; before: KeptCombination | undefined }[];
  /** Ids of combinations that stop being sold although the request does not name them. */
  dropped: number[];
}

/** What is wrong, by place in the request: `combinations[0].sku`. */
export type PlaceErrors = Record<string, string[]>;

type Change = BodyOf<'PUT /api/operator/products/:id/combinations'>;
type SentAttribute = NonNullable<Change['attributes']>[number];
type SentCombination = NonNullable<Change['combinations']>[number];

/** Reads the role of an attribute from its name. */
export type ReadRole = (name: string) => { name: string; role: AttributeRole | null };

/** The change of a product's attributes and combinations, or what is wrong with it. Whether SKUs and barcodes are free is not known here. */
export function planCombinations(
  stored: { attributes: readonly KeptAttribute[]; combinations: readonly KeptCombination[] },
  { attributes: sentAttributes, combinations: sentCombinations = [] }: Change,
  readRole: ReadRole,
): CombinationsPlan | { errors: PlaceErrors } {
  const errors: PlaceErrors = {};
  const attributes = sentAttributes ? planAttributes(stored, sentAttributes, readRole, errors) : [...stored.attributes];
  if (Object.keys(errors).length > 0) return { errors };
  const kept = new Set(attributes.map(({ id }) => id));
  const keptValues = new Set(attributes.flatMap(({ values }) => values.map(({ id }) => id)));
  const valuesById = new Map(attributes.flatMap(({ values }) => values.map((value) => [value.id, value] as const)));
  const byId = new Map(stored.combinations.map((combination) => [combination.id, combination]));
  // The combination that a new product has until it has something to choose from. No one has ordered it, so the first new one takes its place.
  const placeholder =
    stored.attributes.length === 0 && attributes.length > 0
      ? stored.combinations.find(({ isUsed, discontinued }) => !isUsed && !discontinued)
      : undefined;
  let free = placeholder;
  const combinations: CombinationsPlan['combinations'] = [];
  for (const [place, sent] of sentCombinations.entries()) {
    const named = sent.id === undefined ? undefined : byId.get(sent.id);
    if (sent.id !== undefined && !named) {
      errors[`combinations[${place}].id`] = ['This combination was not found. Please reload the page.'];
      continue;
    }
    const before = named ?? free;
    if (!named) free = undefined;
    const values = named
      ? named.valueIds.map((id) => valuesById.get(id) ?? { id, name: '', rgb: null, adjustment: 0 })
      : findValues(attributes, sent, place, errors);
    const planned = values && planOne(sent, before, values, place, errors);
    if (named?.discontinued && planned?.discontinued === false && named.valueIds.length !== attributes.length)
      errors[`combinations[${place}].discontinued`] = [
        `It has no value for each of ${attributes.map(({ name }) => name).join(', ')}, so it cannot be sold again. Please add another combination.`,
      ];
    if (planned && !(named && listChangedColumns(named, planned).length === 0)) combinations.push({ place, planned, before });
  }
  refuseDoubles(stored.combinations, combinations, attributes.length, errors);
  const dropped = sentAttributes
    ? stored.combinations.filter(
        ({ id, valueIds, discontinued }) =>
          !discontinued && valueIds.length !== attributes.length && !combinations.some(({ before }) => before?.id === id),
      )
    : [];
  if (stored.combinations.length + combinations.filter(({ before }) => !before).length > MAX_COMBINATIONS)
    errors.combinations = [`A product can have ${MAX_COMBINATIONS} combinations at most, the discontinued ones included.`];
  if (Object.keys(errors).length > 0) return { errors };
  return {
    attributes,
    hasOtherAttributes: sentAttributes !== undefined && JSON.stringify(attributes) !== JSON.stringify(stored.attributes),
    goneAttributes: stored.attributes.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    goneValues: stored.attributes
      .filter(({ id }) => kept.has(id))
      .flatMap(({ values }) => values.filter(({ id }) => !keptValues.has(id)).map(({ id }) => id)),
    combinations,
    dropped: dropped.map(({ id }) => id),
  };
}

function planAttributes(
  stored: { attributes: readonly KeptAttribute[]; combinations: readonly KeptCombination[] },
  sent: readonly SentAttribute[],
  readRole: ReadRole,
  errors: PlaceErrors,
): KeptAttribute[] {
  const used = new Set(stored.combinations.flatMap(({ valueIds }) => valueIds));
  const attributes = sent.map(({ name: typed, values }, place): KeptAttribute => {
    const { name, role } = readRole(typed);
    const before = stored.attributes.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase());
    return {
      id: before?.id ?? 0,
      name: before?.name ?? name,
      role: before?.role ?? role,
      values: values.map((value, index) => {
        const known = before?.values.find(({ id }) => id === value.id);
        if (value.id !== undefined && !known)
          errors[`attributes[${place}].values[${index}].id`] = ['This value was not found. Please reload the page.'];
        return {
          id: known?.id ?? 0,
          name: value.name.trim(),
          rgb: value.colorSquaresRgb === undefined ? (known?.rgb ?? null) : value.colorSquaresRgb,
          adjustment:
            value.priceAdjustment === undefined
              ? (known?.adjustment ?? 0)
              : toMinorUnits(value.priceAdjustment, 'priceAdjustment'),
        };
      }),
    };
  });
  for (const [place, { name, values }] of attributes.entries()) {
    if (attributes.findIndex((other) => other.name.toLowerCase() === name.toLowerCase()) < place)
      errors[`attributes[${place}].name`] = [`${name} already exists.`];
    for (const [index, value] of values.entries())
      if (values.findIndex((other) => other.name.toLowerCase() === value.name.toLowerCase()) < index)
        errors[`attributes[${place}].values[${index}].name`] = [`${value.name} already exists.`];
  }
  const isOther = attributes.length !== stored.attributes.length || attributes.some(({ id }) => id === 0);
  if (isOther && stored.combinations.some(({ valueIds }) => valueIds.length > 0))
    errors.attributes = ['Attributes can be added and removed until there are combinations. Afterwards, add another product.'];
  for (const before of stored.attributes) {
    const after = attributes.find(({ id }) => id === before.id);
    const gone = before.values.find(({ id }) => used.has(id) && !after?.values.some((value) => value.id === id));
    if (after && gone)
      errors[`attributes[${attributes.indexOf(after)}].values`] = [
        `${gone.name} has combinations. Discontinue these instead; it is no longer shown when none of them is sold.`,
      ];
  }
  return attributes;
}

function findValues(
  attributes: readonly KeptAttribute[],
  { values: sent = [] }: SentCombination,
  place: number,
  errors: PlaceErrors,
): KeptValue[] | undefined {
  const values = attributes.map(({ values: known }, index) =>
    known.find(({ name }) => name.toLowerCase() === sent[index]?.trim().toLowerCase()),
  );
  if (sent.length === attributes.length && values.every((value) => value !== undefined)) return values;
  errors[`combinations[${place}].values`] = [
    attributes.length === 0
      ? 'The product has no attributes, so there is nothing to combine.'
      : `Please give a value for each of ${attributes.map(({ name }) => name).join(', ')}.`,
  ];
  return undefined;
}

function planOne(
  sent: SentCombination,
  before: KeptCombination | undefined,
  values: KeptValue[],
  place: number,
  errors: PlaceErrors,
): PlannedCombination | undefined {
  const sku = sent.sku?.trim() ?? before?.sku;
  if (sku === undefined) errors[`combinations[${place}].sku`] = ['Please enter a SKU.'];
  const gtin =
    typeof sent.gtin === 'string' ? readGtin(sent.gtin) : { value: sent.gtin === null ? null : (before?.gtin ?? null) };
  if ('note' in gtin && gtin.note !== undefined)
    errors[`combinations[${place}].gtin`] = [
      'This is not a barcode: it has 8, 12, 13 or 14 digits, of which the last is a check digit.',
    ];
  if (sku === undefined) return undefined;
  return {
    id: before?.id ?? 0,
    values,
    sku,
    gtin: gtin.value,
    price: sent.price === undefined ? (before?.price ?? null) : sent.price === null ? null : toMinorUnits(sent.price, 'price'),
    discontinued: sent.discontinued ?? (sent.id === undefined ? false : (before?.discontinued ?? false)),
  };
}

/** Two combinations of the same values cannot both be sold, and no two have the same SKU or barcode. */
function refuseDoubles(
  stored: readonly KeptCombination[],
  changes: CombinationsPlan['combinations'],
  attributeCount: number,
  errors: PlaceErrors,
): void {
  const changed = new Map(changes.map((change) => [change.before?.id, change]));
  const rest = stored.filter(({ id }) => !changed.has(id));
  const skus = new Map(rest.map(({ sku }) => [foldCase(sku), -1]));
  const gtins = new Map(rest.flatMap(({ gtin }) => (gtin === null ? [] : [[gtin, -1] as const])));
  const values = new Map(
    rest.flatMap(({ valueIds, discontinued }) =>
      discontinued || valueIds.length !== attributeCount ? [] : [[valueIds.join(), -1] as const],
    ),
  );
  const claim = (taken: Map<string, number>, key: string, place: number, field: string, text: string) => {
    if (taken.has(key)) errors[`combinations[${place}].${field}`] = [text];
    taken.set(key, place);
  };
  for (const { place, planned } of changes) {
    claim(skus, foldCase(planned.sku), place, 'sku', 'Another combination of this product has this SKU.');
    if (planned.gtin !== null) claim(gtins, planned.gtin, place, 'gtin', 'Another combination of this product has this barcode.');
    // New values are told apart by name: none of them has an id yet.
    const key = planned.values.map(({ id, name }) => (id === 0 ? name.toLowerCase() : String(id))).join();
    if (planned.discontinued) continue;
    const names = planned.values.map(({ name }) => name).join(', ');
    claim(values, key, place, 'values', names ? `${names} already exists.` : 'A product without attributes has one combination.');
  }
}

/** The columns of a combination that a plan changes, apart from its values. */
export const listChangedColumns = (before: KeptCombination, planned: PlannedCombination): string[] => [
  ...(before.sku === planned.sku ? [] : ['sku']),
  ...(before.gtin === planned.gtin ? [] : ['gtin']),
  ...(before.price === planned.price ? [] : ['overridden_price_minor']),
  ...(before.discontinued === planned.discontinued ? [] : ['discontinued']),
];

/** The most combinations of one change that the history of a product describes. */
const MAX_DESCRIBED = 20;

/** A change for the history of the product: the attributes, and each combination in one line. */
export function describeCombinationChanges(
  stored: { attributes: readonly KeptAttribute[] },
  { attributes, hasOtherAttributes, combinations, dropped }: CombinationsPlan,
): { before: Record<string, string>; after: Record<string, string> } {
  const describeAttributes = (all: readonly KeptAttribute[]) =>
    all.map(({ name, values }) => `${name}: ${values.map((value) => value.name).join(', ')}`).join('; ');
  const describe = ({ sku, gtin, price, discontinued }: PlannedCombination | KeptCombination) =>
    [
      sku,
      price === null ? 'price of the product' : (price / 100).toFixed(2),
      gtin ?? 'no barcode',
      ...(discontinued ? ['discontinued'] : []),
    ].join(', ');
  const shown = combinations.slice(0, MAX_DESCRIBED);
  const more = combinations.length - shown.length + dropped.length;
  const list = (lines: readonly string[]) => [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  return {
    before: {
      ...(hasOtherAttributes && { attributes: describeAttributes(stored.attributes) }),
      ...(combinations.length > 0 && { combinations: list(shown.flatMap(({ before }) => (before ? [describe(before)] : []))) }),
    },
    after: {
      ...(hasOtherAttributes && { attributes: describeAttributes(attributes) }),
      ...(combinations.length > 0 && { combinations: list(shown.map(({ planned }) => describe(planned))) }),
    },
  };
}
