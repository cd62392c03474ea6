import type { BodyOf } from '#contract/index.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import type { Tx } from '../db/database.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import type { Scope } from '../http/scope.ts';
import { refuseLostChange } from '../http/two-editors.ts';
import type { Desk } from '../organisation/structure.actions.ts';
import { takeTurn } from '../organisation/structure.queries.ts';
import { checkMayManage } from '../organisation/structure.rules.ts';
import {
  type Change,
  countOfferable,
  deleteRows,
  findRoleLimit,
  insertRows,
  listParts,
  lockRows,
  partEntity,
  refreshListing,
  writeStates,
} from './range.queries.ts';
import {
  type BulkChange,
  changedFields,
  changeOne,
  checkBulk,
  countedName,
  countOutcome,
  idsNamed,
  LISTS,
  type Outcome,
  type ProductOrganisation,
  type RangeRow,
  type RangeState,
  REASONS,
  type Reason,
  readState,
  spokenName,
  told,
} from './range.rules.ts';
import { keepChange, readForRemoval } from './range-changes.queries.ts';
import { listRange, type RangeFilter } from './range-list.queries.ts';

/**
 * One at a time changes an organisation's range or its parts: a part cannot go while a product is being put to it. Throws 403
 * for administrators of some groups: the range is shared by all of them.
 */
async function begin({ tx, visit }: Desk): Promise<Scope> {
  checkMayManage(visit.caller);
  await takeTurn(tx, visit.caller);
  return visit.caller;
}

/** Throws 404 for a part that is not the organisation's. */
async function checkParts(tx: Tx, scope: Scope, ids: Partial<Record<(typeof LISTS)[number], readonly number[]>>): Promise<void> {
  for (const list of LISTS) {
    const wanted = ids[list] ?? [];
    const there = await listParts(tx, scope, list, wanted);
    if (wanted.some((id) => !there.has(id))) throw notFound(partEntity(list));
  }
}

async function lockOne(tx: Tx, scope: Scope, id: number): Promise<RangeRow> {
  const [row] = await lockRows(tx, scope, [id]);
  if (!row) throw notFound('productOrganisation');
  return row;
}

/** The product as the list shows it. */
export async function getProduct(tx: Tx, scope: Scope, id: number): Promise<ProductOrganisation> {
  const { productOrganisations } = await listRange(tx, scope, { id }, { offset: 0, limit: 1 });
  if (!productOrganisations[0]) throw notFound('productOrganisation');
  return productOrganisations[0];
}

async function writeOne({ tx, visit, requestId }: Desk, row: RangeRow, after: RangeState, action: string): Promise<void> {
  const fields = changedFields(row.state, after);
  if (fields.length > 0) await writeStates(tx, visit.caller, [{ id: row.id, before: row.state, after }]);
  await refreshListing(tx, visit.caller, [row.productId]);
  await recordDeed(tx, visit, {
    action,
    subjectId: String(row.id),
    before: told(row.state, fields),
    after: { productId: row.productId, ...told(after, fields) },
    requestId,
  });
}

/** Buys one product. Throws 403, 404 for a product or part that is not there, 409 when it is bought already, 422. */
export async function addProduct(desk: Desk, sent: BodyOf<'POST /api/productorganisation'>): Promise<ProductOrganisation> {
  const scope = await begin(desk);
  const state = readState(sent);
  await checkParts(desk.tx, scope, state);
  if ((await countOfferable(desk.tx, scope, [sent.productId])) === 0) throw notFound('product');
  const [added] = await insertRows(desk.tx, scope, [sent.productId], true);
  if (!added) throw new HttpError(409, { productOrganisation: ['Your organisation buys this product already.'] });
  const row = await lockOne(desk.tx, scope, added.id);
  await writeOne(desk, row, { ...row.state, ...state }, 'productOrganisation.added');
  return getProduct(desk.tx, scope, added.id);
}

