import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { insertCanaryPunchout } from '#api/testing/tenant-isolation/canary-punchout.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { retention } from './retention.queries.ts';

const portal = usePortal();

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
  const run = async () =>
    Promise.all(retention.map((task) => task.run({ db, config: { mailRetentionDays: 90 }, blobs: { delete: async () => {} } })));
  await sql`update punchout_trip set ended_at = now() - interval '89 days' where ${of}`.execute(db);
  expect(await run()).toEqual([2, 0]);
  await sql`update punchout_trip set ended_at = now() - interval '91 days' where ${of}`.execute(db);
  expect(await run()).toEqual([0, 1]);
  expect(await run()).toEqual([0, 0]);
  const left = await sql<{ payload_id: string }>`select payload_id from punchout_message where ${of} order by 1`.execute(db);
  expect(left.rows.map((row) => row.payload_id)).toEqual(['in92', 'out89', 'retention']);
});
