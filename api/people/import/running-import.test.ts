import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import { createPeopleImportHarness, findPersonRecord } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { deleteExpiredImportRows } from './imports.queries.ts';

const portal = usePortal();
let admin: TestClient;
let hallam: TestClient;
let desk: Awaited<ReturnType<typeof createPeopleImportHarness>>;
let made = 0;
let mark: string;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  hallam = await portal.as('admin@hallam.example');
  desk = await createPeopleImportHarness(portal);
});
afterAll(() => desk?.close());
beforeEach(() => {
  made += 1;
  mark = `c${made}`;
});

const HEAD = 'Employee number,Email,First name,Last name,Group,Destination,Role';
const file = (...lines: string[]) => [HEAD, ...lines].join('\n');
const crowd = (count: number, change = '') =>
  file(...Array.from({ length: count }, (_, at) => `${mark}-${at},${mark}.${at}@made.example,Ann${change},No ${at},North,,`));
const run = (...statement: Parameters<typeof sql>) => sql(...statement).execute(portal.db);
const count = async (...statement: Parameters<typeof sql>) =>
  (await sql<{ n: number }>(...statement).execute(portal.db)).rows[0]?.n ?? 0;
const crowdOf = (word: string) =>
  count`select count(*)::int as n from customer where employee_number like ${`${word}-%`} and deleted_at is null`;

