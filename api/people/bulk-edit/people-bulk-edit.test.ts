import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobDefinitions } from '#api/jobs.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import { bulkEditCalls, createBulkEditRunner } from '#api/testing/bulk-edit-client.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { PEOPLE_SYNC_LIMIT } from './people-bulk-edit.actions.ts';

const portal = usePortal();
let admin: TestClient;
let north: TestClient;
beforeAll(async () => {
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [], firstName: 'Wim' })).email);
  north = await portal.as(
    (await aPerson(portal.db, { role: 'Admin', groupIds: [NORTH.groupId], adminableGroupIds: [NORTH.groupId] })).email,
  );
});

type EditBody = Record<string, unknown>;
const startEdit = (person: TestClient, body: EditBody, filters = '') =>
  person.post<'POST /api/customers/bulkedits'>(`/api/customers/bulkedits${filters}`, body);
const { undo, look } = bulkEditCalls;
const recent = (person: TestClient) => bulkEditCalls.recent(person, 'people');
const addPeople = async (count: number, overrides: Parameters<typeof aPerson>[1] = {}) =>
  (await Promise.all(Array.from({ length: count }, () => aPerson(portal.db, { role: 'Staff', ...overrides })))).toSorted(
    (one, other) => one.id - other.id,
  );
const idsOf = (people: readonly { id: number }[]) => people.map(({ id }) => id);
interface Row {
  id: number;
  active: boolean;
  resort_id: number | null;
  business_area_id: number | null;
  collections: number[];
  groups: number[];
  departments: number[];
}
const rows = async (ids: readonly number[]) =>
  (
    await sql<Row>`select c.id, c.active, c.resort_id, c.business_area_id,
      array(select collection_id from customer_collection x where x.customer_id = c.id order by 1) as collections,
      array(select organisation_group_id from customer_group x where x.customer_id = c.id order by 1) as groups,
      array(select department_id from customer_department x where x.customer_id = c.id order by 1) as departments
    from customer c where c.id = any (${[...ids]}::bigint[]) order by c.id`.execute(portal.db)
  ).rows;
const listAuditEvents = async (id: number) =>
  (
    await sql<{ action: string; actor_id: number; before: unknown; after: unknown }>`
      select action, actor_id, before, after from audit_event where subject_id = ${String(id)} and action = 'customer.changed' order by id`.execute(
      portal.db,
    )
  ).rows;

