import type { BodyOf } from '#contract/index.ts';
import { isWholeMinorUnits, parseNumber } from '#web/ui/forms/parse-number.ts';
import type { KeptProduct } from '../product-labels.ts';

/** A value of an attribute while it is edited. */
export interface ValueDraft {
  /** Identifies the value on the page: new ones have no id. */
  key: string;
  id?: number;
  name: string;
  rgb: string | null;
  /** As typed; empty for none. */
  surcharge: string;
}

export interface AttributeDraft {
  key: string;
  name: string;
  role: KeptProduct['attributes'][number]['role'];
  values: readonly ValueDraft[];
}

/** A combination while it is edited. */
export interface VariantDraft {
  key: string;
  id?: number;
  version?: number;
  /** Keys of its values, one for each attribute that it was made with. */
  values: readonly string[];
  sku: string;
  gtin: string;
  /** As typed; empty for the price of the product. */
  price: string;
  isSold: boolean;
}

/** What can be chosen of a product, and its combinations, while they are edited. */
export interface VariantsDraft {
  /** The version of the product that was loaded. */
  version: number;
  attributes: readonly AttributeDraft[];
  variants: readonly VariantDraft[];
  /** How SKUs of new combinations are made. */
  pattern: string;
}

/** What a cell of the grid shows and changes. */
export const FIELDS = { price: 'Price', sku: 'SKU', gtin: 'Barcode', isSold: 'On sale' } as const;
export type VariantField = keyof typeof FIELDS;

const toText = (amount: number | null) => (amount === null || amount === 0 ? '' : amount.toFixed(2));

const drafts = new WeakMap<KeptProduct['combinations'][number], VariantDraft>();

/** The same draft for the same combination: after a save, only the cells of those that were changed are drawn again. */
function toVariantDraft(combination: KeptProduct['combinations'][number]): VariantDraft {
  const known = drafts.get(combination);
  if (known) return known;
  const { id, version, valueIds, sku, gtin, ownPrice, discontinued } = combination;
  const draft = {
    key: `c${id}`,
    id,
    version,
    values: valueIds.map((valueId) => `v${valueId}`),
    sku,
    gtin: gtin ?? '',
    price: ownPrice === null ? '' : ownPrice.toFixed(2),
    isSold: !discontinued,
  };
  drafts.set(combination, draft);
  return draft;
}

/** The draft of what is stored. */
export const toVariantsDraft = ({ version, attributes, combinations, sku }: KeptProduct): VariantsDraft => ({
  version,
  attributes: attributes.map(({ id, name, role, values }) => ({
    key: `a${id}`,
    name,
    role,
    values: values.map((value) => ({
      key: `v${value.id}`,
      id: value.id,
      name: value.name,
      rgb: value.colorSquaresRgb,
      surcharge: toText(value.priceAdjustment),
    })),
  })),
  variants: combinations.map(toVariantDraft),
  pattern: [sku ?? 'SKU', ...attributes.map(({ name }) => `{${name}}`)].join('-'),
});

let made = 0;
const nextKey = () => {
  made += 1;
  return `n${made}`;
};

/** The draft with another attribute, and its part of the pattern of SKUs. */
export const addAttribute = (draft: VariantsDraft, name: string, role: AttributeDraft['role']): VariantsDraft => ({
  ...draft,
  attributes: [...draft.attributes, { key: nextKey(), name, role, values: [] }],
  pattern: `${draft.pattern}-{${name}}`,
});

/** The draft without an attribute, which no combination has. */
export const removeAttribute = (draft: VariantsDraft, key: string): VariantsDraft => ({
  ...draft,
  attributes: draft.attributes.filter((attribute) => attribute.key !== key),
  variants: draft.variants.filter(({ id }) => id !== undefined),
});

const changeAttribute = (
  draft: VariantsDraft,
  key: string,
  change: (values: readonly ValueDraft[]) => readonly ValueDraft[],
): VariantsDraft => ({
  ...draft,
  attributes: draft.attributes.map((attribute) =>
    attribute.key === key ? { ...attribute, values: change(attribute.values) } : attribute,
  ),
});

