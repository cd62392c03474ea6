import type { ClientBase } from 'pg';
import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { asTransaction } from './connection.ts';
import { insertRows } from './insert.ts';
import type { OrderHistory, SeedOrderLine } from './order-history.ts';
import { getReturnTime } from './order-parcels.ts';

/** What happened to the covered pieces of an order line. */
export interface EntitlementUse {
  organisationId: number;
  line: SeedOrderLine;
  steps: { kind: 'reserve' | 'release' | 'use' | 'return'; reserved: number; used: number; at: Date }[];
}

/**
 * Grants people what they are owed in each season that has begun, dated from when they could order it. Call it before their
 * orders, and `withdrawFromOptedOut` after them.
 */
export async function grantEntitlement(
  client: ClientBase,
  organisationId: number,
  customerIds: readonly number[],
): Promise<void> {
  const seasons = await client.query<{ day: string }>(
    'select distinct least(ends_on, current_date) as day from season where organisation_id = $1 and starts_on <= current_date order by 1',
    [organisationId],
  );
  // The uniform status is computed once, not for each season.
  await withoutTriggers(client, 'entitlement_account', async () => {
    for (const { day } of seasons.rows)
      await syncEntitlement(asTransaction(client), { organisationId }, customerIds, { today: day });
  });
  await withoutTriggers(client, 'entitlement_entry', async () => {
    for (const statement of [RESTORE_WITHDRAWN_SQL, DATE_GRANTS_SQL])
      await client.query(statement, [organisationId, customerIds]);
  });
  await client.query('select refresh_uniform_status($1, $2)', [organisationId, customerIds]);
}

/** Withdraws what people had left when they opted out. */
export async function withdrawFromOptedOut(client: ClientBase, organisationId: number): Promise<void> {
  await client.query(WITHDRAW_SQL, [organisationId]);
}

/** What happened to the covered pieces of an order, with the times of its parcels and its cancellation. */
export function listEntitlementUses(
  organisationId: number,
  { lines, parcels, placedAt, cancelledAt }: Pick<OrderHistory, 'lines' | 'parcels' | 'placedAt' | 'cancelledAt'>,
): EntitlementUse[] {
  return lines.flatMap((line) => {
    const covered = line.entitlement?.covered ?? 0;
    if (covered === 0) return [];
    const left = Math.min(covered, line.quantity - line.cancelled);
    const steps: EntitlementUse['steps'] = [{ kind: 'reserve', reserved: covered, used: 0, at: placedAt }];
    if (left < covered)
      steps.push({ kind: 'release', reserved: left - covered, used: 0, at: cancelledAt ?? parcels[0]?.shippedAt ?? placedAt });
    let sent = 0;
    for (const { contents, shippedAt } of parcels)
      for (const { quantity } of contents.filter((content) => content.line === line)) {
        const pieces = Math.min(quantity, left - sent);
        if (pieces > 0) steps.push({ kind: 'use', reserved: -pieces, used: pieces, at: shippedAt });
        sent += pieces;
      }
    const returned = sent - Math.min(sent, line.shipped - line.returned);
    if (returned > 0) steps.push({ kind: 'return', reserved: 0, used: -returned, at: getReturnTime(parcels) });
    return [{ organisationId, line, steps }];
  });
}

/** The accounts that the covered pieces of these lines use, by id of the line. */
export async function findAccounts(client: ClientBase, uses: readonly EntitlementUse[]): Promise<Map<number, LineAccounts>> {
  const found = new Map<number, LineAccounts>();
  for (const [organisationId, own] of Map.groupBy(uses, (use) => use.organisationId)) {
    const wearers = [...new Set(own.flatMap(({ line }) => line.wearer?.id ?? []))];
    const { rows } = await client.query<{ id: number; key: string; unit: LineAccounts['unit'] }>(
      `select id, unit, concat_ws('/', customer_id, season_id, coalesce(collection_group_id::text, 'budget ' || collection_id), product_id) as key
       from entitlement_account where organisation_id = $1 and customer_id = any ($2)`,
      [organisationId, wearers],
    );
    const byKey = new Map(rows.map((account) => [account.key, account]));
    for (const { line } of own) {
      const { wearer, entitlement, offer } = line;
      if (!wearer || !entitlement) continue;
      const prefix = `${wearer.id}/${entitlement.seasonId}`;
      const group = `${prefix}/${entitlement.group.id}`;
      const account = byKey.get(`${group}/${offer.product.id}`) ?? byKey.get(group);
      if (!account) throw new Error(`${wearer.email} is not owed anything of "${entitlement.group.name}".`);
      const budget = byKey.get(`${prefix}/budget ${entitlement.wardrobe.id}`);
      found.set(line.id, { groupId: account.id, budgetId: budget?.id ?? null, unit: budget?.unit ?? 'pieces' });
    }
  }
  return found;
}