describe('a bulk edit of people', () => {
  it('replaces, adds and removes wardrobes, with an audit event for each person', async () => {
    const people = await addPeople(3);
    const [first] = people as [{ id: number; email: string }];
    await admin.put(`/api/customers/${first.id}`, { customer: { organisationCollections: [21] } });

    const { status, body } = await startEdit(admin, {
      action: 'wardrobes',
      way: 'add',
      customerIds: idsOf(people),
      organisationCollectionIds: [11],
    });

    expect([status, body.bulkEdit]).toMatchObject([
      200,
      {
        description: 'Wardrobes of 3 people',
        changed: 3,
        unchanged: 0,
        refused: 0,
        state: 'finished',
        canUndo: true,
        refusals: [],
      },
    ]);
    expect((await rows(idsOf(people))).map(({ collections }) => collections)).toEqual([[11, 21], [11], [11]]);
    expect((await listAuditEvents(first.id)).at(-1)).toEqual({
      action: 'customer.changed',
      actor_id: admin.customerId,
      before: { organisationCollections: [21] },
      after: { organisationCollections: [11, 21] },
    });

    const again = await startEdit(admin, { action: 'wardrobes', customerIds: idsOf(people), organisationCollectionIds: [11] });
    expect(again.body.bulkEdit).toMatchObject({ changed: 1, unchanged: 2 });
    const removed = await startEdit(admin, {
      action: 'wardrobes',
      way: 'remove',
      customerIds: idsOf(people),
      organisationCollectionIds: [11],
    });
    expect(removed.body.bulkEdit.changed).toBe(3);
    expect((await rows(idsOf(people))).flatMap(({ collections }) => collections)).toEqual([]);
  });

  it('moves people to other groups, destinations with departments, and business areas', async () => {
    const people = await addPeople(2);
    const { rows: departments } = await sql<{ id: number }>`
      select id from department where organisation_id = 1 and resort_id = ${SOUTH.resortId} order by id limit 1`.execute(
      portal.db,
    );
    const departmentId = departments[0]?.id as number;

    const { body } = await startEdit(admin, {
      action: 'move',
      customerIds: idsOf(people),
      organisationGroupIds: [SOUTH.groupId],
      organisationResortId: SOUTH.resortId,
      departmentIds: [departmentId],
      organisationBusinessAreaId: 2,
    });

    expect(body.bulkEdit.changed).toBe(2);
    const moved = { groups: [SOUTH.groupId], resort_id: SOUTH.resortId, departments: [departmentId], business_area_id: 2 };
    expect(await rows(idsOf(people))).toMatchObject([moved, moved]);

    await undo(admin, body.bulkEdit.id);
    const before = { groups: [NORTH.groupId], resort_id: NORTH.resortId, departments: [], business_area_id: null };
    expect(await rows(idsOf(people))).toMatchObject([before, before]);
  });

  it('closes accounts, which ends their sessions, but not the caller’s own', async () => {
    const people = await addPeople(2);
    const session = await portal.as(people[0]?.email ?? '');
    expect((await session.get('/api/customerprofile')).status).toBe(200);

    const { body } = await startEdit(admin, { action: 'close', customerIds: [...idsOf(people), admin.customerId] });

    expect(body.bulkEdit).toMatchObject({
      changed: 2,
      refused: 1,
      refusals: [
        {
          reason: 'You can’t open or close your own account.',
          count: 1,
          subjects: [{ id: admin.customerId, name: 'Wim Forthetest' }],
        },
      ],
    });
    await expect.poll(async () => (await session.get('/api/customerprofile')).status).toBe(401);
    expect((await startEdit(admin, { action: 'open', customerIds: idsOf(people) })).body.bulkEdit.changed).toBe(2);
  });

  it('invites people without a password, and reports why others are not invited', async () => {
    const [invited] = await addPeople(1);
    const [active] = await addPeople(1, { passwordHash: 'x' });

    const { body } = await startEdit(admin, { action: 'invite', customerIds: [invited?.id, active?.id] });

    expect(body.bulkEdit).toMatchObject({
      changed: 1,
      refused: 1,
      canUndo: false,
      refusals: [{ reason: 'Already has a password.', count: 1 }],
    });
    const { rows: queued } = await sql`select from invitation where customer_id = ${invited?.id}`.execute(portal.db);
    expect(queued).toHaveLength(1);
    expect((await undo(admin, body.bulkEdit.id)).errors).toEqual({
      bulkEdit: ['Sent emails can’t be recalled.'],
    });
  });

  it('changes everyone who matches the filters, if their number is the expected one', async () => {
    const word = `bulk${Date.now()}`;
    const people = await addPeople(4, { firstName: word });
    await admin.put(`/api/customers/${people[3]?.id}`, { customer: { organisationResortId: 2 } });
    const filters = `?query=${word}&resortId=${NORTH.resortId}`;
    const body = { action: 'wardrobes', allMatching: true, organisationCollectionIds: [11] };

    const stale = await startEdit(admin, { ...body, expected: 4 }, filters);
    expect([stale.status, stale.errors]).toEqual([
      409,
      { customer: ['The list has changed: 3 people match now, not 4. Nothing was changed; please check the list again.'] },
    ]);
    expect((await startEdit(admin, { ...body, expected: 3 }, filters)).body.bulkEdit).toMatchObject({ total: 3, changed: 3 });
    expect((await rows(idsOf(people))).map(({ collections }) => collections)).toEqual([[11], [11], [11], []]);
    expect((await startEdit(admin, body, '?query=nobodyiscalledthis')).status).toBe(422);
  });

  it('limits a group’s administrator to their own people, groups and rights', async () => {
    const [mine, both, other, higher] = [
      ...(await addPeople(1)),
      ...(await addPeople(1, { groupIds: [NORTH.groupId, SOUTH.groupId] })),
      ...(await addPeople(1, { groupIds: [SOUTH.groupId] })),
      ...(await addPeople(1, { role: 'Admin' })),
    ].map(({ id }) => id) as [number, number, number, number];

    const closed = await startEdit(north, { action: 'close', customerIds: [mine, both, other, higher] });
    expect(closed.body.bulkEdit).toMatchObject({ changed: 1, refused: 3 });
    expect(
      Object.fromEntries(closed.body.bulkEdit.refusals.map(({ reason, subjects }) => [reason, subjects.map(({ id }) => id)])),
    ).toEqual({
      'You no longer manage this person.': [],
      'You can’t change this person’s account.': [both, higher],
    });
    expect((await rows([mine, both, other, higher])).map(({ active }) => active)).toEqual([false, true, true, true]);

    const moved = await startEdit(north, { action: 'move', customerIds: [both], organisationGroupIds: [SOUTH.groupId] });
    expect(moved.body.bulkEdit.refusals.map(({ reason }) => reason)).toEqual([
      'Keep at least one of your groups. Otherwise you could no longer see this person.',
    ]);
    const removedFromReach = await startEdit(north, {
      action: 'move',
      customerIds: [mine],
      organisationGroupIds: [SOUTH.groupId],
    });
    expect(removedFromReach.body.bulkEdit).toMatchObject({ changed: 0, refused: 1 });
    expect((await startEdit(north, { action: 'close', customerIds: [other] })).status).toBe(404);
    const own = await startEdit(north, { action: 'wardrobes', customerIds: [north.customerId], organisationCollectionIds: [11] });
    expect(own.body.bulkEdit.refusals.map(({ reason }) => reason)).toEqual([
      'Only an administrator of the whole organisation can change this for you.',
    ]);
  });

  it('is available to administrators only, and refuses invalid requests', async () => {
    const [person] = await addPeople(1);
    const foreign = (await portal.as('buyer@hallam.example')).customerId;
    for (const role of ['Buyer', 'Sales', 'Staff'] as const) {
      const caller = await portal.as((await aPerson(portal.db, { role })).email);
      expect((await startEdit(caller, { action: 'close', customerIds: [person?.id] })).status).toBe(403);
    }
    const keys = async (body: EditBody) => {
      const { status, errors } = await startEdit(admin, body);
      return [status, ...Object.keys(errors)];
    };
    expect(await keys({ action: 'close' })).toEqual([422, 'customerIds']);
    expect(await keys({ action: 'close', customerIds: [foreign] })).toEqual([404, 'customer']);
    expect(await keys({ action: 'wardrobes', customerIds: [person?.id] })).toEqual([422, 'organisationCollectionIds']);
    expect(await keys({ action: 'move', customerIds: [person?.id] })).toEqual([422, 'organisationGroupIds']);
    const { rows: departments } = await sql<{
      id: number;
    }>`select min(id) as id from department where organisation_id = 1`.execute(portal.db);
    const departmentIds = idsOf(departments);
    expect(await keys({ action: 'move', customerIds: [person?.id], departmentIds })).toEqual([422, 'organisationResortId']);
    expect(await keys({ action: 'explode', customerIds: [person?.id] })).toEqual([422, 'action']);
    expect(await keys({ action: 'wardrobes', customerIds: [person?.id], organisationCollectionIds: [999999] })).toEqual([
      404,
      'organisationCollection',
    ]);
  });
});

