import { recordDeed } from '../audit/audit.queries.ts';
import type { Tx } from '../db/database.ts';
import { HttpError, notFound } from '../http/errors.ts';
import type { Scope } from '../http/scope.ts';
import type { Desk } from '../organisation/structure.actions.ts';
import { takeTurn } from '../organisation/structure.queries.ts';
import { checkMayManage } from '../organisation/structure.rules.ts';
import { deleteRows, listParts, lockRows, refreshListing, writeStates } from './range.queries.ts';
import { countOutcome, LISTS, type Outcome, type RangeState, REASONS, type Reason } from './range.rules.ts';
import { endChange, type Kept, lockChange, restoreRows } from './range-changes.queries.ts';

interface Undone {
  productIds: number[];
  skips: Reason[];
}

/**
 * States without parts that have gone meanwhile. Where a list would be empty for that, and so open to everybody, the product
 * is left out.
 */
async function withoutGoneParts(tx: Tx, scope: Scope, products: readonly Kept[]): Promise<Kept[]> {
  let kept = products.map((product) => ({ ...product, state: { ...product.state } }));
  for (const list of LISTS) {
    const there = await listParts(tx, scope, list, [...new Set(products.flatMap(({ state }) => state[list]))]);
    kept = kept.filter(({ state }) => {
      const before = state[list].length;
      state[list] = state[list].filter((id) => there.has(id));
      return before === 0 || state[list].length > 0;
    });
  }
  return kept;
}

/** Those that nobody has touched since, and why the others stay. */
async function untouched(tx: Tx, scope: Scope, products: readonly Kept[]) {
  const rows = new Map(
    (
      await lockRows(
        tx,
        scope,
        products.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const same = products.filter(({ id, version }) => rows.get(id)?.version === version);
  const skips = products
    .filter((product) => !same.includes(product))
    .map(({ id }): Reason => (rows.has(id) ? REASONS.changedSince : REASONS.gone));
  return { rows, same, skips };
}

async function undoChanged(tx: Tx, scope: Scope, products: readonly Kept[]): Promise<Undone> {
  const { rows, same, skips } = await untouched(tx, scope, products);
  const possible = await withoutGoneParts(tx, scope, same);
  await writeStates(
    tx,
    scope,
    possible.map(({ id, state }) => ({ id, before: rows.get(id)?.state as RangeState, after: state })),
  );
  const lost: Reason[] = Array(same.length - possible.length).fill(REASONS.everybody);
  return { productIds: possible.map(({ productId }) => productId), skips: [...skips, ...lost] };
}

async function undoAdded(tx: Tx, scope: Scope, products: readonly Kept[]): Promise<Undone> {
  const { same, skips } = await untouched(tx, scope, products);
  await deleteRows(
    tx,
    scope,
    same.map(({ id }) => id),
  );
  return { productIds: same.map(({ productId }) => productId), skips };
}

async function undoRemoved(tx: Tx, scope: Scope, products: readonly Kept[]): Promise<Undone> {
  const possible = await withoutGoneParts(tx, scope, products);
  const back = await restoreRows(tx, scope, possible);
  const restored = possible.filter(({ id }) => back.has(id));
  const none = { businessAreaIds: [], jobRoleIds: [], collectionIds: [], customerRoleIds: [] };
  await writeStates(
    tx,
    scope,
    restored.map(({ id, state }) => ({ id, before: { ...state, ...none }, after: state })),
  );
  const lost: Reason[] = Array(products.length - possible.length).fill(REASONS.everybody);
  const there: Reason[] = Array(possible.length - restored.length).fill(REASONS.there);
  return { productIds: restored.map(({ productId }) => productId), skips: [...lost, ...there] };
}

const UNDO = { changed: undoChanged, added: undoAdded, removed: undoRemoved };

/** Takes a change of many products back. Throws 403, 404 for none of the last day, 409 when it was taken back already. */
export async function undoChange({ tx, visit, requestId }: Desk, id: number): Promise<Outcome> {
  const { caller } = visit;
  checkMayManage(caller);
  await takeTurn(tx, caller);
  const change = await lockChange(tx, caller, id);
  if (!change) throw notFound('rangeChange');
  if (change.undone) throw new HttpError(409, { rangeChange: ['This has been taken back already.'] });
  const { productIds, skips } = await UNDO[change.what](tx, caller, change.products);
  await endChange(tx, caller, id);
  await refreshListing(tx, caller, productIds);
  await recordDeed(tx, visit, {
    action: 'productOrganisation.takenBack',
    subjectId: `change ${id}`,
    after: { productIds },
    requestId,
  });
  return countOutcome(productIds.length, 0, skips, null);
}