/** The draft with more values of an attribute, which are typed or pasted as a list. Names that are there already are left out. */
export function addValues(draft: VariantsDraft, key: string, text: string): VariantsDraft {
  const names = text
    .split(/[\n\t,;]/)
    .map((name) => name.trim())
    .filter(Boolean);
  return changeAttribute(draft, key, (values) => {
    const known = new Set(values.map(({ name }) => name.toLowerCase()));
    const added = names.filter((name) => {
      const isNew = !known.has(name.toLowerCase());
      known.add(name.toLowerCase());
      return isNew;
    });
    return [...values, ...added.map((name) => ({ key: nextKey(), name, rgb: null, surcharge: '' }))];
  });
}

/** The draft with a value changed. */
export const setValue = (draft: VariantsDraft, key: string, valueKey: string, changes: Partial<ValueDraft>): VariantsDraft =>
  changeAttribute(draft, key, (values) => values.map((value) => (value.key === valueKey ? { ...value, ...changes } : value)));

/** The draft with the values of an attribute in another order, which is given by their keys. */
export const sortValues = (draft: VariantsDraft, key: string, order: readonly string[]): VariantsDraft =>
  changeAttribute(draft, key, (values) => values.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key)));

/** The draft without a value, and without the new combinations that have it. */
export const removeValue = (draft: VariantsDraft, key: string, valueKey: string): VariantsDraft => ({
  ...changeAttribute(draft, key, (values) => values.filter((value) => value.key !== valueKey)),
  variants: draft.variants.filter(({ values }) => !values.includes(valueKey)),
});

/** Whether a stored combination has a value, which can then not be removed. */
export const isValueUsed = ({ variants }: VariantsDraft, valueKey: string): boolean =>
  variants.some(({ id, values }) => id !== undefined && values.includes(valueKey));

/** Whether attributes can be added and removed: until a stored combination has values. */
export const canChangeAttributes = ({ variants }: VariantsDraft): boolean =>
  variants.every(({ id, values }) => id === undefined || values.length === 0);

const WORD = /[^\p{L}\p{N}.]+/gu;

/** The SKU of a combination by the pattern, in which `{Colour}` stands for the value of that attribute. */
export function makeSku({ pattern, attributes }: VariantsDraft, values: readonly string[]): string {
  const names = new Map(
    attributes.map(({ name, values: known }, index) => [
      name.toLowerCase(),
      (known.find(({ key }) => key === values[index])?.name ?? '').replace(WORD, '').toUpperCase(),
    ]),
  );
  return pattern.replace(/\{([^{}]*)\}/g, (whole, name: string) => names.get(name.trim().toLowerCase()) ?? whole).slice(0, 100);
}

/** The draft with a combination of these values, which is sold. */
export const addVariant = (draft: VariantsDraft, values: readonly string[]): VariantsDraft => ({
  ...draft,
  variants: [...draft.variants, { key: nextKey(), values, sku: makeSku(draft, values), gtin: '', price: '', isSold: true }],
});

/** The values of every combination that the draft does not have yet. */
export function listMissing({ attributes, variants }: VariantsDraft): string[][] {
  if (attributes.length === 0 || attributes.some(({ values }) => values.length === 0)) return [];
  const present = new Set(variants.map(({ values }) => values.join()));
  let all: string[][] = [[]];
  for (const { values } of attributes) all = all.flatMap((chosen) => values.map(({ key }) => [...chosen, key]));
  return all.filter((values) => !present.has(values.join()));
}

/** The draft with every combination that is missing. */
export const addMissing = (draft: VariantsDraft): VariantsDraft => {
  const missing = listMissing(draft);
  return {
    ...draft,
    variants: [...draft.variants, ...missing.flatMap((values) => addVariant({ ...draft, variants: [] }, values).variants)],
  };
};

/** The draft with a field of a combination changed. A new combination that is not to be sold is left out. */
export function setVariant(draft: VariantsDraft, key: string, changes: Partial<VariantDraft>): VariantsDraft {
  const isDropped = changes.isSold === false && draft.variants.some((variant) => variant.key === key && variant.id === undefined);
  return {
    ...draft,
    variants: isDropped
      ? draft.variants.filter((variant) => variant.key !== key)
      : draft.variants.map((variant) => (variant.key === key ? { ...variant, ...changes } : variant)),
  };
}

