import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteExpiredBulkEdits, eraseBulkEditValues } from '#api/platform/bulk-edit/bulk-edit.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { anItem, aPerson, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import { bulkEditCalls } from '#api/testing/bulk-edit-client.ts';
import { findPersonRecord, usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { deleteExpiredImportRows } from './imports.queries.ts';

const portal = usePortal();
const imports = usePeopleImports(portal);
let admin: TestClient;
let hallam: TestClient;
let testNumber = 0;
let prefix: string;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  hallam = await portal.as('admin@hallam.example');
});
beforeEach(() => {
  testNumber += 1;
  prefix = `c${testNumber}`;
});

const HEAD = 'Employee number,Email,First name,Last name,Group,Destination,Role';
const file = (...lines: string[]) => [HEAD, ...lines].join('\n');
const aFileOf = (count: number, change = '') =>
  file(...Array.from({ length: count }, (_, at) => `${prefix}-${at},${prefix}.${at}@made.example,Ann${change},No ${at},North,,`));
const run = (...statement: Parameters<typeof sql>) => sql(...statement).execute(portal.db);
const count = async (...statement: Parameters<typeof sql>) =>
  (await sql<{ n: number }>(...statement).execute(portal.db)).rows[0]?.n ?? 0;
const countPeople = (word: string) =>
  count`select count(*)::int as n from customer where employee_number like ${`${word}-%`} and deleted_at is null`;

