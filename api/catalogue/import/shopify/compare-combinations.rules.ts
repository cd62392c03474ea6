import { foldCase } from '#api/platform/fold-case.ts';
import { appendDisplayOrders, assignDisplayOrders } from './display-order.rules.ts';
import type { ExistingAttribute, ExistingCombination, ExistingProduct } from './existing.ts';
import { type FieldChange, showPrice, showValue } from './field-changes.rules.ts';
import type { FullCombination, ImportWrites, RowKey } from './import-writes.ts';
import type { CombinationFields, DraftCombination, ProductDraft, ProductFields } from './product-draft.ts';
import { toVariantKey } from './variants.rules.ts';

export interface CombinationPlan {
  rows: { line: number; outcome: 'created' | 'changed' | 'unchanged'; text: string; differences: FieldChange[] }[];
  /** Combinations that are no longer in the file. `text` names the combination in the report. */
  discontinued: { sku: string; text: string }[];
}

// Control types of the wire contract.
const dropdown = 1;
const colourSquares = 40;

interface PlannedAttribute {
  key: RowKey;
  /** Index of the attribute in the draft. */
  index: number;
  /** By name in lower case. */
  values: Map<string, RowKey>;
}

/** Adds to `writes` the changes that make the product's attributes and combinations match the draft. */
export function compareCombinations(
  draft: ProductDraft,
  stored: ExistingProduct | undefined,
  attributeIds: readonly number[],
  product: RowKey,
  fields: ProductFields,
  writes: ImportWrites,
): CombinationPlan {
  const attributes = planAttributes(draft, stored, attributeIds, product, writes);
  const inOrder = (values: readonly string[]) => attributes.map(({ index }) => values[index] ?? '');
  const matches = matchCombinations(
    draft,
    stored,
    (values) => toVariantKey(inOrder(values)),
    combinationsByKey(stored, attributes),
  );
  const sorted = draft.workbook ? draft.combinations : sortByValues(draft, attributes);
  const present = sorted.map((combination) => matches.get(combination)?.displayOrder ?? null);
  const orders = draft.workbook ? appendDisplayOrders(present, stored?.combinations) : assignDisplayOrders(present);
  const plan: CombinationPlan = { rows: [], discontinued: [] };
  for (const [index, combination] of sorted.entries()) {
    const values = inOrder(combination.values);
    const old = matches.get(combination);
    const keys = attributes.map(({ values: known }, at) => known.get((values[at] ?? '').toLowerCase()) ?? { id: 0 });
    const planned: FullCombination = {
      gtin: null,
      overridden_price_minor: null,
      image_source_url: null,
      ...(old && pick(old)),
      ...combination.fields,
      sku: old && combination.isSkuGenerated ? old.sku : combination.fields.sku,
      description: values.join(', '),
      discontinued: combination.workbook ? (combination.workbook.discontinued ?? old?.discontinued ?? false) : false,
      displayOrder: orders[index] ?? 0,
    };
    const label = planned.description || 'the product';
    if (old)
      plan.rows.push({ line: combination.line, ...changeCombination(old, planned, keys, combination, fields, label, writes) });
    else {
      const canOversell = !fields.manages_stock || fields.backorder_mode > 0;
      writes.combinations.new.push({
        ...planned,
        key: { id: 0 },
        product,
        values: keys,
        quantity: combination.quantity,
        canOversell,
      });
      plan.rows.push({ line: combination.line, outcome: 'created', text: label, differences: [] });
    }
  }
  const kept = new Set(matches.values());
  for (const gone of stored?.combinations ?? []) {
    if (gone.discontinued || kept.has(gone) || draft.workbook) continue;
    writes.combinations.changed.push({
      ...pick(gone),
      id: gone.id,
      values: gone.valueIds.map((id) => ({ id })),
      description: gone.description,
      displayOrder: gone.displayOrder,
      discontinued: true,
    });
    plan.discontinued.push({ sku: gone.sku, text: gone.description || 'the product without options' });
  }
  plan.rows.sort((a, b) => a.line - b.line);
  return plan;
}

const pick = ({ sku, gtin, overridden_price_minor, image_source_url }: CombinationFields): CombinationFields => ({
  sku,
  gtin,
  overridden_price_minor,
  image_source_url,
});

