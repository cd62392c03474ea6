import { assignDisplayOrders } from './display-order.rules.ts';
import type { ExistingAttribute, ExistingCombination, ExistingProduct } from './existing.ts';
import type { FullCombination, ImportWrites, RowKey } from './import-writes.ts';
import type { CombinationFields, DraftCombination, ProductDraft, ProductFields } from './product-draft.ts';
import { toVariantKey } from './variants.rules.ts';

export interface CombinationPlan {
  rows: { line: number; outcome: 'created' | 'changed' | 'unchanged'; text: string }[];
  /** Those that the file does not have any more, in words. */
  discontinued: { sku: string; text: string }[];
}

// Control types of the wire contract.
const dropdown = 1;
const colourSquares = 40;

interface PlannedAttribute {
  key: RowKey;
  /** Place of the attribute among the draft's. */
  place: number;
  /** By name in lower case. */
  values: Map<string, RowKey>;
}

/** Adds to `writes` what makes the choices and combinations of a product those of the draft. */
export function compareCombinations(
  draft: ProductDraft,
  stored: ExistingProduct | undefined,
  attributeIds: readonly number[],
  product: RowKey,
  fields: ProductFields,
  writes: ImportWrites,
): CombinationPlan {
  const attributes = planAttributes(draft, stored, attributeIds, product, writes);
  const inOrder = (values: readonly string[]) => attributes.map(({ place }) => values[place] ?? '');
  const present = combinationsByKey(stored, attributes);
  const sorted = sortByValues(draft, attributes);
  const orders = assignDisplayOrders(
    sorted.map(({ values }) => present.get(toVariantKey(inOrder(values)))?.displayOrder ?? null),
  );
  const plan: CombinationPlan = { rows: [], discontinued: [] };
  for (const [index, combination] of sorted.entries()) {
    const values = inOrder(combination.values);
    const old = present.get(toVariantKey(values));
    present.delete(toVariantKey(values));
    const wanted: FullCombination = {
      gtin: null,
      overridden_price_minor: null,
      ...(old && pick(old)),
      ...combination.fields,
      sku: old && combination.isSkuGenerated ? old.sku : combination.fields.sku,
      description: values.join(', '),
      discontinued: false,
      displayOrder: orders[index] ?? 0,
    };
    const what = wanted.description || 'the product';
    if (old) plan.rows.push({ line: combination.line, ...changeCombination(old, wanted, combination, fields, what, writes) });
    else {
      const keys = attributes.map(({ values: known }, place) => known.get((values[place] ?? '').toLowerCase()) ?? { id: 0 });
      const canOversell = !fields.manages_stock || fields.backorder_mode > 0;
      writes.combinations.new.push({
        ...wanted,
        key: { id: 0 },
        product,
        values: keys,
        quantity: combination.quantity,
        canOversell,
      });
      plan.rows.push({ line: combination.line, outcome: 'created', text: what });
    }
  }
  const left = new Set(present.values());
  for (const gone of stored?.combinations ?? []) {
    const isGone = left.has(gone) || !isOfAttributes(gone, stored, attributes);
    if (gone.discontinued || !isGone) continue;
    writes.combinations.changed.push({
      ...pick(gone),
      id: gone.id,
      description: gone.description,
      displayOrder: gone.displayOrder,
      discontinued: true,
    });
    plan.discontinued.push({ sku: gone.sku, text: gone.description || 'the product without choices' });
  }
  plan.rows.sort((a, b) => a.line - b.line);
  return plan;
}

const pick = ({ sku, gtin, overridden_price_minor }: CombinationFields): CombinationFields => ({
  sku,
  gtin,
  overridden_price_minor,
});