/**
 * Changes what was sent of a product. Throws 403, 404, 422, and 409 when somebody else has changed the same since the sender
 * looked.
 */
export async function changeProduct(desk: Desk, sent: BodyOf<'PUT /api/productorganisation'>): Promise<ProductOrganisation> {
  const scope = await begin(desk);
  const row = await lockOne(desk.tx, scope, sent.id);
  const state = readState(sent);
  await checkParts(desk.tx, scope, state);
  const after = { ...row.state, ...state };
  const fields = changedFields(row.state, after);
  if (fields.length > 0) {
    refuseLostChange('productOrganisation', fields.map(countedName), row.fieldVersions, sent.version, spokenName);
    await writeOne(desk, row, after, 'productOrganisation.changed');
  }
  return getProduct(desk.tx, scope, row.id);
}

/** Limits a product to one more role; answers the limit. Throws 403, 404, and 409 when it is limited to it already. */
export async function addRoleLimit(desk: Desk, sent: { productOrganisationId: number; customerRoleId: number }) {
  const scope = await begin(desk);
  const row = await lockOne(desk.tx, scope, sent.productOrganisationId);
  await checkParts(desk.tx, scope, { customerRoleIds: [sent.customerRoleId] });
  if (row.state.customerRoleIds.includes(sent.customerRoleId))
    throw new HttpError(409, { productOrganisationCustomerRole: ['This product is limited to the role already.'] });
  const customerRoleIds = [...row.state.customerRoleIds, sent.customerRoleId].sort((a, b) => a - b);
  await writeOne(desk, row, { ...row.state, customerRoleIds }, 'productOrganisation.changed');
  const limit = (await getProduct(desk.tx, scope, row.id)).customerRoles.find(
    (one) => one.customerRoleId === sent.customerRoleId,
  );
  if (!limit) throw notFound('productOrganisationCustomerRole');
  return { ...limit, productOrganisationId: row.id };
}

/** Takes a limit to a role away. Throws 403 and 404. */
export async function removeRoleLimit(desk: Desk, id: number): Promise<void> {
  const scope = await begin(desk);
  const limit = await findRoleLimit(desk.tx, scope, id);
  if (!limit) throw notFound('productOrganisationCustomerRole');
  const row = await lockOne(desk.tx, scope, limit.productOrganisationId);
  const customerRoleIds = row.state.customerRoleIds.filter((roleId) => roleId !== limit.roleId);
  await writeOne(desk, row, { ...row.state, customerRoleIds }, 'productOrganisation.changed');
}

/** Takes products off the range; answers by what it can be taken back. */
async function removeRows({ tx, visit, requestId }: Desk, rows: readonly RangeRow[]): Promise<number> {
  const scope = visit.caller;
  const changeId = await keepChange(tx, scope, 'removed', await readForRemoval(tx, scope, rows));
  await deleteRows(
    tx,
    scope,
    rows.map(({ id }) => id),
  );
  await refreshListing(
    tx,
    scope,
    rows.map(({ productId }) => productId),
  );
  await recordDeed(tx, visit, {
    action: 'productOrganisation.removed',
    subjectId: rows.length === 1 ? String(rows[0]?.id) : `change ${changeId}`,
    before: { productIds: rows.map(({ productId }) => productId) },
    requestId,
  });
  return changeId;
}

/** Takes one product off the range. Throws 403 and 404. */
export async function removeProduct(desk: Desk, id: number): Promise<void> {
  const scope = await begin(desk);
  await removeRows(desk, [await lockOne(desk.tx, scope, id)]);
}