function changeCombination(
  old: ExistingCombination,
  planned: FullCombination,
  values: RowKey[],
  { quantity }: DraftCombination,
  { price_minor }: ProductFields,
  label: string,
  writes: ImportWrites,
): { outcome: 'changed' | 'unchanged'; text: string; differences: FieldChange[] } {
  const changes: string[] = [];
  const differences: FieldChange[] = [];
  const add = (field: string, before: string | null, after: string | null) =>
    differences.push({ field, before: showValue(before), after: showValue(after) });
  const price = (own: number | null) => ((own ?? price_minor) / 100).toFixed(2);
  if (old.sku !== planned.sku) {
    changes.push(`SKU ${old.sku} → ${planned.sku}`);
    add('SKU', old.sku, planned.sku);
  }
  if (old.gtin !== planned.gtin) {
    changes.push('barcode');
    add('barcode', old.gtin, planned.gtin);
  }
  if (old.overridden_price_minor !== planned.overridden_price_minor) {
    changes.push(`variant price → ${price(planned.overridden_price_minor)}`);
    add('variant price', showPrice(old.overridden_price_minor), showPrice(planned.overridden_price_minor));
  }
  if (old.image_source_url !== planned.image_source_url) {
    changes.push('picture');
    add('picture', old.image_source_url, planned.image_source_url);
  }
  if (old.discontinued !== planned.discontinued) {
    changes.push(planned.discontinued ? 'discontinued' : 'no longer discontinued');
    differences.push({ field: 'discontinued', before: showValue(old.discontinued), after: showValue(planned.discontinued) });
  }
  if (old.description !== planned.description) {
    changes.push('variant name');
    add('variant name', old.description, planned.description);
  }
  const isReordered = old.displayOrder !== planned.displayOrder;
  const hasOtherValues = !isSameValues(old.valueIds, values);
  if (hasOtherValues && !changes.includes('variant name')) changes.push('options');
  if (hasOtherValues) writes.combinations.moved.push(old.id);
  if (changes.length > 0 || isReordered) writes.combinations.changed.push({ ...planned, id: old.id, values });
  const counted = countStock(old, quantity, writes);
  if (counted) {
    changes.push(counted.text);
    differences.push(counted.difference);
  }
  if (changes.length === 0 && isReordered) changes.push('display order');
  return changes.length > 0
    ? { outcome: 'changed', text: `${label}: ${changes.join(', ')}`, differences }
    : { outcome: 'unchanged', text: label, differences };
}

const isSameValues = (ids: readonly number[], keys: readonly RowKey[]) =>
  ids.length === keys.length && keys.every(({ id }, index) => id === ids[index]);

/** The field whose change is what was counted: others move stock all the time. */
export const STOCK = 'stock';

/**
 * Adds what was counted to `writes`, and describes it where it is not what the warehouse should have. Reserved pieces are still there, so no fewer than
 * these are counted.
 */
export function countStock(
  { id, onHand, reserved, canOversell }: ExistingCombination,
  quantity: number | null,
  writes: ImportWrites,
): { text: string; difference: FieldChange } | undefined {
  if (quantity === null) return undefined;
  const counted = canOversell ? quantity : Math.max(quantity, reserved);
  if (counted === onHand) return undefined;
  writes.counts.push({ combination: id, quantity });
  return { text: `stock ${onHand} → ${counted}`, difference: { field: STOCK, before: String(onHand), after: String(counted) } };
}

/**
 * The stored combination of each row: the one with its id, the one with its SKU, or else the one with its values, unless another row has that one's SKU. A SKU that was
 * generated from the values says no more than these.
 */
export function matchCombinations(
  { combinations }: Pick<ProductDraft, 'combinations'>,
  stored: Pick<ExistingProduct, 'combinations'> | undefined,
  toKey: (values: readonly string[]) => string,
  byKey: ReadonlyMap<string, ExistingCombination>,
): Map<DraftCombination, ExistingCombination> {
  const bySku = new Map(stored?.combinations.map((combination) => [foldCase(combination.sku), combination]));
  const byId = new Map(stored?.combinations.map((combination) => [combination.id, combination]));
  const matches = new Map<DraftCombination, ExistingCombination>();
  for (const combination of combinations) {
    const own = combination.workbook?.id === undefined ? undefined : byId.get(combination.workbook.id);
    if (own) matches.set(combination, own);
  }
  for (const combination of combinations) {
    if (combination.workbook?.id !== undefined) continue;
    const same = combination.isSkuGenerated ? undefined : bySku.get(foldCase(combination.fields.sku));
    if (same) matches.set(combination, same);
  }
  const taken = new Set(matches.values());
  for (const combination of combinations) {
    const alike = matches.has(combination) ? undefined : byKey.get(toKey(combination.values));
    if (!alike || taken.has(alike)) continue;
    matches.set(combination, alike);
    taken.add(alike);
  }
  return matches;
}