export interface LineAccounts {
  groupId: number;
  budgetId: number | null;
  /** Of the budget. */
  unit: 'pieces' | 'points' | 'money';
}

/** Writes the entries of these lines in the order of their time, and adds them to the balances. */
export async function insertEntitlementUses(
  client: ClientBase,
  uses: readonly EntitlementUse[],
  accounts: ReadonlyMap<number, LineAccounts>,
): Promise<void> {
  const entries = uses
    .flatMap(({ organisationId, line, steps }) => {
      const { groupId, budgetId, unit } = accounts.get(line.id) as LineAccounts;
      const unitCost = unit === 'money' ? line.unitPrice : (line.entitlement?.unitPoints ?? 0);
      return steps.flatMap(({ kind, reserved, used, at }) => {
        const entry = (accountId: number, cost: number) => ({
          organisation_id: organisationId,
          account_id: accountId,
          kind,
          reserved_delta: reserved * cost,
          used_delta: used * cost,
          order_line_id: line.id,
          created_at: at,
        });
        return budgetId !== null && unitCost > 0 ? [entry(groupId, 1), entry(budgetId, unitCost)] : [entry(groupId, 1)];
      });
    })
    .sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
  await insertRows(client, 'entitlement_entry', entries);
  await client.query(ADD_TO_BALANCES_SQL, [
    entries.map(({ organisation_id }) => organisation_id),
    entries.map(({ account_id }) => account_id),
    entries.map(({ reserved_delta }) => reserved_delta),
    entries.map(({ used_delta }) => used_delta),
  ]);
}

/** Rows of the history are written as they were, without what triggers would add today. */
export async function withoutTriggers(client: ClientBase, table: string, work: () => Promise<void>): Promise<void> {
  await client.query(`alter table ${table} disable trigger user`);
  await work();
  await client.query(`alter table ${table} enable trigger user`);
}

// Who opted out after the end of a season could order until then, and before opting out had what others have.
const RESTORE_WITHDRAWN_SQL = `
  with account as (
    update entitlement_account a
    set granted = case when a.is_limited then a.base else 0 end, is_withdrawn = (a.ends_on >= p.wardrobe_opt_out_at::date) is not false
    from customer p
    where a.organisation_id = $1 and a.customer_id = any ($2) and p.organisation_id = a.organisation_id and p.id = a.customer_id
      and a.is_withdrawn and a.granted = 0
    returning a.organisation_id, a.id, a.granted)
  insert into entitlement_entry (organisation_id, account_id, kind, granted_delta)
  select organisation_id, id, 'grant', granted from account where granted > 0`;

const DATE_GRANTS_SQL = `
  update entitlement_entry e set created_at = least(greatest(s.ordering_opens_on, p.starts_on), now())
  from entitlement_account a
  join customer p on p.organisation_id = a.organisation_id and p.id = a.customer_id
  join season s on s.organisation_id = a.organisation_id and s.id = a.season_id
  where a.organisation_id = e.organisation_id and a.id = e.account_id and e.organisation_id = $1 and a.customer_id = any ($2) and e.kind = 'grant'`;

const WITHDRAW_SQL = `
  with account as (
    select a.organisation_id, a.id, a.granted - a.reserved - a.used as left_over,
      greatest(p.wardrobe_opt_out_at, (
        select max(e.created_at) from entitlement_entry e where e.organisation_id = a.organisation_id and e.account_id = a.id)) as at
    from entitlement_account a
    join customer p on p.organisation_id = a.organisation_id and p.id = a.customer_id
    where a.organisation_id = $1 and a.is_withdrawn and a.granted > a.reserved + a.used),
  changed as (
    update entitlement_account a set granted = a.granted - c.left_over from account c where a.organisation_id = c.organisation_id and a.id = c.id)
  insert into entitlement_entry (organisation_id, account_id, kind, granted_delta, created_at)
  select organisation_id, id, 'expire', -left_over, at from account`;

const ADD_TO_BALANCES_SQL = `
  update entitlement_account a set reserved = a.reserved + e.reserved, used = a.used + e.used
  from (
    select organisation_id, account_id, sum(reserved) as reserved, sum(used) as used
    from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as entry (organisation_id, account_id, reserved, used) group by 1, 2) e
  where a.organisation_id = e.organisation_id and a.id = e.account_id`;