/** Buys several products; those that are bought already stay as they are. Throws 403, and 404 when one may not be bought. */
export async function addProducts(
  { tx, visit, requestId }: Desk,
  { productIds, published = true }: BodyOf<'POST /api/productsorganisation/add'>,
): Promise<Outcome> {
  const scope = await begin({ tx, visit, requestId });
  const wanted = [...new Set(productIds)];
  if ((await countOfferable(tx, scope, wanted)) < wanted.length) throw notFound('product');
  const added = await insertRows(tx, scope, wanted, published);
  const skips: Reason[] = Array(wanted.length - added.length).fill(REASONS.there);
  if (added.length === 0) return countOutcome(0, 0, skips, null);
  const rows = await lockRows(
    tx,
    scope,
    added.map(({ id }) => id),
  );
  const changeId = await keepChange(tx, scope, 'added', rows);
  const addedProducts = rows.map(({ productId }) => productId);
  await refreshListing(tx, scope, addedProducts);
  await recordDeed(tx, visit, {
    action: 'productOrganisation.added',
    subjectId: `change ${changeId}`,
    after: { productIds: addedProducts, published },
    requestId,
  });
  return countOutcome(added.length, 0, skips, changeId);
}

export interface Selection {
  ids: readonly number[];
  matching?: RangeFilter | undefined;
  expectedCount?: number | undefined;
}

/** The products that are meant, locked. Throws 404 for one that is not there, 409 when others match than were looked at. */
async function select(tx: Tx, scope: Scope, { ids, matching, expectedCount }: Selection): Promise<RangeRow[]> {
  if (!matching) {
    if (ids.length === 0) throw invalid('ids', 'Choose the products that are to be changed.');
    const rows = await lockRows(tx, scope, ids);
    if (rows.length < new Set(ids).size) throw notFound('productOrganisation');
    return rows;
  }
  const { businessAreaId, jobRoleId, collectionId, customerRoleId } = matching;
  const some = (id: number | undefined) => (id ? [id] : []);
  await checkParts(tx, scope, {
    businessAreaIds: some(businessAreaId),
    jobRoleIds: some(jobRoleId),
    collectionIds: some(collectionId),
    customerRoleIds: some(customerRoleId),
  });
  const rows = await lockRows(tx, scope, matching);
  if (expectedCount !== undefined && expectedCount !== rows.length)
    throw new HttpError(409, {
      productOrganisation: [
        `The range has changed meanwhile: ${rows.length} products match now, not ${expectedCount}. Nothing was changed; please look again.`,
      ],
    });
  return rows;
}

/**
 * Changes many products at once, each wholly or not at all, and says which not and why. What others changed of them is kept:
 * parts are added and taken away one by one, and what is set is set for all. Throws 403, 404, 409, 422.
 */
export async function changeMany(desk: Desk, selection: Selection, change: BulkChange): Promise<Outcome> {
  const { tx, visit, requestId } = desk;
  const scope = await begin(desk);
  checkBulk(change);
  await checkParts(tx, scope, idsNamed(change));
  const rows = await select(tx, scope, selection);
  if (change.remove) return countOutcome(rows.length, 0, [], rows.length === 0 ? null : await removeRows(desk, rows));
  const skips: Reason[] = [];
  const changes: (Change & { productId: number })[] = [];
  for (const row of rows) {
    const after = changeOne(row, change);
    if ('skip' in after) skips.push(after.skip);
    else if (changedFields(row.state, after).length > 0)
      changes.push({ id: row.id, productId: row.productId, before: row.state, after });
  }
  const unchanged = rows.length - skips.length - changes.length;
  if (changes.length === 0) return countOutcome(0, unchanged, skips, null);
  const versions = await writeStates(tx, scope, changes);
  const changeId = await keepChange(
    tx,
    scope,
    'changed',
    changes.map(({ id, productId, before }) => ({ id, productId, version: versions.get(id) ?? 0, state: before })),
  );
  await refreshListing(
    tx,
    scope,
    changes.map(({ productId }) => productId),
  );
  await recordDeed(tx, visit, {
    action: 'productOrganisation.changedTogether',
    subjectId: `change ${changeId}`,
    after: { change: JSON.parse(JSON.stringify(change)), ids: changes.map(({ id }) => id) },
    requestId,
  });
  return countOutcome(changes.length, unchanged, skips, changeId);
}