describe('undoing a bulk edit of people', () => {
  type TestPerson = { id: number; email: string };
  let people: TestPerson[];
  beforeEach(async () => {
    people = await addPeople(3);
  });

  it('restores every value that no one has changed since, and reports the others', async () => {
    const [, touched, deleted] = people as unknown as [TestPerson, TestPerson, TestPerson];
    const { body } = await startEdit(admin, { action: 'wardrobes', customerIds: idsOf(people), organisationCollectionIds: [11] });
    await admin.put(`/api/customers/${touched.id}`, { customer: { organisationCollections: [21] } });
    await admin.delete(`/api/customers/${deleted.id}`);

    const undone = await undo(admin, body.bulkEdit.id);

    expect(undone.body.bulkEdit).toMatchObject({ description: 'Undone: wardrobes of 3 people', changed: 1, refused: 2 });
    expect(undone.body.bulkEdit.refusals.map(({ reason, count }) => [reason, count]).toSorted()).toEqual([
      ['Wardrobes: changed by someone else since.', 1],
      ['You no longer manage this person.', 1],
    ]);
    expect((await rows(idsOf(people))).map(({ collections }) => collections)).toEqual([[], [21], [11]]);
    const seen = await look(admin, body.bulkEdit.id);
    expect([seen.canUndo, seen.undoneById]).toEqual([false, undone.body.bulkEdit.id]);
  });

  it('succeeds once when requested twice at the same time', async () => {
    const { body } = await startEdit(admin, { action: 'close', customerIds: idsOf(people) });

    const answers = await Promise.all([undo(admin, body.bulkEdit.id), undo(admin, body.bulkEdit.id)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await rows(idsOf(people))).every(({ active }) => active)).toBe(true);
    const undoing = answers.find(({ status }) => status === 200)?.body.bulkEdit.id ?? 0;
    expect((await undo(admin, undoing)).errors).toEqual({ bulkEdit: ['There is nothing to undo.'] });
  });

  it('does not restore a value that has been deleted', async () => {
    const { rows: made } = await sql<{ id: number }>`
      insert into collection (organisation_id, name) values (1, ${`Gone ${Date.now()}`}) returning id`.execute(portal.db);
    const goneId = made[0]?.id as number;
    const ids = idsOf(people);
    await startEdit(admin, { action: 'wardrobes', customerIds: ids, organisationCollectionIds: [goneId] });
    const { body } = await startEdit(admin, { action: 'wardrobes', customerIds: ids, organisationCollectionIds: [11] });
    await sql`delete from collection where id = ${goneId}`.execute(portal.db);

    const undone = await undo(admin, body.bulkEdit.id);

    expect(undone.body.bulkEdit).toMatchObject({
      changed: 0,
      refusals: [{ reason: 'Wardrobes: the earlier value has been deleted.', count: 3 }],
    });
  });

  it('is available to the person who started the edit, and to administrators of the whole organisation', async () => {
    const { body } = await startEdit(admin, { action: 'close', customerIds: idsOf(people) });
    const mine = await startEdit(north, { action: 'wardrobes', customerIds: idsOf(people), organisationCollectionIds: [11] });

    expect((await north.get(`/api/bulkedits/${body.bulkEdit.id}`)).status).toBe(404);
    expect((await undo(north, body.bulkEdit.id)).status).toBe(404);
    expect((await recent(north)).map(({ id }) => id)).not.toContain(body.bulkEdit.id);
    const seen = idsOf(await recent(admin));
    expect(seen).toEqual(expect.arrayContaining([body.bulkEdit.id, mine.body.bulkEdit.id]));
    const hallam = await portal.as('admin@hallam.example');
    expect((await undo(hallam, body.bulkEdit.id)).status).toBe(404);
    expect((await undo(admin, mine.body.bulkEdit.id)).body.bulkEdit.changed).toBe(3);
  });
});

