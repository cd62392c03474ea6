import type { OwnerOfCode } from './existing.ts';
import type { ProductDraft } from './product-draft.ts';
import type { ReportEntry } from './report.rules.ts';

/** The product of the catalogue that a product of a file is: null for a new one; or why that is not clear. */
export type Target = { id: number | null } | { refusal: string };

/**
 * Finds the product that has the SKUs of the file; without any that are known, the one with the handle. A client's file with a known handle and other SKUs
 * is refused: it may mean another product or new SKUs, and a client's file changes neither. Adds the product to `targets`.
 */
export function findCatalogueProduct(
  { handle, combinations }: ProductDraft,
  owners: { bySku: ReadonlyMap<string, OwnerOfCode>; byHandle: ReadonlyMap<string, OwnerOfCode> },
  { organisationId, targets }: { organisationId: number | null; targets: Map<number, string> },
): Target {
  const found = new Map(
    combinations.flatMap(({ fields }) => {
      const owner = owners.bySku.get(fields.sku.toLowerCase());
      return owner ? [[owner.id, owner.name] as const] : [];
    }),
  );
  if (found.size > 1)
    return { refusal: `its SKUs are those of several products: ${[...found.values()].map((name) => `"${name}"`).join(', ')}` };
  const named = owners.byHandle.get(handle);
  const [id] = found.keys();
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
    const sku = fields.sku.toLowerCase();
    const owner = stored.get(fields.gtin)?.toLowerCase() ?? used.get(fields.gtin) ?? sku;
    used.set(fields.gtin, owner);
    if (owner === sku) continue;
    const text = `the barcode ${fields.gtin} is that of the SKU ${stored.get(fields.gtin) ?? owner.toUpperCase()} and was left out`;
    warnings.push({ line, outcome: 'warning', handle: draft.handle, sku: fields.sku, text, kind: 'barcode of another SKU' });
    if (draft.fields.gtin === fields.gtin) delete draft.fields.gtin;
    delete fields.gtin;
  }
  return warnings;
}
