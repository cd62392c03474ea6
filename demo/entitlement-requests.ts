import type { ClientBase } from 'pg';
import { getExpiryDay } from '#api/people/entitlement-requests/entitlement-requests.rules.ts';
import type { Calendar } from './calendar.ts';
import { DEMO } from './demo.ts';
import type { Row } from './insert.ts';
import { insertRows } from './insert.ts';

interface RequestPlan {
  customer: keyof typeof DEMO.customers;
  kind: 'group' | 'product' | 'budget';
  /** Of the balance; absent for the only one of its kind. */
  label?: string;
  /** Pieces, points or minor units. */
  amount: number;
  reason: string;
  daysAgo: number;
}

/** Requests that wait for a decision. */
const plans: readonly RequestPlan[] = [
  {
    customer: 'staff@meridian.example',
    kind: 'product',
    label: 'Harland one-button jacket, women’s',
    amount: 1,
    reason: 'The lining of my jacket is torn and can’t be repaired.',
    daysAgo: 4,
  },
  {
    customer: 'shift.lead@meridian.example',
    kind: 'group',
    label: 'Aprons',
    amount: 2,
    reason: 'I cover the breakfast service as well until the new colleague starts, and my aprons do not dry in time.',
    daysAgo: 1,
  },
  {
    customer: 'staff@hallam.example',
    kind: 'budget',
    amount: 10,
    reason: 'My jacket was damaged in the lift. A new one costs more points than I have left.',
    daysAgo: 2,
  },
];

/** Adds requests for more, each about a balance that the wearer can order from now. */
export async function insertEntitlementRequests(client: ClientBase, calendar: Calendar): Promise<void> {
  const rows: Row[] = [];
  for (const { customer, kind, label, amount, reason, daysAgo } of plans) {
    const { rows: accounts } = await client.query<{ id: number; organisation_id: number; customer_id: number }>(
      FIND_ACCOUNT_SQL,
      [DEMO.customers[customer], kind, label ?? null],
    );
    const [account] = accounts;
    if (!account) throw new Error(`${customer} has no balance to ask about.`);
    const createdAt = calendar.at(-daysAgo, 615);
    rows.push({
      organisation_id: account.organisation_id,
      customer_id: account.customer_id,
      account_id: account.id,
      amount,
      reason,
      created_at: createdAt,
      expires_on: getExpiryDay(createdAt.toISOString().slice(0, 10)),
    });
  }
  await insertRows(client, 'entitlement_request', rows);
}

const FIND_ACCOUNT_SQL = `
  select a.id, a.organisation_id, a.customer_id
  from entitlement_account a join season s on s.organisation_id = a.organisation_id and s.id = a.season_id
  where a.customer_id = $1 and a.kind = $2 and a.label = coalesce($3, a.label) and a.status = 'open' and a.is_limited
    and current_date between coalesce(s.ordering_opens_on, '-infinity') and coalesce(s.ordering_closes_on, 'infinity')
  order by a.id limit 1`;
