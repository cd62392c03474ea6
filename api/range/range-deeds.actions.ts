import type { Deed } from '../audit/audit.queries.ts';
import type { Tx } from '../db/database.ts';
import type { Scope } from '../http/scope.ts';
import { type Change, deleteRows, insertRows, listOfferable, listParts, lockRows, writeStates } from './range.queries.ts';
import {
  changedFields,
  changeOne,
  idsNamed,
  LISTS,
  overwrites,
  type RangeRow,
  type RangeState,
  REASONS,
  type Reason,
  type What,
} from './range.rules.ts';
import {
  type ChangeAtWork,
  type Kept,
  readForRemoval,
  restoreRows,
  type Settled,
  type Waiting,
} from './range-changes.queries.ts';

/** What became of some products of a change, and how the audit trail tells of those that were changed. */
interface Done {
  settled: Settled[];
  deed: (changed: readonly Settled[]) => Pick<Deed, 'action'> & Partial<Deed>;
}

const productIdsOf = (products: readonly { productId: number }[]) => products.map(({ productId }) => productId);
const skip = ({ place, productId }: Pick<Waiting, 'place' | 'productId'>, reason: Reason): Settled => ({
  place,
  productId,
  outcome: 'skipped',
  reason,
});

/** Left as it is for whoever asked to look at it once more. */
export const overtake = (product: Pick<Waiting, 'place' | 'productId'>, reason: Reason): Settled => ({
  ...skip(product, reason),
  overtaken: true,
});

