import { sql } from 'kysely';
import type { RecordColumns } from '#api/organisation/structure/records.rules.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** A stored rule of approval. */
export interface ApprovalRuleRow {
  id: number;
  kind: string;
  groupId: number | null;
  groupName: string | null;
  amountMinor: number | null;
  productId: number | null;
  productName: string | null;
  version: number;
}

/** The rules of the organisation: those for everyone first, then by group. */
export async function listApprovalRules(db: Db, scope: Scope): Promise<ApprovalRuleRow[]> {
  const { rows } = await sql<ApprovalRuleRow>`
    select r.id, r.kind, r.organisation_group_id as "groupId", g.name as "groupName", r.amount_minor as "amountMinor",
      r.product_id as "productId", coalesce(l.name, p.name) as "productName", r.version
    from approval_rule r
    left join organisation_group g on g.organisation_id = r.organisation_id and g.id = r.organisation_group_id
    left join product p on p.id = r.product_id
    left join product_organisation l on l.organisation_id = r.organisation_id and l.product_id = r.product_id
    where r.organisation_id = ${scope.organisationId}
    order by g.display_order nulls first, g.name nulls first, r.kind, "productName", r.id`.execute(db);
  return rows;
}

/** Whether another rule has the same kind, group and product. */
export async function hasSameRule(tx: Tx, scope: Scope, columns: RecordColumns, exceptId: number): Promise<boolean> {
  const { rows } = await sql`
    select from approval_rule where organisation_id = ${scope.organisationId} and id <> ${exceptId} and kind = ${columns.kind}
      and organisation_group_id is not distinct from ${columns.organisation_group_id ?? null}::bigint
      and product_id is not distinct from ${columns.product_id ?? null}::bigint limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether the organisation buys a product. */
export async function isInRange(tx: Tx, scope: Scope, productId: number): Promise<boolean> {
  const { rows } = await sql`
    select from product_organisation where organisation_id = ${scope.organisationId} and product_id = ${productId}`.execute(tx);
  return rows.length > 0;
}

/** Deletes a rule. */
export async function deleteApprovalRule(tx: Tx, scope: Scope, id: number): Promise<void> {
  await sql`delete from approval_rule where organisation_id = ${scope.organisationId} and id = ${id}`.execute(tx);
}

/** After how many days waiting orders are cancelled, and after how many every administrator is asked. */
export interface ApprovalSettings {
  expiryDays: number;
  escalationDays: number;
}

/** The settings of the organisation. */
export async function readApprovalSettings(db: Db, scope: Scope): Promise<ApprovalSettings> {
  const { rows } = await sql<ApprovalSettings>`
    select approval_expiry_days as "expiryDays", approval_escalation_days as "escalationDays" from organisation
    where id = ${scope.organisationId}`.execute(db);
  return rows[0] as ApprovalSettings;
}

/** Saves the settings of the organisation. */
export async function saveApprovalSettings(tx: Tx, scope: Scope, settings: ApprovalSettings): Promise<void> {
  await sql`
    update organisation set approval_expiry_days = ${settings.expiryDays}, approval_escalation_days = ${settings.escalationDays}
    where id = ${scope.organisationId}`.execute(tx);
}