/** What is wrong with a price that was typed; undefined for a price, and for none. */
export function findPriceProblem(text: string): string | undefined {
  const amount = parseNumber(text);
  return text.trim() !== '' && (!(amount >= 0 && amount <= 1_000_000) || !isWholeMinorUnits(amount))
    ? 'Please enter an amount, such as 28.40.'
    : undefined;
}

type Change = BodyOf<'PUT /api/operator/products/:id/combinations'>;

/** The request that saves a draft, with the combination for each place in it; undefined where nothing was changed. */
export function toVariantsBody(
  draft: VariantsDraft,
  saved: VariantsDraft,
): { body: Change; sent: readonly VariantDraft[] } | undefined {
  const areAttributesChanged = JSON.stringify(draft.attributes) !== JSON.stringify(saved.attributes);
  const before = new Map(saved.variants.map((variant) => [variant.key, variant]));
  const sent = draft.variants.filter((variant) => {
    const former = before.get(variant.key);
    return former !== variant && JSON.stringify(former) !== JSON.stringify(variant);
  });
  if (!areAttributesChanged && sent.length === 0) return undefined;
  const nameOf = new Map(draft.attributes.flatMap(({ values }) => values.map(({ key, name }) => [key, name] as const)));
  const body: Change = {
    version: draft.version,
    ...(areAttributesChanged && {
      attributes: draft.attributes.map(({ name, values }) => ({
        name,
        values: values.map(({ id, name: value, rgb, surcharge }) => ({
          ...(id !== undefined && { id }),
          name: value,
          colorSquaresRgb: rgb,
          priceAdjustment: parseNumber(surcharge),
        })),
      })),
    }),
    combinations: sent.map(({ id, version, values, sku, gtin, price, isSold }) => ({
      ...(id === undefined ? { values: values.map((key) => nameOf.get(key) ?? '') } : { id, version: version ?? null }),
      sku,
      gtin: gtin.trim() === '' ? null : gtin,
      price: price.trim() === '' ? null : parseNumber(price),
      discontinued: !isSold,
    })),
  };
  return { body, sent };
}

/** A grid: colours, fits and others down, sizes across. */
export interface VariantGrid {
  heading: string;
  columns: { key: string; name: string }[];
  rows: {
    key: string;
    name: string;
    rgb: string | null;
    cells: { values: readonly string[]; variant: VariantDraft | undefined }[];
  }[];
}

/** Lays out the combinations of a draft; of two with the same values the one that is sold. */
export function layOutVariants({ attributes, variants }: VariantsDraft): VariantGrid {
  const sizes = attributes.findIndex(({ role }) => role === 'size');
  const others = attributes.filter((_, index) => index !== sizes);
  const byValues = new Map<string, VariantDraft>();
  for (const variant of variants) {
    const key = variant.values.join();
    if (variant.isSold || !byValues.has(key)) byValues.set(key, variant);
  }
  let combined: ValueDraft[][] = [[]];
  for (const { values } of others) combined = combined.flatMap((chosen) => values.map((value) => [...chosen, value]));
  const columns = sizes < 0 ? [{ key: '', name: '' }] : (attributes[sizes]?.values ?? []).map(({ key, name }) => ({ key, name }));
  const colour = others.findIndex(({ role }) => role === 'colour');
  return {
    heading: others.map(({ name }) => name).join(', '),
    columns,
    rows: combined.map((chosen) => ({
      key: chosen.map(({ key }) => key).join() || 'all',
      name: chosen.map(({ name }) => name).join(', '),
      rgb: chosen[colour]?.rgb ?? null,
      cells: columns.map(({ key }) => {
        const keys = chosen.map((value) => value.key);
        const values = sizes < 0 ? keys : keys.toSpliced(sizes, 0, key);
        return { values, variant: byValues.get(values.join()) };
      }),
    })),
  };
}
