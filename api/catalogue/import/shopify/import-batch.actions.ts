import type { Tx } from '#api/platform/db/database.ts';
import { foldCase } from '#api/platform/fold-case.ts';
import { compareProduct } from './compare.rules.ts';
import { compareForClient } from './compare-client.rules.ts';
import { findOwners, findSkusOfGtins, loadExistingProducts } from './existing.queries.ts';
import type { ExistingProduct, OwnerOfCode } from './existing.ts';
import type { FileProduct, ImportBatch, PlannedProduct, ProductAccess } from './import-batch.ts';
import { createImportWrites, type ImportWrites } from './import-writes.ts';
import type { ProductDraft } from './product-draft.ts';
import { ensureAttributes, ensureCategory, ensureOptions } from './references.queries.ts';
import {
  addClientToSummary,
  addToSummary,
  type ReportEntry,
  refuseProduct,
  reportClientPlan,
  reportPlan,
} from './report.rules.ts';
import { dropTakenGtins, findCatalogueProduct, listGtins } from './targets.rules.ts';
import { resolveWorkbookProduct } from './workbook-product.rules.ts';

/** Compares products of a file with the catalogue: what is to be written, and what each product becomes. Takes a fixed number of statements. */
export async function planBatch(
  tx: Tx,
  batch: ImportBatch,
  products: readonly FileProduct[],
): Promise<{ writes: ImportWrites; planned: PlannedProduct[] }> {
  const { organisationId, summary } = batch;
  const drafts = products.flatMap(({ draft }) => draft ?? []);
  const owners = await findOwners(tx, {
    skus: drafts.flatMap(({ combinations }) => combinations.map(({ fields }) => foldCase(fields.sku))),
    handles: drafts.map(({ handle }) => handle),
  });
  const known = [...owners.bySku.values(), ...owners.byHandle.values()];
  const access = await batch.findAccess?.(tx, [...new Set(known.map(({ id }) => id))]);
  if (access) for (const owner of known) if (!access.get(owner.id)?.isVisible) hideName(owner);
  const targets = new Map(drafts.map((draft) => [draft, findCatalogueProduct(draft, owners, batch)]));
  const ids = [...targets.values()].flatMap((target) => ('id' in target && target.id !== null ? [target.id] : []));
  const stored = await loadExistingProducts(tx, organisationId, ids);
  const gtins = await findSkusOfGtins(tx, listGtins(drafts));
  const writes = createImportWrites();
  const planned: PlannedProduct[] = [];
  for (const { draft, entries, wasIgnored, position } of products) {
    if (!draft) {
      const outcome = wasIgnored ? 'ignored' : 'refused';
      summary.products[outcome]++;
      planned.push({ position, outcome, key: undefined, before: undefined, entries: sortByLine(entries) });
      continue;
    }
    const target = targets.get(draft) ?? { id: null };
    const before = 'id' in target && target.id !== null ? stored.get(target.id) : undefined;
    const warnings = dropTakenGtins(draft, gtins, batch.gtins);
    const refusal = 'refusal' in target ? target.refusal : before && findAccessRefusal(access?.get(before.id), organisationId);
    const plan: Plan = refusal
      ? { outcome: 'refused', key: undefined, entries: refuseProduct(draft, refusal, summary) }
      : await planProduct(tx, { ...batch, writes }, { draft: withoutStockOfOthers(draft, before, access), before, position });
    planned.push({ ...plan, position, before, entries: sortByLine([...entries, ...warnings, ...plan.entries]) });
  }
  return { writes, planned };
}

type Plan = Pick<PlannedProduct, 'outcome' | 'key' | 'entries'>;

const sortByLine = (entries: readonly ReportEntry[]) => entries.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));

/** The name of a product that the operator does not see can be that of a client of another brand. */
function hideName(owner: OwnerOfCode): void {
  owner.name = 'a product of other brands';
}

function findAccessRefusal(access: ProductAccess | undefined, organisationId: number | null): string | undefined {
  if (!access) return undefined;
  if (!access.isVisible) return 'its SKUs are those of a product that only organisations of other brands buy';
  return access.isShared && organisationId === null
    ? 'organisations of brands that you do not work for buy this product too, so an operator of all these brands has to import it'
    : undefined;
}

/** What is on the shelf of a product that organisations of other brands buy too is not changed by a client's file. */
function withoutStockOfOthers(
  draft: ProductDraft,
  before: ExistingProduct | undefined,
  access: ReadonlyMap<number, ProductAccess> | undefined,
): ProductDraft {
  if (!before || !access?.get(before.id)?.isShared) return draft;
  return { ...draft, combinations: draft.combinations.map((combination) => ({ ...combination, quantity: null })) };
}

/** Compares a product of the file with the catalogue. */
async function planProduct(
  tx: Tx,
  { organisationId, hasOtherCurrency, references, lastOrder, summary, writes }: ImportBatch & { writes: ImportWrites },
  { draft, before, position }: { draft: ProductDraft; before: ExistingProduct | undefined; position: number },
): Promise<Plan> {
  const displayOrder = lastOrder + 1 + position;
  const refuse = (text: string): Plan => ({ outcome: 'refused', key: undefined, entries: refuseProduct(draft, text, summary) });
  const workbook = resolveWorkbookProduct(draft, before, references, organisationId);
  if ('refusal' in workbook) return refuse(workbook.refusal);
  if (organisationId !== null && before) {
    if (before.madeFor !== null && before.madeFor !== organisationId)
      return refuse('its SKUs are those of a product that is made for another client');
    const attributeIds = draft.attributes.map(({ name }) => references.attributes.get(name.toLowerCase()) ?? 0);
    const plan = compareForClient(draft, before, { attributeIds, hasOtherCurrency, displayOrder }, writes);
    if ('refusal' in plan) return refuse(plan.refusal);
    addClientToSummary(summary, plan);
    return { outcome: plan.outcome, key: { id: before.id }, entries: reportClientPlan(draft, plan, before.fields.name) };
  }
  if (hasOtherCurrency)
    return refuse(
      'it is not in the catalogue, whose currency is not that of the client: import it into the catalogue first, at its prices',
    );
  const keepsCategory =
    workbook.categories !== undefined || (before && draft.workbook) || (before?.lastImport && !draft.has.category);
  const resolved = {
    category: keepsCategory ? null : await ensureCategory(tx, references, draft),
    options: await ensureOptions(tx, references, draft),
    attributes: await ensureAttributes(tx, references, draft),
    categories: workbook.categories,
  };
  // Whether a client is offered a new product says nothing of the other clients.
  const plan = compareProduct(organisationId === null ? draft : { ...draft, offered: true }, before, resolved, writes);
  if (organisationId !== null) {
    writes.offers.new.push({
      product: plan.key,
      published: draft.offered,
      displayOrder,
      price: null,
      percent: null,
      isPriced: true,
    });
    writes.lastOffers.push({ product: plan.key, offered: draft.offered });
  }
  addToSummary(summary, plan);
  return { outcome: plan.outcome, key: plan.key, entries: reportPlan(draft, plan) };
}