/** Everybody of Meridian as a line each, so that nobody is missing. */
async function everybody(but: readonly number[] = []): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from customer where organisation_id = 1 and active and deleted_at is null and id <> all (${[...but]}::bigint[])`.execute(
    portal.db,
  );
  return rows.map(({ email }) => `,${email},,,,,`);
}

describe('people who are not in the file', () => {
  it('lose their accounts where the file has everybody, and get them back when they are in it again', async () => {
    const [gone, closed] = [
      await aPerson(portal.db, { role: 'Staff' }),
      await aPerson(portal.db, { role: 'Staff', active: false }),
    ];
    const { done, rows } = await desk.run(admin, file(...(await everybody([gone.id]))), { missingLeave: true });
    expect(done.counts).toMatchObject({ leave: 1, refuse: 0, change: 0 });
    expect((await desk.rows(admin, done.id, 'leave'))[0]).toMatchObject({
      line: null,
      customerId: gone.id,
      person: 'Made Forthetest',
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(await findPersonRecord(portal, 'email', gone.email)).toMatchObject({ active: false });
    expect(await findPersonRecord(portal, 'email', closed.email)).toMatchObject({ active: false });
    const back = await desk.run(admin, file(...(await everybody()), `,${gone.email},,,,,`), { missingLeave: true });
    expect(back.done.counts).toMatchObject({ change: 1, leave: 0 });
    expect(await findPersonRecord(portal, 'email', gone.email)).toMatchObject({ active: true });
  });

  it('stay where they are Admin or Sales, and whoever has a line that is refused is not missing', async () => {
    const [adminToo, sales, staff] = [
      await aPerson(portal.db, { role: 'Admin' }),
      await aPerson(portal.db, { role: 'Sales' }),
      await aPerson(portal.db, { role: 'Staff' }),
    ];
    const lines = await everybody([adminToo.id, sales.id, staff.id]);
    const seen = await desk.preview(admin, file(...lines, `,${staff.email},,,Nowhere,,`), { missingLeave: true });
    expect(seen.counts).toMatchObject({ leave: 0, refuse: 1 });
  });
});

describe('the brake', () => {
  it('asks for the exact number where more than a tenth of the accounts would be closed', async () => {
    const staff = await sql<{ email: string; id: number }>`
      select c.id, c.email from customer c where c.organisation_id = 1 and c.active and c.deleted_at is null
        and exists (select from customer_role r where r.customer_id = c.id and r.role_id = 34)
        and not exists (select from customer_role r where r.customer_id = c.id and r.role_id in (33, 36)) order by c.id limit 60`.execute(
      portal.db,
    );
    const seen = await desk.preview(admin, file(...(await everybody(staff.rows.map(({ id }) => id)))), { missingLeave: true });
    expect(seen.brake).toMatchObject({ closing: 60, percent: 10, mustConfirm: true });
    for (const wrong of [undefined, 59, 61]) {
      const refused = await desk.requestRun(admin, seen.id, wrong);
      expect(refused.status).toBe(409);
      expect(refused.errors.confirmClosing?.[0]).toMatch(
        /^60 of \d+ active people would lose their account, which is more than 10 %/,
      );
    }
    expect((await desk.requestRun(admin, seen.id, 60)).status).toBe(200);
    await desk.runJob(admin, seen.id);
    expect((await desk.get(admin, seen.id)).counts.leave).toBe(60);
    await desk.undo(admin, seen.id);
    expect((await desk.get(admin, seen.id)).undoCounts).toEqual({ undone: 60, partly: 0, kept: 0 });
    expect((await findPersonRecord(portal, 'email', staff.rows[0]?.email ?? ''))?.active).toBe(true);
  });
});

describe('the share from which on the brake asks', () => {
  const set = (brakePercent: number, seenPercent?: number, by = admin) =>
    by.put<'PUT /api/peopleimports/settings'>('/api/peopleimports/settings', {
      peopleImportSettings: { brakePercent, seenPercent },
    });
  const get = async (by = admin) =>
    (await by.get<'GET /api/peopleimports/settings'>('/api/peopleimports/settings')).body.peopleImportSettings.brakePercent;

  it('is set for the organisation, holds for what is previewed already, and is told in the trail', async () => {
    expect([await get(), await get(hallam)]).toEqual([10, 10]);
    const { id } = await aPerson(portal.db, { role: 'Staff' });
    const seen = await desk.preview(admin, file(...(await everybody([id]))), { missingLeave: true });
    expect(seen.brake).toMatchObject({ closing: 1, percent: 10, mustConfirm: false });

    expect((await set(0, 10)).body.peopleImportSettings).toEqual({ brakePercent: 0 });

    expect([await get(), await get(hallam)]).toEqual([0, 10]);
    expect((await desk.get(admin, seen.id)).brake).toMatchObject({ percent: 0, mustConfirm: true });
    expect((await desk.requestRun(admin, seen.id)).status).toBe(409);
    const trail = await sql`
      select actor_id, before, after from audit_event where action = 'people.importBrakeSet' order by id desc limit 1`.execute(
      portal.db,
    );
    expect(trail.rows).toEqual([{ actor_id: admin.customerId, before: { brakePercent: 10 }, after: { brakePercent: 0 } }]);
  });

  it('is not overwritten by whoever saw another one, and not set by administrators of some groups', async () => {
    await set(20);
    expect((await set(30, 15)).errors).toEqual({
      brakePercent: ['Somebody else has set it to 20 % meanwhile. Nothing was saved; please look at it and save again.'],
    });
    const north = await portal.as('north.admin@meridian.example');
    expect((await set(30, 20, north)).status).toBe(403);
    expect([await get(north), await get()]).toEqual([20, 20]);
    for (const wrong of [-1, 101, 2.5]) expect((await set(wrong)).status).toBe(422);
    expect((await set(10, 20)).status).toBe(200);
  });
});

describe('a process that is killed', () => {
  it('is followed by another one that does the rest, and nothing twice', async () => {
    const seen = await desk.preview(admin, crowd(600));
    await desk.requestRun(admin, seen.id);
    await desk.runJob(admin, seen.id, 1);
    expect(await desk.get(admin, seen.id)).toMatchObject({ state: 'running', progress: { done: 250, total: 600 } });
    expect(await crowdOf(mark)).toBe(250);
    // Killed between two chunks, and once more within one: two processes come back for the same import.
    await Promise.all([desk.runJob(admin, seen.id), desk.runJob(admin, seen.id)]);
    expect(await desk.get(admin, seen.id)).toMatchObject({ state: 'done', progress: { done: 600, total: 600 } });
    expect(await crowdOf(mark)).toBe(600);
    const added = await count`select count(*)::int as n from audit_event e join customer c on e.subject_id = c.id::text
      where e.action = 'customer.added' and c.employee_number like ${`${mark}-%`}`;
    expect(added).toBe(600);
    const standing = await count`select count(*)::int as n from uniform_status s join customer c on c.id = s.customer_id
      where c.employee_number like ${`${mark}-%`} and s.season_id > 0`;
    expect(standing).toBe(600);
  });

  it('is followed in the same way while it previews and takes back', async () => {
    const read = await desk.upload(admin, crowd(600));
    await desk.requestPreview(admin, read);
    await desk.runJob(admin, read.id, 2);
    expect((await desk.get(admin, read.id)).state).toBe('previewing');
    await desk.runJob(admin, read.id);
    expect((await desk.get(admin, read.id)).counts.create).toBe(600);
    await desk.requestRun(admin, read.id);
    await desk.runJob(admin, read.id);
    await admin.post('/api/peopleimports/0/undo');
    await admin.post<'POST /api/peopleimports/:id/undo'>(`/api/peopleimports/${read.id}/undo`);
    await desk.runJob(admin, read.id, 1);
    expect(await crowdOf(mark)).toBe(350);
    await desk.runJob(admin, read.id);
    expect(await crowdOf(mark)).toBe(0);
    expect((await desk.get(admin, read.id)).undoCounts).toEqual({ undone: 600, partly: 0, kept: 0 });
  });

  it('leaves an import that cannot go on with a reason, and what was done can be taken back', async () => {
    const someone = await aPerson(portal.db, { role: 'Admin' });
    const helper = await portal.as(someone.email);
    const seen = await desk.preview(helper, crowd(600));
    await desk.requestRun(helper, seen.id);
    await desk.runJob(helper, seen.id, 1);
    await run`update customer set active = false where id = ${someone.id}`;
    await desk.runJob(helper, seen.id);
    expect(await desk.get(admin, seen.id)).toMatchObject({
      state: 'failed',
      failure: 'Whoever asked for this is not an administrator any more.',
      undoAllowed: true,
    });
    await desk.undo(admin, seen.id);
    expect(await crowdOf(mark)).toBe(0);
  });
});

describe('an import that broke off', () => {
  const goOn = (id: number, as = admin) => as.post<'POST /api/peopleimports/:id/continue'>(`/api/peopleimports/${id}/continue`);

  const rowsOf = async (importId: number) => {
    const pages = [0, 1, 2].map((page) =>
      admin.get<'GET /api/peopleimports/:id/rows'>(`/api/peopleimports/${importId}/rows?limit=250&page=${page}`),
    );
    return (await Promise.all(pages)).flatMap(({ body }) => body.rows);
  };

  it('goes on from where it stood, forwards and back, also with the rights of somebody else', async () => {
    const someone = await aPerson(portal.db, { role: 'Admin' });
    const helper = await portal.as(someone.email);
    const seen = await desk.preview(helper, crowd(600));
    await desk.requestRun(helper, seen.id);
    await desk.runJob(helper, seen.id, 1);
    await run`update customer set active = false where id = ${someone.id}`;
    await desk.runJob(helper, seen.id);
    expect(await desk.get(admin, seen.id)).toMatchObject({
      state: 'failed',
      isStopped: true,
      progress: { done: 250, total: 600 },
    });
    // Whom it did not reach is not said to be created.
    const reached = await rowsOf(seen.id);
    expect([reached.filter(({ isDone }) => isDone).length, reached.length]).toEqual([250, 600]);
    expect((await goOn(seen.id, hallam)).status).toBe(404);
    expect((await goOn(seen.id)).body.peopleImport).toMatchObject({ state: 'running', isStopped: false, failure: null });
    expect((await goOn(seen.id)).errors).toEqual({ peopleImport: ['This import has not stopped.'] });
    await desk.runJob(admin, seen.id);
    expect(await desk.get(admin, seen.id)).toMatchObject({ state: 'done', progress: { done: 600, total: 600 } });
    expect(await crowdOf(mark)).toBe(600);

    await admin.post<'POST /api/peopleimports/:id/undo'>(`/api/peopleimports/${seen.id}/undo`);
    await desk.runJob(admin, seen.id, 1);
    // The queue itself gave it up: the database was away for too long.
    await run`update pgboss.job set state = 'failed' where name = 'people.import'`;
    expect(await desk.get(admin, seen.id)).toMatchObject({ state: 'undoing', isStopped: true });
    expect((await goOn(seen.id)).body.peopleImport).toMatchObject({ state: 'undoing', isStopped: false });
    await desk.runJob(admin, seen.id);
    expect((await desk.get(admin, seen.id)).undoCounts).toEqual({ undone: 600, partly: 0, kept: 0 });
    expect(await crowdOf(mark)).toBe(0);
    expect((await goOn(seen.id)).status).toBe(409);
  });
});

describe('two imports of an organisation', () => {
  it('are not carried out at the same time; those of another organisation are', async () => {
    const [first, second] = [await desk.preview(admin, crowd(3)), await desk.preview(admin, crowd(3, 'a'))];
    expect((await desk.requestRun(admin, first.id)).status).toBe(200);
    expect((await desk.requestRun(admin, second.id)).errors).toEqual({
      peopleImport: ['Another import of people of your organisation is under way. Please wait until it is done.'],
    });
    const theirs = await desk.preview(hallam, `Email,First name,Last name\n${mark}@hallam.example,Ann,Ash`);
    expect((await desk.requestRun(hallam, theirs.id)).status).toBe(200);
    expect((await desk.requestRun(admin, first.id)).status).toBe(409);
    expect((await desk.requestPreview(admin, first)).status).toBe(409);
    await Promise.all([desk.runJob(admin, first.id), desk.runJob(hallam, theirs.id)]);
    expect((await desk.requestRun(admin, second.id)).status).toBe(200);
    await desk.runJob(admin, second.id);
    // The second had been compared before the first was carried out: it changes whom it would have created.
    expect((await desk.get(admin, second.id)).counts).toMatchObject({ create: 0, change: 3 });
  });
});

describe('taking back', () => {
  it('restores what nobody has touched since, and says what it could not restore and why', async () => {
    const lines = ['A', 'B', 'C'].map((letter) => `${mark}${letter},${mark}${letter}@made.example,Ann,Ash,North,,`);
    await desk.run(admin, file(...lines));
    const { done } = await desk.run(
      admin,
      file(...lines.map((line) => line.replace('Ann,Ash,North', 'Anna,Oak,South').replace('@made', '@later'))),
    );
    await run`update customer set last_name = 'Elm' where employee_number = ${`${mark}B`}`;
    const taker = await aPerson(portal.db);
    await run`update customer set email = ${`${mark}C@made.example`} where id = ${taker.id}`;
    expect((await desk.undo(admin, done.id)).status).toBe(200);
    const rows = await desk.rows(admin, done.id);
    expect(rows.map(({ undo, undoReasons }) => [undo, ...undoReasons])).toEqual([
      ['undone'],
      ['partly', 'Somebody has changed this person since; what they changed stays.'],
      ['kept', 'Somebody else has the earlier e-mail address by now.'],
    ]);
    expect(await findPersonRecord(portal, 'employee_number', `${mark}A`)).toMatchObject({
      first_name: 'Ann',
      last_name: 'Ash',
      email: `${mark}A@made.example`,
      groups: [1],
    });
    expect(await findPersonRecord(portal, 'employee_number', `${mark}B`)).toMatchObject({
      first_name: 'Ann',
      last_name: 'Elm',
      groups: [1],
    });
    expect((await desk.undo(admin, done.id)).errors).toEqual({ peopleImport: ['It has been taken back already.'] });
  });

  it('keeps people who have ordered, and is only for the last import', async () => {
    const product = await aStockedProduct(portal.db);
    const { done } = await desk.run(
      admin,
      file(`${mark}A,${mark}a@made.example,Ann,Ash,North,,Buyer`, `${mark}B,${mark}b@made.example,Ben,Ash,North,,`),
    );
    await orderItems(portal.db, await portal.as(`${mark}a@made.example`), anItem(product));
    expect((await desk.undo(hallam, done.id)).status).toBe(404);
    expect((await desk.undo(admin, done.id)).status).toBe(200);
    const rows = await desk.rows(admin, done.id);
    expect(rows.map(({ undo, undoReasons }) => [undo, undoReasons[0]])).toEqual([
      ['kept', 'The person stays, because something has been ordered since.'],
      ['undone', undefined],
    ]);
    expect(await findPersonRecord(portal, 'employee_number', `${mark}B`)).toBeUndefined();
    expect(await findPersonRecord(portal, 'employee_number', `${mark}A`)).toMatchObject({ active: true });
    const earlier = await desk.run(admin, crowd(1));
    await desk.run(admin, crowd(1, 'a'));
    expect((await desk.get(admin, earlier.done.id)).undoObstacle).toBe('Only the last import can be taken back.');
    expect((await desk.undo(admin, earlier.done.id)).status).toBe(409);
  });
});

describe('what a file said of people', () => {
  it('is deleted after 90 days, and its numbers stay', async () => {
    const { done } = await desk.run(admin, crowd(2));
    await deleteExpiredImportRows(portal.db);
    expect(await desk.rows(admin, done.id)).toHaveLength(2);
    await run`update people_import set created_at = now() - interval '91 days' where id = ${done.id}`;
    await deleteExpiredImportRows(portal.db);
    expect(await desk.rows(admin, done.id)).toEqual([]);
    const after = await desk.get(admin, done.id);
    expect([after.counts.create, after.undoAllowed, after.columns.flatMap(({ samples }) => samples)]).toEqual([2, false, []]);
    expect(after.undoObstacle).toBe('The values from before are not kept any more.');
  });
});
