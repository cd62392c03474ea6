import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { bulkEditCalls } from '#api/testing/bulk-edit-client.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { PEOPLE_SYNC_LIMIT } from './people-bulk-edit.actions.ts';

/** Changes of many people whom somebody else changes meanwhile. */

const portal = usePortal();
let admin: TestClient;
let colleague: TestClient;
beforeAll(async () => {
  [admin, colleague] = (await Promise.all(
    [1, 2].map(async () => portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email)),
  )) as [TestClient, TestClient];
});

type Made = { id: number; email: string };
let word: string;
let people: [Made, Made, Made];
beforeEach(async () => {
  word = `met${Math.random().toString(36).slice(2, 10)}`;
  people = (await Promise.all([1, 2, 3].map(() => aPerson(portal.db, { role: 'Staff', firstName: word })))).toSorted(
    (one, other) => one.id - other.id,
  ) as [Made, Made, Made];
});

const list = async () => (await admin.get<'GET /api/customers'>(`/api/customers?query=${word}&order=createdOnUtc`)).body;
/** Those whom the administrator sees now, as a change names them. */
async function chosen() {
  const { customers } = await list();
  return { customerIds: customers.map(({ id }) => id), versions: customers.map(({ version }) => version) };
}
const change = async (body: object, filters = '') =>
  (await admin.post<'POST /api/customers/bulkedits'>(`/api/customers/bulkedits${filters}`, body)).body.bulkEdit;
const move = (resort: number) => ({ action: 'move', organisationResortId: resort });
const put = (id: number, customer: object) => colleague.put(`/api/customers/${id}`, { customer });
const resorts = async () =>
  (
    await sql<{ resort_id: number | null }>`select resort_id from customer where first_name = ${word} order by id`.execute(
      portal.db,
    )
  ).rows.map(({ resort_id }) => resort_id);

describe('a change of chosen people', () => {
  it('leaves whom somebody else has changed in the same since they were looked at, and says whom and why', async () => {
    const seen = await chosen();
    await put(people[1].id, { organisationResortId: 2 });

    const made = await change({ ...seen, ...move(3) });

    expect(made).toMatchObject({ changed: 2, conflicts: 1 });
    expect(made.refusals).toMatchObject([
      { reason: 'Destination: changed by someone else since you loaded the list.', count: 1, subjects: [{ id: people[1].id }] },
    ]);
    expect(await resorts()).toEqual([3, 2, 3]);

    // Whoever looks once more may do it all the same.
    const again = await change({
      customerIds: made.conflictItems.map(({ id }) => id),
      versions: made.conflictItems.map(({ version }) => version),
      ...move(3),
    });
    expect(again).toMatchObject({ changed: 1, refused: 0, conflictItems: [] });
    expect(await resorts()).toEqual([3, 3, 3]);
  });

  it('keeps what others changed of other fields, and of lists to which it only adds', async () => {
    const seen = await chosen();
    await put(people[0].id, { poNumber: 'PO-1' });
    await put(people[1].id, { organisationCollections: [21] });
    await portal.as(people[2].email);

    const wardrobes = { action: 'wardrobes', organisationCollectionIds: [11] };
    expect(await change({ ...seen, ...wardrobes, way: 'add' })).toMatchObject({ changed: 3, refused: 0 });
    const { rows } = await sql<{ ids: number[] }>`
      select array_agg(collection_id order by collection_id) as ids from customer_collection where customer_id = ${people[1].id}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ ids: [11, 21] }]);
    // Nobody saw these wardrobes when the list was read.
    const replaced = await change({ ...seen, ...wardrobes, organisationCollectionIds: [] });
    expect(replaced).toMatchObject({ changed: 0, conflicts: 3, conflictItems: [{}, {}, {}] });
  });

  it('needs a version for each of them, or none', async () => {
    const { customerIds } = await chosen();
    const answer = await admin.post('/api/customers/bulkedits', { customerIds, versions: [1], action: 'close' });
    expect([answer.status, answer.errors]).toEqual([422, { versions: ['Versions must be one for each person.'] }]);
    expect(await change({ customerIds, ...move(3) })).toMatchObject({ changed: 3 });
  });
});

describe('a change of all that match', () => {
  it('leaves whoever was changed since the list was read, also by what was not committed yet', async () => {
    let commit = () => {};
    const writing = portal.db.transaction().execute(async (tx) => {
      await sql`update customer set po_number = 'late' where id = ${people[0].id}`.execute(tx);
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
    });
    await expect.poll(() => commit.name).not.toBe('commit');
    const { seenOnUtc, totalCount } = await list();
    commit();
    await writing;
    await put(people[1].id, { employeeNumber: word });

    const all = { everybody: true, expected: totalCount, seenOnUtc };
    const made = await change({ ...all, ...move(3) }, `?query=${word}`);

    expect(made).toMatchObject({
      changed: 1,
      refused: 0,
      conflicts: 2,
      refusals: [{ reason: 'Changed since you read the list.', subjects: [{ id: people[0].id }, { id: people[1].id }] }],
      conflictItems: [0, 1].map((index) => ({ id: people[index as 0 | 1].id, reason: 'staleSinceSnapshot' })),
    });
    expect((await resorts()).map((id) => id === 3)).toEqual([false, false, true]);
    const now = (await list()).seenOnUtc;
    expect(await change({ ...all, seenOnUtc: now, ...move(2) }, `?query=${word}`)).toMatchObject({ changed: 3, refused: 0 });
    const wrong = await admin.post(`/api/customers/bulkedits?query=${word}`, {
      everybody: true,
      seenOnUtc: 'soon',
      action: 'close',
    });
    expect(wrong.errors).toEqual({ seenOnUtc: ['The time of the list is not valid.'] });
  });
});

describe('a change whose job was given up', () => {
  it('says so, and goes on when it is asked to', async () => {
    await sql`insert into customer (organisation_id, brand_id, email, first_name, last_name)
      select 1, 1, ${word} || n || '@made.example', ${word}, 'Person ' || n from generate_series(1, ${PEOPLE_SYNC_LIMIT}) n`.execute(
      portal.db,
    );
    const { id, state } = await change({ everybody: true, ...move(3) }, `?query=${word}`);
    const look = () => bulkEditCalls.look(admin, id);
    const resume = () => bulkEditCalls.resume(admin, id);
    expect([state, (await look()).state]).toEqual(['running', 'running']);
    expect((await resume()).errors).toEqual({ bulkEdit: ['This change is not stopped.'] });

    await sql`update pgboss.job set state = 'failed' where name = 'bulk-edit.run'`.execute(portal.db);
    expect(await look()).toMatchObject({ state: 'interrupted', canContinue: true, canStop: true });
    expect((await bulkEditCalls.recent(admin, 'people')).find((one) => one.id === id)).toMatchObject({ state: 'interrupted' });

    const replies = await Promise.all([resume(), resume()]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await look()).toMatchObject({ state: 'running' });
  });
});
