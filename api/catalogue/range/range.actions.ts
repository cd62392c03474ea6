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
  keepsOwnPrices,
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
  type RangeOwner,
  type RangeRow,
  type RangeState,
  rangeFieldLabel,
  toRangeAuditValues,
} from './range.rules.ts';
import { listRange } from './range-list.queries.ts';

/**
 * Locks the organisation, so that only one request at a time changes its range or structure: an item cannot be deleted while a
 * product is being limited to it. Throws 403 for administrators of some groups only, because all groups share the range.
 */
export async function lockRangeForEdit({ tx, context }: Pick<CommandContext, 'tx' | 'context'>): Promise<Scope> {
  assertCanManageStructure(context.caller);
  await lockOrganisation(tx, context.caller);
  return context.caller;
}

/** Throws 404 for a business area, job role, wardrobe or role that is not the organisation's. */
export async function assertAudienceItemsExist(
  tx: Tx,
  scope: Scope,
  ids: Partial<Record<(typeof AUDIENCE_LISTS)[number], readonly number[]>>,
): Promise<void> {
  for (const list of AUDIENCE_LISTS) {
    const required = ids[list] ?? [];
    const existing = await findExistingAudienceItems(tx, scope, list, required);
    if (required.some((id) => !existing.has(id))) throw notFound(getAudienceEntityName(list));
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

/** Writes the new state of a product with the buyers' listing; returns the fields that differ. The organisation and the product are locked. */
export async function writeRangeState(
  tx: Tx,
  owner: RangeOwner,
  row: RangeRow,
  after: RangeState,
): Promise<(keyof RangeState)[]> {
  const fields = changedFields(row.state, after);
  if (fields.length > 0) await updateRangeStates(tx, owner, [{ id: row.id, before: row.state, after }]);
  await refreshRangeListing(tx, owner, [row.productId]);
  return fields;
}

/** Throws 409 where someone else has changed one of the fields that a new state overwrites since the version `seen`. */
export const assertRangeStateNotStale = (row: RangeRow, after: RangeState, seen: number | null | undefined): void =>
  assertNotStale(
    'productOrganisation',
    changedFields(row.state, after).map(getRangeVersionField),
    row.fieldVersions,
    seen,
    rangeFieldLabel,
    Object.fromEntries(changedFields(row.state, after).map((field) => [getRangeVersionField(field), row.state[field]])),
  );

async function saveProduct(
  { tx, context, requestId }: CommandContext,
  row: RangeRow,
  after: RangeState,
  action: string,
): Promise<void> {
  const fields = await writeRangeState(tx, context.caller, row, after);
  await recordAuditEvent(tx, context, {
    action,
    subjectId: String(row.id),
    before: toRangeAuditValues(row.state, fields),
    after: { productId: row.productId, ...toRangeAuditValues(after, fields) },
    requestId,
  });
}

/** The submitted settings. Prices are ignored where they are the supplier's. Throws 422. */
async function readState(
  tx: Tx,
  scope: Scope,
  input: Omit<BodyOf<'PUT /api/productorganisation'>, 'id'>,
): Promise<Partial<RangeState>> {
  const hasPrice = input.overriddenPrice !== undefined || input.pricePercent !== undefined;
  return parseRangeState(input, hasPrice && (await keepsOwnPrices(tx, scope)));
}

/** Adds a product to the range. Throws 403, 404 for an unknown product or limit, 409 when it is already in the range, 422. */
export async function addProduct(
  command: CommandContext,
  input: BodyOf<'POST /api/productorganisation'>,
): Promise<ProductOrganisation> {
  const scope = await lockRangeForEdit(command);
  const state = await readState(command.tx, scope, input);
  await assertAudienceItemsExist(command.tx, scope, state);
  if (!(await listOfferable(command.tx, scope, [input.productId])).has(input.productId)) throw notFound('product');
  const [added] = await insertRangeProducts(command.tx, [scope], [input.productId], true);
  if (!added) throw new HttpError(409, { productOrganisation: ['This product is already in your range.'] });
  const row = await lockOne(command.tx, scope, added.id);
  await saveProduct(command, row, { ...row.state, ...state }, 'productOrganisation.added');
  return getProduct(command.tx, scope, added.id);
}

/**
 * Changes the submitted fields of a product. Throws 403, 404, 422, and 409 when someone else has changed the same fields since
 * the given version.
 */
export async function changeProduct(
  command: CommandContext,
  input: BodyOf<'PUT /api/productorganisation'>,
): Promise<ProductOrganisation> {
  const scope = await lockRangeForEdit(command);
  const row = await lockOne(command.tx, scope, input.id);
  const state = await readState(command.tx, scope, input);
  await assertAudienceItemsExist(command.tx, scope, state);
  const after = { ...row.state, ...state };
  if (changedFields(row.state, after).length > 0) {
    assertRangeStateNotStale(row, after, input.version);
    await saveProduct(command, row, after, 'productOrganisation.changed');
  }
  return getProduct(command.tx, scope, row.id);
}

/** Adds a role to a product's limits and returns the limit. Throws 403, 404, and 409 when the product is already limited to it. */
export async function addRoleLimit(command: CommandContext, input: { productOrganisationId: number; customerRoleId: number }) {
  const scope = await lockRangeForEdit(command);
  const row = await lockOne(command.tx, scope, input.productOrganisationId);
  await assertAudienceItemsExist(command.tx, scope, { customerRoleIds: [input.customerRoleId] });
  if (row.state.customerRoleIds.includes(input.customerRoleId))
    throw new HttpError(409, { productOrganisationCustomerRole: ['This product is already limited to this role.'] });
  const customerRoleIds = [...row.state.customerRoleIds, input.customerRoleId].sort((a, b) => a - b);
  await saveProduct(command, row, { ...row.state, customerRoleIds }, 'productOrganisation.changed');
  const limit = (await getProduct(command.tx, scope, row.id)).customerRoles.find(
    (one) => one.customerRoleId === input.customerRoleId,
  );
  if (!limit) throw notFound('productOrganisationCustomerRole');
  return { ...limit, productOrganisationId: row.id };
}

/** Removes a limit to a role. Throws 403 and 404. */
export async function removeRoleLimit(command: CommandContext, id: number): Promise<void> {
  const scope = await lockRangeForEdit(command);
  const limit = await findRoleLimit(command.tx, scope, id);
  if (!limit) throw notFound('productOrganisationCustomerRole');
  const row = await lockOne(command.tx, scope, limit.productOrganisationId);
  const customerRoleIds = row.state.customerRoleIds.filter((roleId) => roleId !== limit.roleId);
  await saveProduct(command, row, { ...row.state, customerRoleIds }, 'productOrganisation.changed');
}
