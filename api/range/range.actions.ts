import type { BodyOf } from '#contract/index.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import type { Tx } from '../db/database.ts';
import { HttpError, notFound } from '../http/errors.ts';
import type { Scope } from '../http/scope.ts';
import { refuseLostChange } from '../http/two-editors.ts';
import type { Desk } from '../organisation/structure.actions.ts';
import { takeTurn } from '../organisation/structure.queries.ts';
import { checkMayManage } from '../organisation/structure.rules.ts';
import {
  findRoleLimit,
  insertRows,
  listOfferable,
  listParts,
  lockRows,
  partEntity,
  refreshListing,
  writeStates,
} from './range.queries.ts';
import { changedFields, countedName, LISTS, type RangeRow, type RangeState, readState, spokenName, told } from './range.rules.ts';
import { listRange, type ProductOrganisation } from './range-list.queries.ts';

/**
 * One at a time changes an organisation's range or its parts: a part cannot go while a product is being put to it. Throws 403
 * for administrators of some groups: the range is shared by all of them.
 */
export async function begin({ tx, visit }: Pick<Desk, 'tx' | 'visit'>): Promise<Scope> {
  checkMayManage(visit.caller);
  await takeTurn(tx, visit.caller);
  return visit.caller;
}

/** Throws 404 for a part that is not the organisation's. */
export async function checkParts(
  tx: Tx,
  scope: Scope,
  ids: Partial<Record<(typeof LISTS)[number], readonly number[]>>,
): Promise<void> {
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
  if (!(await listOfferable(desk.tx, scope, [sent.productId])).has(sent.productId)) throw notFound('product');
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