/** Keeps the stored order of the attributes if the file has the same ones; otherwise uses the file's order. */
function planAttributes(
  draft: ProductDraft,
  stored: ExistingProduct | undefined,
  attributeIds: readonly number[],
  product: RowKey,
  writes: ImportWrites,
): PlannedAttribute[] {
  const known = stored?.attributes ?? [];
  writes.attributes.gone.push(...known.filter(({ attributeId }) => !attributeIds.includes(attributeId)).map(({ id }) => id));
  const indexes = attributeIds.map((_, index) => index);
  const storedIndex = (index: number) => known.findIndex(({ attributeId }) => attributeId === attributeIds[index]);
  if (known.length === indexes.length && indexes.every((index) => storedIndex(index) >= 0))
    indexes.sort((a, b) => storedIndex(a) - storedIndex(b));
  return indexes.map((index, displayOrder) => {
    const old = known[storedIndex(index)];
    const key: RowKey = { id: old?.id ?? 0 };
    const attribute = draft.attributes[index];
    if (!old) {
      const controlType = attribute?.role === 'colour' ? colourSquares : dropdown;
      writes.attributes.new.push({ key, product, attributeId: attributeIds[index] ?? 0, controlType, displayOrder });
    }
    return { key, index, values: planValues(attribute?.values ?? [], old, key, writes, draft.workbook !== undefined) };
  });
}

function planValues(
  values: ProductDraft['attributes'][number]['values'],
  old: ExistingAttribute | undefined,
  attribute: RowKey,
  writes: ImportWrites,
  keepsPresent: boolean,
): Map<string, RowKey> {
  const known = new Map(old?.values.map((value) => [value.name.toLowerCase(), value]));
  const present = values.map(({ name }) => known.get(name.toLowerCase())?.displayOrder ?? null);
  const orders = keepsPresent ? appendDisplayOrders(present, old?.values) : assignDisplayOrders(present);
  return new Map(
    values.map((value, index) => {
      const present = known.get(value.name.toLowerCase());
      if (present && keepsPresent) return [value.name.toLowerCase(), { id: present.id }] as const;
      const displayOrder = orders[index] ?? 0;
      const key: RowKey = { id: present?.id ?? 0 };
      if (!present) writes.values.new.push({ ...value, key, attribute, displayOrder });
      // If the name contains no known colour, keep the stored one: someone may have chosen it.
      const rgb = value.rgb ?? present?.rgb ?? null;
      const accent = value.rgb ? value.accent : (present?.accent ?? null);
      const isSame =
        present &&
        present.name === value.name &&
        present.rgb === rgb &&
        present.accent === accent &&
        present.displayOrder === displayOrder;
      if (present && !isSame) writes.values.changed.push({ id: present.id, name: value.name, rgb, accent, displayOrder });
      return [value.name.toLowerCase(), key] as const;
    }),
  );
}

function sortByValues(draft: ProductDraft, attributes: readonly PlannedAttribute[]): DraftCombination[] {
  const ranks = attributes.map(
    ({ index }) => new Map(draft.attributes[index]?.values.map(({ name }, rank) => [name.toLowerCase(), rank])),
  );
  const rankOf = (combination: DraftCombination, index: number) =>
    ranks[index]?.get((combination.values[attributes[index]?.index ?? 0] ?? '').toLowerCase()) ?? 0;
  return draft.combinations.toSorted((a, b) => {
    for (const index of attributes.keys()) {
      const difference = rankOf(a, index) - rankOf(b, index);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

/** The stored combinations whose values belong to the planned attributes, by variant key; of two with the same values the one that is sold. Others belong to removed attributes. */
export function combinationsByKey(
  stored: ExistingProduct | undefined,
  attributes: readonly Pick<PlannedAttribute, 'key'>[],
): Map<string, ExistingCombination> {
  const found = new Map<string, ExistingCombination>();
  if (!stored) return found;
  const names = new Map(stored.attributes.flatMap(({ values }) => values.map(({ id, name }) => [id, name] as const)));
  for (const combination of stored.combinations) {
    if (!isOfAttributes(combination, stored, attributes)) continue;
    const byAttribute = attributes.map(({ key }) => {
      const own = stored.attributes.find(({ id }) => id === key.id);
      return names.get(combination.valueIds.find((id) => own?.values.some((value) => value.id === id)) ?? 0) ?? '';
    });
    const key = toVariantKey(byAttribute);
    if (!found.has(key) || !combination.discontinued) found.set(key, combination);
  }
  return found;
}

function isOfAttributes(
  { valueIds }: ExistingCombination,
  stored: ExistingProduct | undefined,
  attributes: readonly Pick<PlannedAttribute, 'key'>[],
): boolean {
  if (valueIds.length !== attributes.length) return false;
  return attributes.every(
    ({ key }) => stored?.attributes.find(({ id }) => id === key.id)?.values.some(({ id }) => valueIds.includes(id)) ?? false,
  );
}