function changeCombination(
  old: ExistingCombination,
  wanted: FullCombination,
  { quantity }: DraftCombination,
  { price_minor }: ProductFields,
  what: string,
  writes: ImportWrites,
): { outcome: 'changed' | 'unchanged'; text: string } {
  const changes: string[] = [];
  const price = (own: number | null) => ((own ?? price_minor) / 100).toFixed(2);
  if (old.sku !== wanted.sku) changes.push(`SKU ${old.sku} → ${wanted.sku}`);
  if (old.gtin !== wanted.gtin) changes.push('barcode');
  if (old.overridden_price_minor !== wanted.overridden_price_minor)
    changes.push(`own price → ${price(wanted.overridden_price_minor)}`);
  if (old.discontinued) changes.push('sold again');
  if (old.description !== wanted.description) changes.push('name of the choice');
  const isMoved = old.displayOrder !== wanted.displayOrder;
  if (changes.length > 0 || isMoved) writes.combinations.changed.push({ ...wanted, id: old.id });
  if (quantity !== null && quantity !== old.countedQuantity) {
    writes.counts.push({ combination: old.id, quantity });
    changes.push(old.countedQuantity === null ? `stock counted as ${quantity}` : `stock ${old.countedQuantity} → ${quantity}`);
  }
  if (changes.length === 0 && isMoved) changes.push('place in the list');
  return changes.length > 0
    ? { outcome: 'changed', text: `${what}: ${changes.join(', ')}` }
    : { outcome: 'unchanged', text: what };
}

/** Attributes keep the order in which they are stored, as long as the file has the same ones; else the file's order holds. */
function planAttributes(
  draft: ProductDraft,
  stored: ExistingProduct | undefined,
  attributeIds: readonly number[],
  product: RowKey,
  writes: ImportWrites,
): PlannedAttribute[] {
  const known = stored?.attributes ?? [];
  writes.attributes.gone.push(...known.filter(({ attributeId }) => !attributeIds.includes(attributeId)).map(({ id }) => id));
  const places = attributeIds.map((_, place) => place);
  const storedPlace = (place: number) => known.findIndex(({ attributeId }) => attributeId === attributeIds[place]);
  if (known.length === places.length && places.every((place) => storedPlace(place) >= 0))
    places.sort((a, b) => storedPlace(a) - storedPlace(b));
  return places.map((place, displayOrder) => {
    const old = known[storedPlace(place)];
    const key: RowKey = { id: old?.id ?? 0 };
    const attribute = draft.attributes[place];
    if (!old) {
      const controlType = attribute?.role === 'colour' ? colourSquares : dropdown;
      writes.attributes.new.push({ key, product, attributeId: attributeIds[place] ?? 0, controlType, displayOrder });
    }
    return { key, place, values: planValues(attribute?.values ?? [], old, key, writes) };
  });
}

function planValues(
  values: ProductDraft['attributes'][number]['values'],
  old: ExistingAttribute | undefined,
  attribute: RowKey,
  writes: ImportWrites,
): Map<string, RowKey> {
  const known = new Map(old?.values.map((value) => [value.name.toLowerCase(), value]));
  const orders = assignDisplayOrders(values.map(({ name }) => known.get(name.toLowerCase())?.displayOrder ?? null));
  return new Map(
    values.map((value, index) => {
      const present = known.get(value.name.toLowerCase());
      const displayOrder = orders[index] ?? 0;
      const key: RowKey = { id: present?.id ?? 0 };
      if (!present) writes.values.new.push({ ...value, key, attribute, displayOrder });
      // A colour that the words do not tell may have been chosen by a person.
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
    ({ place }) => new Map(draft.attributes[place]?.values.map(({ name }, rank) => [name.toLowerCase(), rank])),
  );
  const rankOf = (combination: DraftCombination, index: number) =>
    ranks[index]?.get((combination.values[attributes[index]?.place ?? 0] ?? '').toLowerCase()) ?? 0;
  return draft.combinations.toSorted((a, b) => {
    for (const index of attributes.keys()) {
      const difference = rankOf(a, index) - rankOf(b, index);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

/** Of combinations whose values are those of the attributes as they will be; others belong to choices of the past. */
function combinationsByKey(
  stored: ExistingProduct | undefined,
  attributes: readonly PlannedAttribute[],
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
    found.set(toVariantKey(byAttribute), combination);
  }
  return found;
}

function isOfAttributes(
  { valueIds }: ExistingCombination,
  stored: ExistingProduct | undefined,
  attributes: readonly PlannedAttribute[],
): boolean {
  if (valueIds.length !== attributes.length) return false;
  return attributes.every(
    ({ key }) => stored?.attributes.find(({ id }) => id === key.id)?.values.some(({ id }) => valueIds.includes(id)) ?? false,
  );
}
