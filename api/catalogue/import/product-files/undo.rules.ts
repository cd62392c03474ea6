import { foldCase } from '#api/platform/fold-case.ts';
import { FIELD_LABELS } from '../shopify/compare.rules.ts';
import type { ExistingProduct } from '../shopify/existing.ts';
import type { ImportWrites } from '../shopify/import-writes.ts';
import type { ProductFields } from '../shopify/product-draft.ts';
import type { ProductImportReason } from './product-import-reasons.rules.ts';
import { type CombinationValues, isSame, listValues, toCombinationValues, type UndoValues } from './undo-values.rules.ts';

/** Codes that other combinations have by now, and combinations to which orders, deliveries or movements refer. */
export interface UndoFacts {
  /** The combinations that have the SKUs (in lower case) and GTINs that are to be restored. */
  owners: ReadonlyMap<string, number>;
  referred: ReadonlySet<number>;
}

/** What undoing an import of a product writes besides `ImportWrites`. */
export interface UndoWrites {
  /** Combinations, and values of attributes, that are deleted. */
  goneCombinations: number[];
  goneValues: number[];
  /** Products that leave the client’s range. */
  goneOffers: number[];
  /** Products of which nothing is remembered of the last file of the catalogue, or of the client. */
  forgottenImports: number[];
  forgottenOffers: number[];
}

export interface UndonePart {
  /** Whether anything is restored. */
  isRestored: boolean;
  reasons: ProductImportReason[];
}

/**
 * Adds to `writes` what restores a product as it was before an import, part by part, where each part is still as the import left it. What has been changed since
 * stays, and is named.
 */
export function planUndo(
  before: UndoValues,
  after: UndoValues,
  now: ExistingProduct,
  facts: UndoFacts,
  writes: ImportWrites & UndoWrites,
): UndonePart {
  const kept: string[] = [];
  const reasons: ProductImportReason[] = [];
  let isRestored = undoFields(before, after, now, writes, kept);
  isRestored = undoValues(before, after, now, writes) || isRestored;
  isRestored = undoCombinations(before, after, now, facts, writes, kept, reasons) || isRestored;
  removeUnusedValues(before, after, now, writes);
  isRestored = undoSets(before, after, now, writes) || isRestored;
  isRestored = undoImages(before, after, now, writes, kept) || isRestored;
  isRestored = undoRange(before, after, now, writes, kept) || isRestored;
  if (isRestored) writes.changedProducts.push({ id: now.id });
  if (kept.length > 0) reasons.unshift({ kind: 'changed_since_import', fields: [...new Set(kept)] });
  return { isRestored, reasons };
}

function undoFields(before: UndoValues, after: UndoValues, now: ExistingProduct, writes: ImportWrites, kept: string[]): boolean {
  const fields = Object.keys(before.fields ?? {}) as (keyof ProductFields)[];
  const restored = fields.filter((field) => isSame(now.fields[field], after.fields?.[field]));
  kept.push(
    ...fields
      .filter((field) => !restored.includes(field))
      .map((field) => ({ ...FIELD_LABELS, published: 'offered', successor_id: 'successor' })[field]),
  );
  if (restored.length === 0) return false;
  const values = Object.fromEntries(restored.map((field) => [field, before.fields?.[field]]));
  writes.products.changed.push({ id: now.id, fields: { ...now.fields, ...values } });
  if (restored.includes('manages_stock') || restored.includes('backorder_mode')) writes.stockRules.push(now.id);
  return true;
}

/** Values keep their ids. */
function undoValues(before: UndoValues, after: UndoValues, now: ExistingProduct, writes: ImportWrites): boolean {
  const present = new Map(listValues(now).map((value) => [value.id, value]));
  const left = new Map(after.values?.map((value) => [value.id, value]));
  const restored = (before.values ?? []).filter(({ id }) => present.has(id) && isSame(present.get(id), left.get(id)));
  writes.values.changed.push(...restored);
  return restored.length > 0;
}

/** Values that the import added, and that no combination has any more. */
function removeUnusedValues(
  before: UndoValues,
  after: UndoValues,
  now: ExistingProduct,
  writes: ImportWrites & UndoWrites,
): void {
  const old = new Set(before.values?.map(({ id }) => id));
  const used = new Set(
    now.combinations.filter(({ id }) => !writes.goneCombinations.includes(id)).flatMap(({ valueIds }) => valueIds),
  );
  writes.goneValues.push(...(after.values ?? []).flatMap(({ id }) => (old.has(id) || used.has(id) ? [] : [id])));
}

