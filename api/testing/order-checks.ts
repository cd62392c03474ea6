import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { ALLOCATIONS } from './order-accounts.ts';
import { expectEqual } from './order-command.ts';
import { findDocumentFaults, findOrderFaults } from './order-faults.ts';
import { combinationOf, type OrderFixture } from './order-fixture.ts';
import { freeStock, leftIn, type OrderModel, SIZES, takenFrom, usedOf, type Wearer } from './order-model.ts';
import {
  computeExpectedAccounts,
  computeExpectedUniformStatus,
  readStoredAccounts,
  readStoredUniformStatus,
} from './uniform-status.ts';

/** What is stored about a sequence, in one statement. */
interface Stored {
  stock: { id: number; free: number }[] | null;
  accounts: [number, string, number | null, number, number][] | null;
  covered: [number, number[]][] | null;
  events: [number, string[]][] | null;
  mails:
    | {
        template: string;
        recipient: string;
        orderId: number | null;
        /** Of a proof, how many wait for it. */
        orders: { orderId: number }[] | number | null;
        orderIds: number[] | null;
      }[]
    | null;
}

async function readStored(fixture: OrderFixture, orderIds: number[]): Promise<Stored> {
  const { portal, wearerIds, startedAt } = fixture;
  const combinations = SIZES.map((_, size) => combinationOf(fixture, size));
  const { rows } = await sql<Stored>`
    select
      (select json_agg(json_build_object('id', combination_id, 'free', on_hand - reserved)) from stock_level where combination_id = any (${combinations}::bigint[])) as stock,
      (select json_agg(json_build_array(customer_id, kind, product_id, granted - reserved - used, used)) from entitlement_account
        where organisation_id = 1 and customer_id = any (${[...wearerIds]}::bigint[]) and status = 'open' and (kind <> 'group' or is_limited)) as accounts,
      (select json_agg(json_build_array(o.id, (select json_agg(l.covered_quantity order by l.id) from order_line l where l.organisation_id = 1 and l.order_id = o.id))
          order by o.id) from unnest(${orderIds}::bigint[]) as o (id)) as covered,
      (select json_agg(json_build_array(o.id, (select coalesce(json_agg(e.kind order by e.id), '[]') from order_event e
          where e.organisation_id = 1 and e.order_id = o.id and e.kind <> 'placed')) order by o.id) from unnest(${orderIds}::bigint[]) as o (id)) as events,
      (select json_agg(json_build_object('template', template, 'recipient', recipient, 'orderId', (data ->> 'orderId')::bigint, 'orders', data -> 'orders', 'orderIds', data -> 'orderIds'))
        from mail_outbox where organisation_id = 1 and created_at > ${startedAt}::timestamptz and (data ? 'orderId' or data ? 'orders' or data ? 'orderIds')) as mails`.execute(
    portal.db,
  );
  return rows[0] as Stored;
}

/** What should be left in the accounts of a wearer, and what is used, as `[kind, product, left, used]`. */
const listBalances = (model: OrderModel, wearer: Wearer) =>
  ALLOCATIONS[model.allocation].accounts.map((account): [string, number | null, number, number] => [
    account.kind,
    account.product,
    leftIn(model, wearer, account),
    takenFrom(model, wearer, account, usedOf),
  ]);

/** Compares stock, entitlement, timelines, the cart and mails with the model after a sequence. */
export async function checkSequence(model: OrderModel, fixture: OrderFixture): Promise<void> {
  const { garments, emails, wearerIds } = fixture;
  const orders = model.orders.toSorted((a, b) => a.id - b.id);
  const stored = await readStored(
    fixture,
    orders.map(({ id }) => id),
  );
  expectEqual(
    'free stock',
    SIZES.map((_, size) => stored.stock?.find(({ id }) => id === combinationOf(fixture, size))?.free),
    SIZES.map((_, size) => freeStock(model, size)),
  );
  const sorted = <T>(rows: readonly T[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  expectEqual(
    'what is left of the entitlement',
    sorted(stored.accounts ?? []),
    sorted(
      wearerIds.flatMap((id, wearer) =>
        listBalances(model, wearer as Wearer).map(([kind, product, ...amounts]) => [
          id,
          kind,
          product === null ? null : garments[product as 0].id,
          ...amounts,
        ]),
      ),
    ),
  );
  expectEqual(
    'covered pieces',
    stored.covered ?? [],
    orders.map(({ id, lines }) => [id, lines.map(({ covered }) => covered)]),
  );
  expectEqual(
    'timelines',
    stored.events ?? [],
    orders.map(({ id, events }) => [id, events]),
  );
  const mails = (stored.mails ?? []).map(({ template, recipient, orderId, orders: listed, orderIds }) =>
    [
      template,
      orderId ?? (Array.isArray(listed) ? listed.map((each) => each.orderId) : orderIds)?.join(' '),
      emails.get(recipient) ?? recipient,
    ].join(', '),
  );
  expectEqual('mails', mails.toSorted(), model.mails.toSorted());
}

/** Rows that are stored but not expected, or the other way round. */
function listDifferences(fault: string, stored: readonly object[], expected: readonly object[]): object[] {
  const keyOf = (row: object) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const [storedKeys, expectedKeys] = [new Set(stored.map(keyOf)), new Set(expected.map(keyOf))];
  return [
    ...stored.filter((row) => !expectedKeys.has(keyOf(row))).map((row) => ({ fault: `${fault} stored`, ...row })),
    ...expected.filter((row) => !storedKeys.has(keyOf(row))).map((row) => ({ fault: `${fault} expected`, ...row })),
  ];
}

/** The id of the newest order. */
export const findNewestOrder = async (db: Db): Promise<number> =>
  (await sql<{ id: number }>`select coalesce(max(id), 0)::int as id from orders`.execute(db)).rows[0]?.id ?? 0;

/** What does not add up in Meridian, all sequences together, when everything is computed anew; in orders after one with the id `after`, of all organisations. Empty when all is well. */
export async function recompute(db: Db, after: number): Promise<object[]> {
  return [
    ...(await findOrderFaults(db, after + 1)),
    ...(await findDocumentFaults(db, after + 1)),
    ...listDifferences('account', await readStoredAccounts(db, 1), await computeExpectedAccounts(db, 1)),
    ...listDifferences('uniform status', await readStoredUniformStatus(db, 1), await computeExpectedUniformStatus(db, 1)),
  ];
}