describe('a bulk edit of many people', () => {
  const many = PEOPLE_SYNC_LIMIT + 120;
  const word = 'multitude';

  it('is run by a job, with a constant number of statements and the current rights of the person who started it', async () => {
    await sql`insert into customer (organisation_id, brand_id, email, first_name, last_name)
      select 1, 1, ${word} || n || '@made.example', ${word}, 'Person ' || n from generate_series(1, ${many}) n`.execute(
      portal.db,
    );
    const jobs = openJobQueue(portal.url, pino({ level: 'silent' }));
    await jobs.createQueues(jobDefinitions);
    const run = createBulkEditRunner(portal, jobs);
    try {
      const started = await startEdit(
        admin,
        { action: 'wardrobes', allMatching: true, expected: many, organisationCollectionIds: [11] },
        `?query=${word}`,
      );
      const { id } = started.body.bulkEdit;
      expect(started.body.bulkEdit).toMatchObject({ total: many, changed: 0, state: 'running', canUndo: true });
      const before = portal.statementsSent();
      await run(id);
      const statements = portal.statementsSent() - before;

      expect(await look(admin, id)).toMatchObject({ changed: many, refused: 0, state: 'finished' });
      expect(statements).toBeLessThan(90);
      const { rows: written } = await sql<{ n: number }>`
        select count(*)::int as n from customer_collection cc join customer c on c.id = cc.customer_id where c.first_name = ${word} and collection_id = 11`.execute(
        portal.db,
      );
      expect(written[0]?.n).toBe(many);

      const undone = (await undo(admin, id)).body.bulkEdit;
      await sql`update customer set active = false where id = ${admin.customerId}`.execute(portal.db);
      await run(undone.id);
      expect(await look(await portal.as('admin@meridian.example'), undone.id)).toMatchObject({
        changed: 0,
        refused: many,
        refusals: [{ reason: 'The person who started this no longer has access.' }],
      });
    } finally {
      await jobs.close();
    }
  });
});