/** The products that are still in the range, locked, by their ids there. */
async function lockThose(tx: Tx, scope: Scope, waiting: readonly Waiting[]): Promise<Map<number, RangeRow>> {
  const rows = await lockRows(
    tx,
    scope,
    waiting.flatMap(({ id }) => (id === null ? [] : [id])),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether everything that a change names is still there: it was when it was asked for. */
async function namesGoneParts(tx: Tx, scope: Scope, { wanted }: ChangeAtWork): Promise<boolean> {
  const named = idsNamed(wanted.change ?? {});
  for (const list of LISTS) {
    const there = await listParts(tx, scope, list, named[list]);
    if (named[list].some((id) => !there.has(id))) return true;
  }
  return false;
}

async function change(tx: Tx, scope: Scope, of: ChangeAtWork, waiting: readonly Waiting[]): Promise<Done> {
  const rows = await lockThose(tx, scope, waiting);
  const partGone = await namesGoneParts(tx, scope, of);
  const changes: Change[] = [];
  const settled = waiting.map((one): Settled => {
    const row = rows.get(one.id ?? 0);
    if (!row) return skip(one, REASONS.gone);
    if (partGone) return skip(one, REASONS.partGone);
    const after = changeOne(row, of.wanted.change ?? {});
    if ('skip' in after) return skip(one, after.skip);
    if (overwrites(row, after, of.wanted.change ?? {}, one.seen)) return overtake(one, REASONS.changedSince);
    const { place, productId } = one;
    if (changedFields(row.state, after).length === 0) return { place, productId, outcome: 'unchanged' };
    changes.push({ id: row.id, before: row.state, after });
    return { place, productId, outcome: 'changed', id: row.id, state: row.state };
  });
  const versions = await writeStates(tx, scope, changes);
  return {
    settled: settled.map((one) => (one.id === undefined ? one : { ...one, version: versions.get(one.id) ?? 0 })),
    deed: (changed) => ({
      action: 'productOrganisation.changedTogether',
      after: { change: JSON.parse(JSON.stringify(of.wanted.change)), ids: changed.flatMap(({ id }) => id ?? []) },
    }),
  };
}

async function add(tx: Tx, scope: Scope, { wanted }: ChangeAtWork, waiting: readonly Waiting[]): Promise<Done> {
  const { published = true } = wanted;
  const offerable = await listOfferable(tx, scope, productIdsOf(waiting));
  const added = await insertRows(tx, scope, productIdsOf(waiting), published);
  const rows = await lockRows(
    tx,
    scope,
    added.map(({ id }) => id),
  );
  const settled = waiting.map((one): Settled => {
    const row = rows.find(({ productId }) => productId === one.productId);
    if (!row) return skip(one, offerable.has(one.productId) ? REASONS.there : REASONS.withdrawn);
    const { id, productId, version, state } = row;
    return { place: one.place, outcome: 'changed', id, productId, version, state };
  });
  return {
    settled,
    deed: (changed) => ({
      action: 'productOrganisation.added',
      after: { productIds: productIdsOf(changed), published },
    }),
  };
}

async function remove(tx: Tx, scope: Scope, { total }: ChangeAtWork, waiting: readonly Waiting[]): Promise<Done> {
  const rows = await lockThose(tx, scope, waiting);
  const kept = await readForRemoval(tx, scope, [...rows.values()]);
  await deleteRows(
    tx,
    scope,
    kept.map(({ id }) => id),
  );
  return {
    settled: waiting.map((one): Settled => {
      const was = kept.find(({ id }) => id === one.id);
      return was ? { place: one.place, outcome: 'changed', ...was } : skip(one, REASONS.gone);
    }),
    deed: (removed) => ({
      action: 'productOrganisation.removed',
      ...(total === 1 ? { subjectId: String(removed[0]?.id) } : {}),
      before: { productIds: productIdsOf(removed) },
    }),
  };
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

/** Of some products, which are taken back, and why the others are not. */
interface Undone {
  back: ReadonlySet<number>;
  reasons: ReadonlyMap<number, Reason>;
}

/** Those that nobody has touched since, and why the others stay. */
async function untouched(tx: Tx, scope: Scope, products: readonly Kept[]) {
  const found = await lockRows(
    tx,
    scope,
    products.map(({ id }) => id),
  );
  const rows = new Map(found.map((row) => [row.id, row]));
  const same = products.filter(({ id, version }) => rows.get(id)?.version === version);
  const reasons = new Map(products.map(({ id }): [number, Reason] => [id, rows.has(id) ? REASONS.changedSince : REASONS.gone]));
  for (const { id } of same) reasons.set(id, REASONS.everybody);
  return { rows, same, reasons };
}

const idsOf = (products: readonly { id: number }[]) => new Set(products.map(({ id }) => id));

async function undoChanged(tx: Tx, scope: Scope, products: readonly Kept[]): Promise<Undone> {
  const { rows, same, reasons } = await untouched(tx, scope, products);
  const possible = await withoutGoneParts(tx, scope, same);
  await writeStates(
    tx,
    scope,
    possible.map(({ id, state }) => ({ id, before: rows.get(id)?.state as RangeState, after: state })),
  );
  return { back: idsOf(possible), reasons };
}

async function undoAdded(tx: Tx, scope: Scope, products: readonly Kept[]): Promise<Undone> {
  const { same, reasons } = await untouched(tx, scope, products);
  await deleteRows(tx, scope, [...idsOf(same)]);
  return { back: idsOf(same), reasons };
}

async function undoRemoved(tx: Tx, scope: Scope, products: readonly Kept[]): Promise<Undone> {
  const possible = await withoutGoneParts(tx, scope, products);
  const back = await restoreRows(tx, scope, possible);
  const none = { businessAreaIds: [], jobRoleIds: [], collectionIds: [], customerRoleIds: [] };
  await writeStates(
    tx,
    scope,
    possible.filter(({ id }) => back.has(id)).map(({ id, state }) => ({ id, before: { ...state, ...none }, after: state })),
  );
  const there = idsOf(possible);
  return { back, reasons: new Map(products.map(({ id }) => [id, there.has(id) ? REASONS.there : REASONS.everybody])) };
}

const UNDO: Partial<Record<What, typeof undoChanged>> = { changed: undoChanged, added: undoAdded, removed: undoRemoved };

async function undo(tx: Tx, scope: Scope, { undoneWhat }: ChangeAtWork, waiting: readonly Waiting[]): Promise<Done> {
  const products = waiting.flatMap(({ was }) => (was ? [was] : []));
  const take = UNDO[undoneWhat ?? 'undone'];
  const { back, reasons } = take ? await take(tx, scope, products) : { back: new Set<number>(), reasons: new Map() };
  return {
    settled: waiting.map((one): Settled => {
      const { place, productId } = one;
      const id = one.id ?? 0;
      return back.has(id) ? { place, productId, outcome: 'changed' } : skip(one, reasons.get(id) ?? REASONS.gone);
    }),
    deed: (changed) => ({ action: 'productOrganisation.takenBack', after: { productIds: productIdsOf(changed) } }),
  };
}

/** What each kind of change does to some products. The range is the caller's turn. */
export const DEEDS: Readonly<
  Record<What, (tx: Tx, scope: Scope, of: ChangeAtWork, waiting: readonly Waiting[]) => Promise<Done>>
> = { changed: change, added: add, removed: remove, undone: undo };