function undoCombinations(
  before: UndoValues,
  after: UndoValues,
  now: ExistingProduct,
  { owners, referred }: UndoFacts,
  writes: ImportWrites & UndoWrites,
  kept: string[],
  reasons: ProductImportReason[],
): boolean {
  if (after.combinations === undefined) return false;
  if (after.hasOtherAttributes) {
    reasons.push({ kind: 'options_replaced' });
    return false;
  }
  const present = new Map(now.combinations.map((one) => [one.id, toCombinationValues(one)]));
  const old = new Map(before.combinations?.map((one) => [one.id, one]));
  const known = new Set(listValues(now).map(({ id }) => id));
  const taken: string[] = [];
  let count = 0;
  const change = (one: CombinationValues) => {
    writes.combinations.changed.push({ ...one, values: one.valueIds.map((id) => ({ id })) });
    count++;
  };
  for (const left of after.combinations) {
    const current = present.get(left.id);
    const was = old.get(left.id);
    if (!current) continue;
    if (!isSame(current, left)) kept.push(current.description || current.sku);
    else if (!was) {
      if (!referred.has(left.id)) {
        writes.goneCombinations.push(left.id);
        count++;
      } else if (!current.discontinued) {
        change({ ...current, discontinued: true });
        reasons.push({ kind: 'variants_kept' });
      }
    } else {
      const lost = [foldCase(was.sku), ...(was.gtin === null ? [] : [was.gtin])].filter(
        (code) => (owners.get(code) ?? was.id) !== was.id,
      );
      if (lost.length > 0) taken.push(...lost);
      else if (was.valueIds.some((id) => !known.has(id))) kept.push(current.description || current.sku);
      else {
        if (!isSame(was.valueIds, current.valueIds)) writes.combinations.moved.push(was.id);
        change(was);
      }
    }
  }
  if (taken.length > 0) reasons.push({ kind: 'code_taken', codes: taken });
  return count > 0;
}

function undoSets(before: UndoValues, after: UndoValues, now: ExistingProduct, writes: ImportWrites): boolean {
  let count = 0;
  for (const part of ['categoryIds', 'optionIds'] as const) {
    const [was, left, is] = [before[part] ?? [], after[part] ?? [], now[part]];
    const gone = left.filter((id) => !was.includes(id) && is.includes(id));
    const added = was.filter((id) => !left.includes(id) && !is.includes(id));
    count += gone.length + added.length;
    if (part === 'categoryIds') {
      writes.categories.gone.push(...gone.map((category) => ({ product: now.id, category })));
      writes.categories.new.push(...added.map((category) => ({ product: { id: now.id }, category })));
    } else {
      writes.options.gone.push(...gone.map((option) => ({ product: now.id, option })));
      writes.options.new.push(...added.map((option) => ({ product: { id: now.id }, option })));
    }
  }
  return count > 0;
}

function undoImages(before: UndoValues, after: UndoValues, now: ExistingProduct, writes: ImportWrites, kept: string[]): boolean {
  if (before.images === undefined) return false;
  if (!isSame(now.images, after.images)) {
    kept.push('images');
    return false;
  }
  const present = new Map(now.images.map((image) => [image.id, image]));
  const wanted = new Set(before.images.map(({ id }) => id));
  for (const image of before.images) {
    const current = present.get(image.id);
    if (!current) writes.images.new.push({ product: { id: now.id }, url: image.url, alt: image.alt, position: image.position });
    else if (!isSame(current, image)) writes.images.changed.push({ id: image.id, alt: image.alt, position: image.position });
  }
  writes.images.gone.push(...now.images.filter(({ id }) => !wanted.has(id)).map(({ id }) => id));
  return true;
}

function undoRange(
  before: UndoValues,
  after: UndoValues,
  now: ExistingProduct,
  writes: ImportWrites & UndoWrites,
  kept: string[],
): boolean {
  // What is remembered of the files is no value of the product.
  if (before.lastImport !== undefined && isSame(now.lastImport ?? null, after.lastImport)) {
    if (before.lastImport === null) writes.forgottenImports.push(now.id);
    else writes.lastImports.push({ product: { id: now.id }, values: before.lastImport });
  }
  if (before.wasOffered !== undefined && isSame(now.wasOffered ?? null, after.wasOffered)) {
    if (before.wasOffered === null) writes.forgottenOffers.push(now.id);
    else writes.lastOffers.push({ product: { id: now.id }, offered: before.wasOffered });
  }
  if (before.offer === undefined) return false;
  if (!isSame(now.offer ?? null, after.offer)) {
    kept.push('range');
    return false;
  }
  if (before.offer === null) writes.goneOffers.push(now.id);
  else writes.offers.changed.push(before.offer);
  return true;
}
