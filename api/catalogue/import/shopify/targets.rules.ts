import { foldCase } from '#api/platform/fold-case.ts';
import type { OwnerOfCode } from './existing.ts';
import type { ProductDraft } from './product-draft.ts';
import type { ReportEntry } from './report.rules.ts';

/** The product of the catalogue that a product of a file is: null for a new one; or why that is not clear. */
export type Target = { id: number | null } | { refusal: string };

/**
 * Finds the product that has the SKUs of the file; without any that are known, the one with the handle. A client's file with a known handle and other SKUs
 * is refused: it may mean another product or new SKUs, and a client's file changes neither. So is a file of the catalogue whose handle and SKUs are those of
 * different products: one of them is wrong, and the product would get the data of another. Adds the product to `targets`.
 */
export function findCatalogueProduct(
  { handle, combinations }: ProductDraft,
  owners: { bySku: ReadonlyMap<string, OwnerOfCode>; byHandle: ReadonlyMap<string, OwnerOfCode> },
  { organisationId, targets }: { organisationId: number | null; targets: Map<number, string> },
): Target {
  const found = new Map<number, string>();
  for (const { line, fields } of combinations) {
    const owner = owners.bySku.get(foldCase(fields.sku));
    if (owner && !found.has(owner.id)) found.set(owner.id, `${fields.sku} (line ${line}) that of "${owner.name}"`);
  }
  const named = owners.byHandle.get(handle);
  const [[id, described] = []] = found;
  if (found.size > 1) return { refusal: `its SKUs are those of several products: ${[...found.values()].join(', ')}` };
  if (id !== undefined && named && named.id !== id && organisationId === null)
    return { refusal: `the handle is that of "${named.name}", but the SKU ${described}` };
  if (id === undefined && named && organisationId !== null && combinations.some(({ isSkuGenerated }) => !isSkuGenerated))
    return { refusal: `the handle is that of "${named.name}", which has other SKUs` };
  const target = id ?? named?.id ?? null;
  if (target === null) return { id: null };
  const other = targets.get(target);
  if (other !== undefined && other !== handle)
    return { refusal: `its SKUs are those of the same product as the handle "${other}"` };
  targets.set(target, handle);
  return { id: target };
}

/** The GTINs of some products. */
export const listGtins = (drafts: readonly ProductDraft[]): string[] =>
  drafts.flatMap(({ combinations }) => combinations.flatMap(({ fields }) => fields.gtin ?? []));

/**
 * Leaves out GTINs that another SKU has, in the catalogue or before in the file, and returns the warnings.
 *
 * @param stored SKUs by the GTINs that the catalogue has
 * @param used SKUs in lower case by the GTINs in the file so far; those of the draft are added
 */
export function dropTakenGtins(
  draft: ProductDraft,
  stored: ReadonlyMap<string, string>,
  used: Map<string, string>,
): ReportEntry[] {
  const warnings: ReportEntry[] = [];
  for (const { line, fields } of draft.combinations) {
    if (!fields.gtin) continue;
    const sku = foldCase(fields.sku);
    const holder = stored.get(fields.gtin);
    const owner = holder === undefined ? (used.get(fields.gtin) ?? sku) : foldCase(holder);
    used.set(fields.gtin, owner);
    if (owner === sku) continue;
    const text = `the barcode ${fields.gtin} is that of the SKU ${holder ?? owner.toUpperCase()} and was left out`;
    warnings.push({ line, outcome: 'warning', handle: draft.handle, sku: fields.sku, text, kind: 'barcode of another SKU' });
    if (draft.fields.gtin === fields.gtin) delete draft.fields.gtin;
    delete fields.gtin;
  }
  return warnings;
}
