import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addItems, anItem, aPerson, aStockedProduct } from '#api/testing/builders.ts';
import { aConnection, aTrip, type TestTrip } from '#api/testing/punchout-trips.ts';
import { insertCanaryPunchout } from '#api/testing/tenant-isolation/canary-punchout.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { retention } from './retention.queries.ts';

const portal = usePortal();
const run = async () =>
  Promise.all(
    retention.map((task) => task.run({ db: portal.db, config: { mailRetentionDays: 90 }, blobs: { delete: async () => {} } })),
  );

it('deletes documents after 90 days except those of orders, and empties visits that ended before', async () => {
  const { db } = portal;
  const { rows } = await sql<{ customer: number; resortAddress: number; product: number; combination: number }>`
    select (select min(id) from customer where organisation_id = 3) as customer,
      (select min(id) from address where organisation_id = 3 and customer_id is null) as "resortAddress", c.product_id as product, c.id as combination
    from combination c limit 1`.execute(db);
  const { punchoutConnection } = await insertCanaryPunchout(db, { organisation: 3, canary: 'retention', ...rows[0]! });
  const of = sql`organisation_id = 3 and connection_id = ${punchoutConnection}`;
  await sql`insert into punchout_message (organisation_id, connection_id, direction, kind, payload_id, body, is_test, created_at, sent_at)
    select 3, ${punchoutConnection}, k.direction, k.kind, k.direction || k.age, 'x', false, now() - make_interval(days => k.age), case when k.direction = 'out' then now() end
    from (values ('out', 'ConfirmationRequest', 91), ('out', 'ConfirmationRequest', 89), ('in', 'PunchOutSetupRequest', 91), ('in', 'OrderRequest', 92)) k (direction, kind, age)`.execute(
    db,
  );
  await sql`update punchout_trip set ended_at = now() - interval '89 days' where ${of}`.execute(db);
  expect(await run()).toEqual([2, 0, 0, 0]);
  await sql`update punchout_trip set ended_at = now() - interval '91 days' where ${of}`.execute(db);
  expect(await run()).toEqual([0, 1, 0, 0]);
  expect(await run()).toEqual([0, 0, 0, 0]);
  const left = await sql<{ payload_id: string }>`select payload_id from punchout_message where ${of} order by 1`.execute(db);
  expect(left.rows.map((row) => row.payload_id)).toEqual(['in92', 'out89', 'retention']);
});

it('ends visits whose time is over with their carts and sessions, and no others', async () => {
  const { db } = portal;
  const connection = await aConnection(db);
  const person = await aPerson(db);
  const shirt = await aStockedProduct(db);
  const [overdue, open] = [await aTrip(portal, connection, person.id), await aTrip(portal, connection, person.id)];
  for (const trip of [overdue, open]) await addItems(trip, anItem(shirt));
  await sql`update punchout_trip set ends_at = now() where id = ${overdue.tripId}`.execute(db);

  expect(await run()).toEqual([0, 0, 1, 0]);

  const stateOf = async ({ tripId }: TestTrip) =>
    (
      await sql`select t.outcome, (select count(*)::int from cart c where c.trip_id = t.id) as carts,
        (select count(*)::int from session s where s.trip_id = t.id and s.revoked_at is null) as sessions from punchout_trip t where t.id = ${tripId}`.execute(
        db,
      )
    ).rows;
  expect(await stateOf(overdue)).toEqual([{ outcome: 'expired', carts: 0, sessions: 0 }]);
  expect(await stateOf(open)).toEqual([{ outcome: null, carts: 1, sessions: 1 }]);
});

it('deletes visits without a returned cart after 30 days, others with their lines after two years, and none with a session', async () => {
  const { db } = portal;
  const connection = await aConnection(db);
  const person = await aPerson(db);
  const shirt = await aStockedProduct(db);
  const ended: Record<string, string> = {};
  for (const [name, age, hasLine, hasSession] of [
    ['empty', '31 days', false, false],
    ['empty and new', '29 days', false, false],
    ['with a session', '31 days', false, true],
    ['returned', '31 days', true, false],
    ['returned long ago', '2 years 1 day', true, false],
  ] as const) {
    const { tripId } = await aTrip(portal, connection, person.id);
    ended[tripId] = name;
    if (!hasSession) await sql`delete from session where trip_id = ${tripId}`.execute(db);
    if (hasLine)
      await sql`
        insert into punchout_line (organisation_id, trip_id, auxiliary_id, connection_id, place, product_id, combination_id, quantity, sku, description, unit, classification,
          unit_price_minor)
        values (1, ${tripId}, '0123456789ABCDEFGHJK', ${connection.id}, 1, ${shirt.id}, ${shirt.combinations[0]?.id}, 1, 'x', 'x', 'EA', '53102700', 100)`.execute(
        db,
      );
    await sql`update punchout_trip set ended_at = now() - ${age}::interval, outcome = 'returned' where id = ${tripId}`.execute(
      db,
    );
  }

  expect((await run())[3]).toBe(2);

  const { rows } = await sql<{ id: string }>`select id from punchout_trip where connection_id = ${connection.id}`.execute(db);
  expect(rows.map(({ id }) => ended[id]).sort()).toEqual(['empty and new', 'returned', 'with a session']);
});