/** A row for everyone of Meridian, so that no one is missing. */
async function listEveryone(except: readonly number[] = []): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from customer where organisation_id = 1 and active and deleted_at is null and id <> all (${[...except]}::bigint[])`.execute(
    portal.db,
  );
  return rows.map(({ email }) => `,${email},,,,,`);
}

describe('people who are not in the file', () => {
  it('have their accounts closed where the file lists everyone, and opened when they are in it again', async () => {
    const [gone, closed] = [
      await aPerson(portal.db, { role: 'Staff' }),
      await aPerson(portal.db, { role: 'Staff', active: false }),
    ];
    const { done, rows } = await imports.run(admin, file(...(await listEveryone([gone.id]))), { deactivateMissing: true });
    expect(done.counts).toMatchObject({ close: 1, refuse: 0, change: 0 });
    expect((await imports.rows(admin, done.id, 'close'))[0]).toMatchObject({
      line: null,
      customerId: gone.id,
      person: 'Made Forthetest',
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(await findPersonRecord(portal, 'email', gone.email)).toMatchObject({ active: false });
    expect(await findPersonRecord(portal, 'email', closed.email)).toMatchObject({ active: false });
    const back = await imports.run(admin, file(...(await listEveryone()), `,${gone.email},,,,,`), { deactivateMissing: true });
    expect(back.done.counts).toMatchObject({ change: 1, close: 0 });
    expect(await findPersonRecord(portal, 'email', gone.email)).toMatchObject({ active: true });
  });

  it('keep their accounts where they are Admin or Sales, or have a row that is refused', async () => {
    const [adminToo, sales, staff] = [
      await aPerson(portal.db, { role: 'Admin' }),
      await aPerson(portal.db, { role: 'Sales' }),
      await aPerson(portal.db, { role: 'Staff' }),
    ];
    const lines = await listEveryone([adminToo.id, sales.id, staff.id]);
    const seen = await imports.preview(admin, file(...lines, `,${staff.email},,,,,Admin`), { deactivateMissing: true });
    expect(seen.counts).toMatchObject({ close: 0, refuse: 1 });
  });
});

describe('the deactivation threshold', () => {
  it('requires the exact number where more than a tenth of the accounts would be closed', async () => {
    const staff = await sql<{ email: string; id: number }>`
      select c.id, c.email from customer c where c.organisation_id = 1 and c.active and c.deleted_at is null
        and exists (select from customer_role r where r.customer_id = c.id and r.role_id = 34)
        and not exists (select from customer_role r where r.customer_id = c.id and r.role_id in (33, 36)) order by c.id limit 60`.execute(
      portal.db,
    );
    const seen = await imports.preview(admin, file(...(await listEveryone(staff.rows.map(({ id }) => id)))), {
      deactivateMissing: true,
    });
    expect(seen.deactivation).toMatchObject({ closing: 60, threshold: 10, mustConfirm: true });
    for (const wrong of [undefined, 59, 61]) {
      const refused = await imports.requestRun(admin, seen.id, wrong);
      expect(refused.status).toBe(409);
      expect(refused.errors.confirmClosing?.[0]).toMatch(/^60 of \d+ active accounts would be closed, which is more than 10%/);
    }
    expect((await imports.requestRun(admin, seen.id, 60)).status).toBe(200);
    await imports.runJob(admin, seen.id);
    expect((await imports.get(admin, seen.id)).counts.close).toBe(60);
    await imports.undo(admin, await imports.get(admin, seen.id));
    expect(await imports.getBulkEdit(admin, seen.id)).toMatchObject({
      state: 'finished',
      action: 'undo',
      changed: 60,
      refused: 0,
    });
    expect(await imports.get(admin, seen.id)).toMatchObject({ state: 'undone' });
    expect((await findPersonRecord(portal, 'email', staff.rows[0]?.email ?? ''))?.active).toBe(true);
  });
});

describe('the share of the deactivation threshold', () => {
  const set = (deactivationThreshold: number, expectedThreshold?: number, by = admin) =>
    by.put<'PUT /api/peopleimports/settings'>('/api/peopleimports/settings', {
      peopleImportSettings: { deactivationThreshold, expectedThreshold },
    });
  const get = async (by = admin) =>
    (await by.get<'GET /api/peopleimports/settings'>('/api/peopleimports/settings')).body.peopleImportSettings
      .deactivationThreshold;

  it('is set for the organisation, applies to existing previews, and is in the audit log', async () => {
    expect([await get(), await get(hallam)]).toEqual([10, 10]);
    const { id } = await aPerson(portal.db, { role: 'Staff' });
    const seen = await imports.preview(admin, file(...(await listEveryone([id]))), { deactivateMissing: true });
    expect(seen.deactivation).toMatchObject({ closing: 1, threshold: 10, mustConfirm: false });

    expect((await set(0, 10)).body.peopleImportSettings).toEqual({ deactivationThreshold: 0 });

    expect([await get(), await get(hallam)]).toEqual([0, 10]);
    expect((await imports.get(admin, seen.id)).deactivation).toMatchObject({ threshold: 0, mustConfirm: true });
    expect((await imports.requestRun(admin, seen.id)).status).toBe(409);
    const events = await sql`
      select actor_id, before, after from audit_event where action = 'people.importThresholdSet' order by id desc limit 1`.execute(
      portal.db,
    );
    expect(events.rows).toEqual([
      { actor_id: admin.customerId, before: { deactivationThreshold: 10 }, after: { deactivationThreshold: 0 } },
    ]);
  });

  it('is not overwritten from an outdated page, and not set by administrators of some groups', async () => {
    await set(20);
    expect((await set(30, 15)).errors).toEqual({
      deactivationThreshold: ['Someone else has set it to 20%. Nothing was saved; please check it and save again.'],
    });
    const north = await portal.as('north.admin@meridian.example');
    expect((await set(30, 20, north)).status).toBe(403);
    expect([await get(north), await get()]).toEqual([20, 20]);
    for (const wrong of [-1, 101, 2.5]) expect((await set(wrong)).status).toBe(422);
    expect((await set(10, 20)).status).toBe(200);
  });
});

describe('a killed process', () => {
  it('is followed by another one that runs the rest, and nothing twice', async () => {
    const seen = await imports.preview(admin, aFileOf(600));
    await imports.requestRun(admin, seen.id);
    await imports.runJob(admin, seen.id, 1);
    expect(await imports.get(admin, seen.id)).toMatchObject({ state: 'running' });
    expect(await imports.getBulkEdit(admin, seen.id)).toMatchObject({ state: 'running', progress: { done: 250, total: 600 } });
    expect(await countPeople(prefix)).toBe(250);
    // Killed between two batches, and once more within one: two processes take over the same import.
    await Promise.all([imports.runJob(admin, seen.id), imports.runJob(admin, seen.id)]);
    expect(await imports.get(admin, seen.id)).toMatchObject({ state: 'finished', counts: { create: 600, refuse: 0 } });
    expect(await imports.getBulkEdit(admin, seen.id)).toMatchObject({ state: 'finished', changed: 600, refused: 0 });
    expect(await countPeople(prefix)).toBe(600);
    const added = await count`select count(*)::int as n from audit_event e join customer c on e.subject_id = c.id::text
      where e.action = 'customer.added' and c.employee_number like ${`${prefix}-%`}`;
    expect(added).toBe(600);
    const statuses = await count`select count(*)::int as n from uniform_status s join customer c on c.id = s.customer_id
      where c.employee_number like ${`${prefix}-%`} and s.season_id > 0`;
    expect(statuses).toBe(600);
  });

  it('is followed in the same way during preview and undo', async () => {
    const read = await imports.upload(admin, aFileOf(600));
    await imports.requestPreview(admin, read);
    await imports.runJob(admin, read.id, 2);
    expect((await imports.get(admin, read.id)).state).toBe('previewing');
    await imports.runJob(admin, read.id);
    expect((await imports.get(admin, read.id)).counts.create).toBe(600);
    await imports.requestRun(admin, read.id);
    await imports.runJob(admin, read.id);
    const { bulkEditId } = await imports.get(admin, read.id);
    await bulkEditCalls.undo(admin, bulkEditId ?? 0);
    await imports.runJob(admin, read.id, 1);
    expect(await countPeople(prefix)).toBe(350);
    await imports.runJob(admin, read.id);
    expect(await countPeople(prefix)).toBe(0);
    expect(await imports.getBulkEdit(admin, read.id)).toMatchObject({ action: 'undo', changed: 600, refused: 0 });
  });
});

describe('a preview whose job was given up', () => {
  it('is shown as interrupted and can be requested again', async () => {
    const uploaded = await imports.upload(admin, aFileOf(300));
    await imports.requestPreview(admin, uploaded);
    await imports.runJob(admin, uploaded.id, 1);
    expect(await imports.get(admin, uploaded.id)).toMatchObject({
      state: 'previewing',
      isPreviewInterrupted: false,
      previewProgress: { done: 250, total: 300 },
    });
    await run`update pgboss.job set state = 'failed' where name = 'people.import-preview'`;
    expect(await imports.get(admin, uploaded.id)).toMatchObject({ state: 'previewing', isPreviewInterrupted: true });
    const { body } = await imports.requestPreview(admin, uploaded);
    expect(body.peopleImport).toMatchObject({ isPreviewInterrupted: false, previewProgress: { done: 0, total: 300 } });
    await imports.runJob(admin, uploaded.id);
    expect(await imports.get(admin, uploaded.id)).toMatchObject({ state: 'previewed', counts: { create: 300 } });
  });

  it('stops when its requester loses the rights', async () => {
    const someone = await aPerson(portal.db, { role: 'Admin' });
    const helper = await portal.as(someone.email);
    const uploaded = await imports.upload(helper, aFileOf(300));
    await imports.requestPreview(helper, uploaded);
    await run`update customer set active = false where id = ${someone.id}`;
    await imports.runJob(admin, uploaded.id);
    expect(await imports.get(admin, uploaded.id)).toMatchObject({ state: 'previewing', previewProgress: { done: 0 } });
  });
});

describe('an interrupted import', () => {
  const { look, resume, stop } = bulkEditCalls;
  /** Starts an import of 600 people and runs its first 250. */
  const startImport = async (client = admin) => {
    const { id } = await imports.preview(client, aFileOf(600));
    await imports.requestRun(client, id);
    await imports.runJob(client, id, 1);
    return { id, bulkEditId: (await imports.get(client, id)).bulkEditId ?? 0 };
  };
  const listRows = async (importId: number) => {
    const pages = [0, 1, 2].map((page) =>
      admin.get<'GET /api/peopleimports/:id/rows'>(`/api/peopleimports/${importId}/rows?limit=250&page=${page}`),
    );
    return (await Promise.all(pages)).flatMap(({ body }) => body.rows);
  };

  it('continues where it was, also by another administrator, and so does its undo', async () => {
    const someone = await aPerson(portal.db, { role: 'Admin' });
    const { id, bulkEditId } = await startImport(await portal.as(someone.email));
    await run`update pgboss.job set state = 'failed' where name = 'bulk-edit.run'`;
    expect(await look(admin, bulkEditId)).toMatchObject({ state: 'interrupted', progress: { done: 250, total: 600 } });
    // Rows that it has not reached are not shown as created.
    const rows = await listRows(id);
    expect([rows.filter(({ isProcessed }) => isProcessed).length, rows.length]).toEqual([250, 600]);
    expect((await resume(hallam, bulkEditId)).status).toBe(404);
    expect((await resume(admin, bulkEditId)).body.bulkEdit).toMatchObject({ state: 'running' });
    expect((await resume(admin, bulkEditId)).errors).toEqual({ bulkEdit: ['This change is not stopped.'] });
    await imports.runJob(admin, id);
    expect(await imports.get(admin, id)).toMatchObject({ state: 'finished', counts: { create: 600 } });
    expect(await countPeople(prefix)).toBe(600);

    const undoId = (await bulkEditCalls.undo(admin, bulkEditId)).body.bulkEdit.id;
    await imports.runJob(admin, id, 1);
    await run`update pgboss.job set state = 'failed' where name = 'bulk-edit.run'`;
    expect(await look(admin, undoId)).toMatchObject({ state: 'interrupted', progress: { done: 250, total: 600 } });
    expect((await resume(admin, undoId)).body.bulkEdit).toMatchObject({ state: 'running' });
    await imports.runJob(admin, id);
    expect(await look(admin, undoId)).toMatchObject({ state: 'finished', changed: 600 });
    expect(await countPeople(prefix)).toBe(0);
    expect((await resume(admin, undoId)).status).toBe(409);
  });

  it('can be stopped, and undone from there', async () => {
    const { id, bulkEditId } = await startImport();
    expect((await stop(admin, bulkEditId)).body.bulkEdit).toMatchObject({ state: 'stopped', canContinue: true, canUndo: true });
    expect(await imports.get(admin, id)).toMatchObject({ state: 'stopped' });
    await imports.runJob(admin, id);
    expect(await countPeople(prefix)).toBe(250);
    await imports.undo(admin, await imports.get(admin, id));
    expect(await countPeople(prefix)).toBe(0);
    expect(await imports.get(admin, id)).toMatchObject({ state: 'undone', counts: { create: 250, refuse: 350 } });
  });

  it('refuses the rest when the importer has lost the rights; another administrator can undo it', async () => {
    const someone = await aPerson(portal.db, { role: 'Admin' });
    const { id } = await startImport(await portal.as(someone.email));
    await run`update customer set active = false where id = ${someone.id}`;
    await imports.runJob(admin, id);
    expect(await imports.get(admin, id)).toMatchObject({ state: 'finished', counts: { create: 250, refuse: 350 } });
    expect(await imports.getBulkEdit(admin, id)).toMatchObject({
      refusals: [{ reason: 'The person who started this no longer has access.', count: 350 }],
      canUndo: true,
    });
    const { reasons, isProcessed } = (await imports.rows(admin, id, 'refuse'))[0] ?? {};
    expect([reasons, isProcessed]).toEqual([['The person who started this no longer has access.'], true]);
    await imports.undo(admin, await imports.get(admin, id));
    expect(await countPeople(prefix)).toBe(0);
  });
});

describe('two imports of an organisation', () => {
  it('do not run at the same time; one of another organisation does', async () => {
    const [first, second] = [await imports.preview(admin, aFileOf(3)), await imports.preview(admin, aFileOf(3, 'a'))];
    expect((await imports.requestRun(admin, first.id)).status).toBe(200);
    expect((await imports.requestRun(admin, second.id)).errors).toEqual({
      bulkEdit: ['Another import of people is running in your organisation. Please wait until it is finished.'],
    });
    const theirs = await imports.preview(hallam, `Email,First name,Last name\n${prefix}@hallam.example,Ann,Ash`);
    expect((await imports.requestRun(hallam, theirs.id)).status).toBe(200);
    expect((await imports.requestRun(admin, first.id)).status).toBe(409);
    expect((await imports.requestPreview(admin, first)).status).toBe(409);
    await Promise.all([imports.runJob(admin, first.id), imports.runJob(hallam, theirs.id)]);
    expect((await imports.requestRun(admin, second.id)).status).toBe(200);
    await imports.runJob(admin, second.id);
    // The second was previewed before the first was run: it changes the people whom it would have created.
    expect((await imports.get(admin, second.id)).counts).toMatchObject({ create: 0, change: 3 });
  });
});

describe('undoing an import', () => {
  it('restores what no one has changed since, and says what it could not restore and why', async () => {
    const lines = ['A', 'B', 'C'].map((letter) => `${prefix}${letter},${prefix}${letter}@made.example,Ann,Ash,North,,`);
    await imports.run(admin, file(...lines));
    const { done } = await imports.run(
      admin,
      file(...lines.map((line) => line.replace('Ann,Ash,North', 'Anna,Oak,South').replace('@made', '@later'))),
    );
    await run`update customer set last_name = 'Elm' where employee_number = ${`${prefix}B`}`;
    const taker = await aPerson(portal.db);
    await run`update customer set email = ${`${prefix}C@made.example`} where id = ${taker.id}`;
    expect((await imports.undo(admin, done)).status).toBe(200);
    const rows = await imports.rows(admin, done.id);
    expect(rows.map(({ undo, undoReason }) => [undo, undoReason])).toEqual([
      ['restored', null],
      ['partly', 'Last name: changed by someone else since.'],
      ['kept', 'Someone else has the previous email address now.'],
    ]);
    expect(await findPersonRecord(portal, 'employee_number', `${prefix}A`)).toMatchObject({
      first_name: 'Ann',
      last_name: 'Ash',
      email: `${prefix}A@made.example`,
      groups: [1],
    });
    expect(await findPersonRecord(portal, 'employee_number', `${prefix}B`)).toMatchObject({
      first_name: 'Ann',
      last_name: 'Elm',
      groups: [1],
    });
    expect((await imports.undo(admin, done)).errors).toEqual({ bulkEdit: ['This has already been undone.'] });
  });

  it('keeps people who have ordered, and is only for the latest import', async () => {
    const product = await aStockedProduct(portal.db);
    const { done } = await imports.run(
      admin,
      file(`${prefix}A,${prefix}a@made.example,Ann,Ash,North,,Buyer`, `${prefix}B,${prefix}b@made.example,Ben,Ash,North,,`),
    );
    await orderItems(portal.db, await portal.as(`${prefix}a@made.example`), anItem(product));
    expect((await imports.undo(hallam, done)).status).toBe(404);
    expect((await imports.undo(admin, done)).status).toBe(200);
    const rows = await imports.rows(admin, done.id);
    expect(rows.map(({ undo, undoReason }) => [undo, undoReason])).toEqual([
      ['kept', 'This person has orders and was not removed.'],
      ['restored', null],
    ]);
    expect(await findPersonRecord(portal, 'employee_number', `${prefix}B`)).toBeUndefined();
    expect(await findPersonRecord(portal, 'employee_number', `${prefix}A`)).toMatchObject({ active: true });
    const earlier = await imports.run(admin, aFileOf(1));
    await imports.run(admin, aFileOf(1, 'a'));
    expect((await imports.getBulkEdit(admin, earlier.done.id)).undoBlocker).toBe('Only the latest import can be undone.');
    expect((await imports.undo(admin, earlier.done)).status).toBe(409);
  });

  it('refuses people whose data have been erased since', async () => {
    const { done, rows } = await imports.run(admin, aFileOf(2));
    const erasedId = rows[0]?.customerId ?? 0;
    await runInTransaction(portal.db, (tx) => eraseBulkEditValues(tx, 1, ['people-import'], erasedId));
    await imports.undo(admin, done);
    const reason = 'The saved values were erased with the personal data, so there is nothing to restore.';
    expect((await imports.getBulkEdit(admin, done.id)).refusals).toMatchObject([{ reason, subjects: [{ id: erasedId }] }]);
    expect(await countPeople(prefix)).toBe(1);
  });
});

describe('the rows of a file', () => {
  it('are deleted after 90 days; the counts stay', async () => {
    const { done } = await imports.run(admin, aFileOf(2));
    await deleteExpiredImportRows(portal.db);
    expect(await imports.rows(admin, done.id)).toHaveLength(2);
    await run`update people_import set created_at = now() - interval '91 days' where id = ${done.id}`;
    await deleteExpiredImportRows(portal.db);
    expect(await imports.rows(admin, done.id)).toEqual([]);
    const after = await imports.get(admin, done.id);
    expect([after.counts.create, after.columns.flatMap(({ samples }) => samples)]).toEqual([2, []]);
    // The bulk edit was deleted before that, after 30 days.
    await run`update bulk_edit set created_at = now() - interval '91 days' where id = ${done.bulkEditId}`;
    await deleteExpiredBulkEdits(portal.db);
    expect(await imports.get(admin, done.id)).toMatchObject({ state: 'finished', bulkEditId: null });
  });
});
