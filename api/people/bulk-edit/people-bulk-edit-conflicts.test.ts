import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { bulkEditCalls } from '#api/testing/bulk-edit-client.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { PEOPLE_SYNC_LIMIT } from './people-bulk-edit.actions.ts';

/** Bulk edits of people whom someone else changes at the same time. */

const portal = usePortal();
let admin: TestClient;
let colleague: TestClient;
beforeAll(async () => {
  [admin, colleague] = (await Promise.all(
    [1, 2].map(async () => portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email)),
  )) as [TestClient, TestClient];
});

type TestPerson = { id: number; email: string };
let word: string;
let people: [TestPerson, TestPerson, TestPerson];
beforeEach(async () => {
  word = `met${Math.random().toString(36).slice(2, 10)}`;
  people = (await Promise.all([1, 2, 3].map(() => aPerson(portal.db, { role: 'Staff', firstName: word })))).toSorted(
    (one, other) => one.id - other.id,
  ) as [TestPerson, TestPerson, TestPerson];
});

const list = async () => (await admin.get<'GET /api/customers'>(`/api/customers?query=${word}&order=createdOnUtc`)).body;
/** A selection of the people whom the administrator has loaded, with their versions. */
async function select() {
  const { customers } = await list();
  return { customerIds: customers.map(({ id }) => id), versions: customers.map(({ version }) => version) };
}
const startEdit = async (body: object, filters = '') =>
  (await admin.post<'POST /api/customers/bulkedits'>(`/api/customers/bulkedits${filters}`, body)).body.bulkEdit;
const move = (resort: number) => ({ action: 'move', organisationResortId: resort });
const put = (id: number, customer: object) => colleague.put(`/api/customers/${id}`, { customer });
const listResortIds = async () =>
  (
    await sql<{ resort_id: number | null }>`select resort_id from customer where first_name = ${word} order by id`.execute(
      portal.db,
    )
  ).rows.map(({ resort_id }) => resort_id);

describe('a bulk edit of selected people', () => {
  it('skips people whose same field someone else has changed since they were loaded, and reports them', async () => {
    const selection = await select();
    await put(people[1].id, { organisationResortId: 2 });

    const edit = await startEdit({ ...selection, ...move(3) });

    expect(edit).toMatchObject({ changed: 2, conflicts: 1 });
    expect(edit.refusals).toMatchObject([
      { reason: 'Destination: changed by someone else since you loaded the list.', count: 1, subjects: [{ id: people[1].id }] },
    ]);
    expect(await listResortIds()).toEqual([3, 2, 3]);

    // With the current versions, the change is applied.
    const again = await startEdit({
      customerIds: edit.conflictItems.map(({ id }) => id),
      versions: edit.conflictItems.map(({ version }) => version),
      ...move(3),
    });
    expect(again).toMatchObject({ changed: 1, refused: 0, conflictItems: [] });
    expect(await listResortIds()).toEqual([3, 3, 3]);
  });

  it('overwrites no change of another field, nor of a list that it only adds to', async () => {
    const selection = await select();
    await put(people[0].id, { poNumber: 'PO-1' });
    await put(people[1].id, { organisationCollections: [21] });
    await portal.as(people[2].email);

    const wardrobes = { action: 'wardrobes', organisationCollectionIds: [11] };
    expect(await startEdit({ ...selection, ...wardrobes, way: 'add' })).toMatchObject({ changed: 3, refused: 0 });
    const { rows } = await sql<{ ids: number[] }>`
      select array_agg(collection_id order by collection_id) as ids from customer_collection where customer_id = ${people[1].id}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ ids: [11, 21] }]);
    // These wardrobes were added after the list was read.
    const replaced = await startEdit({ ...selection, ...wardrobes, organisationCollectionIds: [] });
    expect(replaced).toMatchObject({ changed: 0, conflicts: 3, conflictItems: [{}, {}, {}] });
  });

  it('requires a version for each person, or none', async () => {
    const { customerIds } = await select();
    const answer = await admin.post('/api/customers/bulkedits', { customerIds, versions: [1], action: 'close' });
    expect([answer.status, answer.errors]).toEqual([422, { versions: ['Versions must be one for each person.'] }]);
    expect(await startEdit({ customerIds, ...move(3) })).toMatchObject({ changed: 3 });
  });
});

describe('a bulk edit of all people who match', () => {
  it('skips people changed since the list was read, also by a transaction that had not committed', async () => {
    let commit = () => {};
    const pendingUpdate = portal.db.transaction().execute(async (tx) => {
      await sql`update customer set po_number = 'late' where id = ${people[0].id}`.execute(tx);
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
    });
    await expect.poll(() => commit.name).not.toBe('commit');
    const { seenOnUtc, totalCount } = await list();
    commit();
    await pendingUpdate;
    await put(people[1].id, { employeeNumber: word });

    const all = { allMatching: true, expected: totalCount, seenOnUtc };
    const edit = await startEdit({ ...all, ...move(3) }, `?query=${word}`);

    expect(edit).toMatchObject({
      changed: 1,
      refused: 0,
      conflicts: 2,
      refusals: [{ reason: 'Changed since you read the list.', subjects: [{ id: people[0].id }, { id: people[1].id }] }],
      conflictItems: [0, 1].map((index) => ({ id: people[index as 0 | 1].id, reason: 'staleSinceSnapshot' })),
    });
    expect((await listResortIds()).map((id) => id === 3)).toEqual([false, false, true]);
    const latest = (await list()).seenOnUtc;
    expect(await startEdit({ ...all, seenOnUtc: latest, ...move(2) }, `?query=${word}`)).toMatchObject({
      changed: 3,
      refused: 0,
    });
    const invalid = await admin.post(`/api/customers/bulkedits?query=${word}`, {
      allMatching: true,
      seenOnUtc: 'soon',
      action: 'close',
    });
    expect(invalid.errors).toEqual({ seenOnUtc: ['The time of the list is not valid.'] });
  });
});

describe('a bulk edit whose job has failed', () => {
  it('is shown as interrupted, and continues on request', async () => {
    await sql`insert into customer (organisation_id, brand_id, email, first_name, last_name)
      select 1, 1, ${word} || n || '@made.example', ${word}, 'Person ' || n from generate_series(1, ${PEOPLE_SYNC_LIMIT}) n`.execute(
      portal.db,
    );
    const { id, state } = await startEdit({ allMatching: true, ...move(3) }, `?query=${word}`);
    const look = () => bulkEditCalls.look(admin, id);
    const resume = () => bulkEditCalls.resume(admin, id);
    expect([state, (await look()).state]).toEqual(['running', 'running']);
    expect((await resume()).errors).toEqual({ bulkEdit: ['This change is not stopped.'] });

    await sql`update pgboss.job set state = 'failed' where name = 'bulk-edit.run'`.execute(portal.db);
    expect(await look()).toMatchObject({ state: 'interrupted', canContinue: true, canStop: true });
    expect((await bulkEditCalls.recent(admin, 'people')).find((edit) => edit.id === id)).toMatchObject({ state: 'interrupted' });

    const replies = await Promise.all([resume(), resume()]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await look()).toMatchObject({ state: 'running' });
  });
});
