import { isDeepStrictEqual } from 'node:util';
import type { ExistingCombination, ExistingProduct, LastImport, Offer } from '../shopify/existing.ts';
import type { ProductFields } from '../shopify/product-draft.ts';

/** A combination as an import can write it. Stock is not part of it: what was counted is on the shelf, whatever becomes of the import. */
export type CombinationValues = Omit<
  ExistingCombination,
  'adjustment' | 'onHand' | 'reserved' | 'canOversell' | 'version' | 'fieldVersions'
>;
/** A value of an attribute. */
export type AttributeValues = ExistingProduct['attributes'][number]['values'][number];
/** A picture that a file names. */
export type PictureValues = ExistingProduct['images'][number];

/** What an import changed of a product: only the parts that it changed, as they were before it or right after it. */
export interface UndoValues {
  /** The import added the product. */
  isNew?: boolean;
  fields?: Partial<ProductFields>;
  combinations?: CombinationValues[];
  values?: AttributeValues[];
  /** Whether the import replaced the attributes of the product. */
  hasOtherAttributes?: boolean;
  categoryIds?: number[];
  optionIds?: number[];
  images?: PictureValues[];
  /** How the client’s range has it; null: it does not. */
  offer?: Offer | null;
  wasOffered?: boolean | null;
  lastImport?: LastImport | null;
}

/** Whether two values are equal. Those that were stored have their keys in another order. */
export const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other);

export const toCombinationValues = (one: ExistingCombination): CombinationValues => ({
  id: one.id,
  valueIds: one.valueIds,
  description: one.description,
  sku: one.sku,
  gtin: one.gtin,
  overridden_price_minor: one.overridden_price_minor,
  image_source_url: one.image_source_url,
  discontinued: one.discontinued,
  displayOrder: one.displayOrder,
});

export const listValues = ({ attributes }: Pick<ExistingProduct, 'attributes'>): AttributeValues[] =>
  attributes.flatMap(({ values }) => values);

const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);

/** The records of either list that are not the same in both, by id. */
function pickDifferent<T extends { id: number }>(before: readonly T[], after: readonly T[]): [before: T[], after: T[]] {
  const [old, now] = [new Map(before.map((one) => [one.id, one])), new Map(after.map((one) => [one.id, one]))];
  return [before.filter((one) => !isSame(one, now.get(one.id))), after.filter((one) => !isSame(one, old.get(one.id)))];
}

/** The parts of a product that an import changed, before it and right after it. */
export function takeUndoValues(
  before: ExistingProduct | undefined,
  after: ExistingProduct,
): { before: UndoValues; after: UndoValues } {
  const [was, is]: [UndoValues, UndoValues] = [{}, {}];
  if (before) {
    const fields = (Object.keys(after.fields) as (keyof ProductFields)[]).filter(
      (field) => !isSame(before.fields[field], after.fields[field]),
    );
    if (fields.length > 0) {
      was.fields = pick(before.fields, fields);
      is.fields = pick(after.fields, fields);
    }
    const put = <Part extends 'combinations' | 'values'>(part: Part, [old, now]: [UndoValues[Part], UndoValues[Part]]) => {
      if ((old?.length ?? 0) + (now?.length ?? 0) === 0) return;
      was[part] = old;
      is[part] = now;
    };
    put('combinations', pickDifferent(before.combinations.map(toCombinationValues), after.combinations.map(toCombinationValues)));
    put('values', pickDifferent(listValues(before), listValues(after)));
    const attributeIds = ({ attributes }: ExistingProduct) => attributes.map(({ id }) => id);
    if (attributeIds(before).some((id) => !attributeIds(after).includes(id))) is.hasOtherAttributes = true;
    for (const part of ['categoryIds', 'optionIds'] as const) {
      if (isSame(sorted(before[part]), sorted(after[part]))) continue;
      was[part] = sorted(before[part]);
      is[part] = sorted(after[part]);
    }
    if (!isSame(before.images, after.images)) {
      was.images = before.images;
      is.images = after.images;
    }
  } else was.isNew = true;
  const old = { offer: before?.offer ?? null, wasOffered: before?.wasOffered ?? null, lastImport: before?.lastImport ?? null };
  const now = { offer: after.offer ?? null, wasOffered: after.wasOffered ?? null, lastImport: after.lastImport ?? null };
  for (const part of ['offer', 'wasOffered', 'lastImport'] as const) {
    if (isSame(old[part], now[part])) continue;
    Object.assign(was, { [part]: old[part] });
    Object.assign(is, { [part]: now[part] });
  }
  return { before: was, after: is };
}

const pick = <T extends object, K extends keyof T>(record: T, keys: readonly K[]): Partial<T> =>
  Object.fromEntries(keys.map((key) => [key, record[key]])) as unknown as Partial<T>;
