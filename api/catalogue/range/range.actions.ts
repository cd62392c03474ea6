import type { CommandContext } from '#api/organisation/structure/structure.actions.ts';
import { lockOrganisation } from '#api/organisation/structure/structure.queries.ts';
import { assertCanManageStructure } from '#api/organisation/structure/structure.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf } from '#contract/index.ts';
import {
  findExistingAudienceItems,
  findRoleLimit,
  getAudienceEntityName,
  insertRangeProducts,
  listOfferable,
  lockRangeRows,
  refreshRangeListing,
  updateRangeStates,
} from './range.queries.ts';
import {
  AUDIENCE_LISTS,
  changedFields,
  getRangeVersionField,
  type ProductOrganisation,
  parseRangeState,
  type RangeRow,
  type RangeState,
  rangeFieldLabel,
  toRangeAuditValues,
} from './range.rules.ts';
import { listRange } from './range-list.queries.ts';

/**
 * One at a time changes an organisation's range or its parts: a part cannot go while a product is being put to it. Throws 403
 * for administrators of some groups: the range is shared by all of them.
 */
export async function lockRangeForEdit({ tx, context }: Pick<CommandContext, 'tx' | 'context'>): Promise<Scope> {
  assertCanManageStructure(context.caller);
  await lockOrganisation(tx, context.caller);
  return context.caller;
}

/** Throws 404 for a part that is not the organisation's. */
export async function assertAudienceItemsExist(
  tx: Tx,
  scope: Scope,
  ids: Partial<Record<(typeof AUDIENCE_LISTS)[number], readonly number[]>>,
): Promise<void> {
  for (const list of AUDIENCE_LISTS) {
    const wanted = ids[list] ?? [];
    const there = await findExistingAudienceItems(tx, scope, list, wanted);
    if (wanted.some((id) => !there.has(id))) throw notFound(getAudienceEntityName(list));
  }
}

async function lockOne(tx: Tx, scope: Scope, id: number): Promise<RangeRow> {
  const [row] = await lockRangeRows(tx, scope, [id]);
  if (!row) throw notFound('productOrganisation');
  return row;
}

/** The product as the list shows it. */
async function getProduct(tx: Tx, scope: Scope, id: number): Promise<ProductOrganisation> {
  const { productOrganisations } = await listRange(tx, scope, { id }, { offset: 0, limit: 1 });
  if (!productOrganisations[0]) throw notFound('productOrganisation');
  return productOrganisations[0];
}

async function writeOne(
  { tx, context, requestId }: CommandContext,
  row: RangeRow,
  after: RangeState,
  action: string,
): Promise<void> {
  const fields = changedFields(row.state, after);
  if (fields.length > 0) await updateRangeStates(tx, context.caller, [{ id: row.id, before: row.state, after }]);
  await refreshRangeListing(tx, context.caller, [row.productId]);
  await recordAuditEvent(tx, context, {
    action,
    subjectId: String(row.id),
    before: toRangeAuditValues(row.state, fields),
    after: { productId: row.productId, ...toRangeAuditValues(after, fields) },
    requestId,
  });
}

/** Buys one product. Throws 403, 404 for a product or part that is not there, 409 when it is bought already, 422. */
export async function addProduct(
  desk: CommandContext,
  sent: BodyOf<'POST /api/productorganisation'>,
): Promise<ProductOrganisation> {
  const scope = await lockRangeForEdit(desk);
  const state = parseRangeState(sent);
  await assertAudienceItemsExist(desk.tx, scope, state);
  if (!(await listOfferable(desk.tx, scope, [sent.productId])).has(sent.productId)) throw notFound('product');
  const [added] = await insertRangeProducts(desk.tx, scope, [sent.productId], true);
  if (!added) throw new HttpError(409, { productOrganisation: ['Your organisation buys this product already.'] });
  const row = await lockOne(desk.tx, scope, added.id);
  await writeOne(desk, row, { ...row.state, ...state }, 'productOrganisation.added');
  return getProduct(desk.tx, scope, added.id);
}

/**
 * Changes what was sent of a product. Throws 403, 404, 422, and 409 when somebody else has changed the same since the sender
 * looked.
 */
export async function changeProduct(
  desk: CommandContext,
  sent: BodyOf<'PUT /api/productorganisation'>,
): Promise<ProductOrganisation> {
  const scope = await lockRangeForEdit(desk);
  const row = await lockOne(desk.tx, scope, sent.id);
  const state = parseRangeState(sent);
  await assertAudienceItemsExist(desk.tx, scope, state);
  const after = { ...row.state, ...state };
  const fields = changedFields(row.state, after);
  if (fields.length > 0) {
    assertNotStale('productOrganisation', fields.map(getRangeVersionField), row.fieldVersions, sent.version, rangeFieldLabel);
    await writeOne(desk, row, after, 'productOrganisation.changed');
  }
  return getProduct(desk.tx, scope, row.id);
}

/** Limits a product to one more role; answers the limit. Throws 403, 404, and 409 when it is limited to it already. */
export async function addRoleLimit(desk: CommandContext, sent: { productOrganisationId: number; customerRoleId: number }) {
  const scope = await lockRangeForEdit(desk);
  const row = await lockOne(desk.tx, scope, sent.productOrganisationId);
  await assertAudienceItemsExist(desk.tx, scope, { customerRoleIds: [sent.customerRoleId] });
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
export async function removeRoleLimit(desk: CommandContext, id: number): Promise<void> {
  const scope = await lockRangeForEdit(desk);
  const limit = await findRoleLimit(desk.tx, scope, id);
  if (!limit) throw notFound('productOrganisationCustomerRole');
  const row = await lockOne(desk.tx, scope, limit.productOrganisationId);
  const customerRoleIds = row.state.customerRoleIds.filter((roleId) => roleId !== limit.roleId);
  await writeOne(desk, row, { ...row.state, customerRoleIds }, 'productOrganisation.changed');
}
