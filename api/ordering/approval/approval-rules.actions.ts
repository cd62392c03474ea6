import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { insertRecord, lockRecord, type StoredRecord, updateRecord } from '#api/organisation/structure/records.queries.ts';
import {
  getChangedColumns,
  type RecordColumns,
  recordColumnLabel,
  toWireValues,
} from '#api/organisation/structure/records.rules.ts';
import { hasItem, lockOrganisation } from '#api/organisation/structure/structure.queries.ts';
import { assertCanManageStructure } from '#api/organisation/structure/structure.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import {
  type ApprovalRuleRow,
  type ApprovalSettings,
  deleteApprovalRule,
  hasSameRule,
  isInRange,
  listApprovalRules,
  readApprovalSettings,
  saveApprovalSettings,
} from './approval-rules.queries.ts';
import { APPROVAL_RULE, duplicateRule, readRuleColumns, toRuleColumns, toWireKind } from './approval-rules.rules.ts';

type WireRule = ReplyOf<'GET /api/approvalrules'>['approvalRules'][number];

const MAX_RULES = 500;

const toWireRule = (row: ApprovalRuleRow): WireRule => ({
  id: row.id,
  kind: toWireKind(row.kind),
  organisationGroupId: row.groupId,
  organisationGroupName: row.groupName,
  amount: row.amountMinor === null ? null : toMajorUnits(row.amountMinor),
  productId: row.productId,
  productName: row.productName,
  version: row.version,
});

/** The rules and settings of the organisation. */
export async function getApprovalRules(db: Db, caller: Scope): Promise<ReplyOf<'GET /api/approvalrules'>> {
  const [rows, settings] = await Promise.all([listApprovalRules(db, caller), readApprovalSettings(db, caller)]);
  return { approvalRules: rows.map(toWireRule), settings, currencyCode: caller.currencyCode };
}

async function getWireRule(tx: Tx, caller: Scope, id: number): Promise<WireRule[]> {
  return (await listApprovalRules(tx, caller)).filter((rule) => rule.id === id).map(toWireRule);
}

/** Throws 404 for a group of another organisation. */
async function checkGroup(tx: Tx, caller: Scope, { organisation_group_id: groupId }: RecordColumns): Promise<void> {
  if (typeof groupId === 'number' && !(await hasItem(tx, caller, 'group', groupId))) throw notFound('organisationGroup');
}

async function lockRule(tx: Tx, caller: Scope, id: number): Promise<StoredRecord> {
  assertCanManageStructure(caller);
  await lockOrganisation(tx, caller);
  const rule = await lockRecord(tx, caller, APPROVAL_RULE, id, 'change');
  if (!rule) throw notFound('approvalRule');
  return rule;
}

/** Adds a rule. Throws 403, 404 for an unknown group or product, 422 for missing values, and 409 for a duplicate or too many. */
export async function addApprovalRule(
  tx: Tx,
  context: RequestContext,
  input: BodyOf<'POST /api/approvalrules'>,
  requestId: string,
): Promise<WireRule[]> {
  const { caller } = context;
  assertCanManageStructure(caller);
  await lockOrganisation(tx, caller);
  const columns = toRuleColumns(readRuleColumns(input));
  await checkGroup(tx, caller, columns);
  if (typeof columns.product_id === 'number' && !(await isInRange(tx, caller, columns.product_id))) throw notFound('product');
  if (await hasSameRule(tx, caller, columns, 0)) throw duplicateRule();
  if ((await listApprovalRules(tx, caller)).length >= MAX_RULES)
    throw conflict('approvalRule', `You have reached the limit of ${MAX_RULES}.`);
  const id = await insertRecord(tx, caller, APPROVAL_RULE, columns);
  await recordAuditEvent(tx, context, {
    action: 'approvalRule.added',
    subjectId: String(id),
    after: toWireValues(APPROVAL_RULE, columns),
    requestId,
  });
  return getWireRule(tx, caller, id);
}

/** Changes the group or the amount of a rule. Throws as `addApprovalRule`, and 409 when someone else has changed the same value. */
export async function changeApprovalRule(
  tx: Tx,
  context: RequestContext,
  id: number,
  { version, ...input }: BodyOf<'PUT /api/approvalrules/:id'>,
  requestId: string,
): Promise<WireRule[]> {
  const { caller } = context;
  const rule = await lockRule(tx, caller, id);
  const after = toRuleColumns({ ...rule.columns, ...readRuleColumns(input) });
  const changes = getChangedColumns(after, rule.columns);
  if (Object.keys(changes).length > 0) {
    assertNotStale(
      'approvalRule',
      Object.keys(changes),
      rule.fieldVersions,
      version,
      (column) => recordColumnLabel(APPROVAL_RULE, column),
      rule.columns,
    );
    await checkGroup(tx, caller, changes);
    if (await hasSameRule(tx, caller, after, id)) throw duplicateRule();
    await updateRecord(tx, caller, APPROVAL_RULE, id, changes);
    const before = Object.fromEntries(Object.keys(changes).map((column) => [column, rule.columns[column] ?? null]));
    await recordAuditEvent(tx, context, {
      action: 'approvalRule.changed',
      subjectId: String(id),
      before: toWireValues(APPROVAL_RULE, before),
      after: toWireValues(APPROVAL_RULE, changes),
      requestId,
    });
  }
  return getWireRule(tx, caller, id);
}

/** Deletes a rule. Throws 403 and 404. */
export async function removeApprovalRule(tx: Tx, context: RequestContext, id: number, requestId: string): Promise<void> {
  const { caller } = context;
  const rule = await lockRule(tx, caller, id);
  await deleteApprovalRule(tx, caller, id);
  await recordAuditEvent(tx, context, {
    action: 'approvalRule.removed',
    subjectId: String(id),
    before: toWireValues(APPROVAL_RULE, rule.columns),
    requestId,
  });
}

/** Changes the settings that were sent. Throws 403, and 422 when administrators would be asked only after the order is cancelled. */
export async function changeApprovalSettings(
  tx: Tx,
  context: RequestContext,
  input: BodyOf<'PUT /api/approvalrules/settings'>,
  requestId: string,
): Promise<ApprovalSettings> {
  const { caller } = context;
  assertCanManageStructure(caller);
  await lockOrganisation(tx, caller);
  const before = await readApprovalSettings(tx, caller);
  const after = {
    expiryDays: input.expiryDays ?? before.expiryDays,
    escalationDays: input.escalationDays ?? before.escalationDays,
  };
  if (after.escalationDays >= after.expiryDays)
    throw invalid('escalationDays', 'Administrators must be asked before the order is cancelled.');
  if (after.expiryDays === before.expiryDays && after.escalationDays === before.escalationDays) return after;
  await saveApprovalSettings(tx, caller, after);
  await recordAuditEvent(tx, context, {
    action: 'organisation.approval-settings-changed',
    subjectId: String(caller.organisationId),
    before: { ...before },
    after: { ...after },
    requestId,
  });
  return after;
}
