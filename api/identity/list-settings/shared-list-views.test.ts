import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPerson, NORTH } from '#api/testing/builders.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import { type TestClient, type TestServer, toRefusal } from '#api/testing/portal.ts';
import type { StatementFault } from '#api/testing/statement-faults.ts';
import { listAuditEventsFor } from '#api/testing/structure-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

let admin: TestClient;
let colleague: TestClient;
let groupAdmin: TestClient;
let buyer: TestClient;
let staff: TestClient;
beforeEach(async () => {
  await sql`delete from list_view`.execute(portal.db);
  const logIn = async (person: Parameters<typeof aPerson>[1]) => portal.as((await aPerson(portal.db, person)).email);
  admin = await logIn({ role: 'Admin', groupIds: [], firstName: 'Ada' });
  colleague = await logIn({ role: 'Admin', groupIds: [], firstName: 'Cora' });
  groupAdmin = await logIn({ role: 'Admin', groupIds: [], adminableGroupIds: [NORTH.groupId] });
  buyer = await logIn({ role: 'Buyer' });
  staff = await logIn({ role: 'Staff' });
});

type Client = Pick<TestClient, 'get' | 'post' | 'put' | 'delete'>;
const request = (client: Client, list = 'people') => client.get<'GET /api/listviews/:list'>(`/api/listviews/${list}`);
const read = async (client: Client, list?: string) => (await request(client, list)).body.listViews;
const add = (client: Client, listView: object, list = 'people') =>
  client.post<'POST /api/listviews/:list'>(`/api/listviews/${list}`, { listView });
const change = (client: Client, id: number, listView: object) =>
  client.put<'PUT /api/listviews/:list/:id'>(`/api/listviews/people/${id}`, { listView });
const remove = (client: Client, id: number) => client.delete<'DELETE /api/listviews/:list/:id'>(`/api/listviews/people/${id}`);
const names = (views: readonly { name: string; isShared: boolean }[]) =>
  views.map(({ name, isShared }) => (isShared ? `${name}, shared` : name));

/** Shares a view and returns it. */
async function share(client: Client, name: string, filters = '') {
  const { body } = await add(client, { name, filters, isShared: true });
  return body.listViews.find((view) => view.isShared && view.name === name)!;
}

const refused = [403, { authorization: ['Only an administrator of the whole organisation may do this.'] }];

describe('a shared view', () => {
  it('is seen by everyone in the organisation who may open the list, and changed by administrators of the whole one alone', async () => {
    await add(buyer, { name: 'Zoe’s', filters: 'q=Zoe' });
    const { body } = await add(admin, { name: 'Not started', filters: 'uniform=10&page=3', columns: ['start'], isShared: true });
    const [view] = body.listViews;
    expect(body).toEqual({
      listViews: [
        {
          id: expect.any(Number),
          name: 'Not started',
          filters: 'uniform=10',
          columns: ['start'],
          isShared: true,
          canChange: true,
          ownerName: 'Ada Forthetest',
          version: 1,
        },
      ],
      canShare: true,
    });
    const id = view?.id as number;

    expect((await request(colleague)).body).toEqual(body);
    for (const [reader, own] of [
      [groupAdmin, []],
      [buyer, ['Zoe’s']],
    ] as const) {
      const seen = (await request(reader)).body;
      expect([names(seen.listViews), seen.canShare]).toEqual([[...own, 'Not started, shared'], false]);
      expect(seen.listViews.at(-1)).toEqual({ ...view, canChange: false });
      expect(toRefusal(await change(reader, id, { name: 'Mine' }))).toEqual(refused);
      expect(toRefusal(await change(reader, id, { isShared: false }))).toEqual(refused);
      expect(toRefusal(await remove(reader, id))).toEqual(refused);
    }
    const elsewhere = await portal.as('admin@hallam.example');
    expect(await read(elsewhere)).toEqual([]);
    for (const reply of [await change(elsewhere, id, { name: 'Theirs' }), await remove(elsewhere, id)])
      expect(toRefusal(reply)).toEqual([404, { listView: ['List view not found.'] }]);
    expect(await read(admin)).toEqual([view]);
    expect(names((await remove(colleague, id)).body.listViews)).toEqual([]);
  });

  it('is not shown to someone who may not open the list, whom the call of the list refuses too', async () => {
    const { id } = await share(admin, 'Not started');
    expect((await staff.get('/api/customers')).status).toBe(403);
    for (const reply of [
      await request(staff),
      await add(staff, { name: 'Mine', filters: '' }),
      await change(staff, id, { name: 'Mine' }),
      await remove(staff, id),
    ])
      expect(reply.status).toBe(403);
    expect((await request(staff, 'orders')).status).toBe(200);
  });

  it('is made by administrators of the whole organisation alone', async () => {
    for (const client of [groupAdmin, buyer]) {
      expect(toRefusal(await add(client, { name: 'For all', filters: '', isShared: true }))).toEqual(refused);
      const [own] = (await add(client, { name: 'Own', filters: '', isShared: false })).body.listViews;
      expect(toRefusal(await change(client, own?.id as number, { isShared: true }))).toEqual(refused);
      expect((await change(client, own?.id as number, { name: 'Own too', isShared: false })).status).toBe(200);
      expect(names(await read(client))).toEqual(['Own too']);
    }
    expect(await read(admin)).toEqual([]);
  });

  it('comes after one’s own, with a name that no other shared view of the list has', async () => {
    await share(admin, 'heights');
    await share(admin, 'Alpha');
    await add(colleague, { name: 'Heights', filters: '' });
    await add(colleague, { name: 'Zeta', filters: '' });
    const views = await read(colleague);
    expect(names(views)).toEqual(['Heights', 'Zeta', 'Alpha, shared', 'heights, shared']);

    const taken = [422, { name: ['There is already a shared view with this name.'] }];
    expect(toRefusal(await add(colleague, { name: 'HEIGHTS', filters: '', isShared: true }))).toEqual(taken);
    expect(toRefusal(await change(colleague, views[0]!.id, { isShared: true }))).toEqual(taken);
    expect(toRefusal(await change(colleague, views[2]!.id, { name: 'Heights' }))).toEqual(taken);
    expect((await add(colleague, { name: 'Heights', filters: '', isShared: true }, 'orders')).status).toBe(200);
    // A name that an own view has is free for a shared one, in one step.
    expect(names((await change(colleague, views[0]!.id, { name: 'Zeta', isShared: true })).body.listViews)).toEqual([
      'Zeta',
      'Alpha, shared',
      'heights, shared',
      'Zeta, shared',
    ]);
  });

  it('is an own view before it is shared, and one of the administrator who ends the sharing afterwards', async () => {
    const [own] = (await add(admin, { name: 'Heights', filters: 'destination=2' })).body.listViews;
    const id = own!.id;
    await change(admin, id, { isShared: true });
    expect(await read(colleague)).toMatchObject([{ ...own, isShared: true, ownerName: 'Ada Forthetest', version: 2 }]);
    await add(colleague, { name: 'Heights', filters: '' });
    expect((await change(colleague, id, { isShared: false })).errors).toEqual({
      name: ['You already have a view with this name.'],
    });

    await change(colleague, id, { isShared: false, name: 'Torbay Heights' });
    expect(await read(colleague)).toMatchObject([
      { name: 'Heights' },
      { id, name: 'Torbay Heights', filters: 'destination=2', isShared: false, ownerName: null, canChange: true },
    ]);
    expect(await read(admin)).toEqual([]);
  });

  it('is refused beyond twenty for a list, beside one’s own twenty', async () => {
    for (let n = 1; n < 20; n += 1) await share(admin, `Shared ${n}`);
    for (let n = 1; n <= 20; n += 1) await add(colleague, { name: `Own ${n}`, filters: '' });
    const replies = await Promise.all(
      [admin, colleague, admin].map((client, n) => add(client, { name: `Last ${n}`, filters: '', isShared: true })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const full = { listView: ['An organisation can share up to 20 views of a list. Delete one that is no longer needed.'] };
    const [own, ...others] = await read(colleague);
    expect(others.length).toBe(39);
    expect(toRefusal(await change(colleague, own!.id, { isShared: true }))).toEqual([400, full]);
    expect(toRefusal(await change(colleague, others.at(-1)!.id, { isShared: false }))).toEqual([
      400,
      { listView: ['You can save up to 20 views. Delete one that you no longer need.'] },
    ]);
    expect((await change(colleague, others.at(-1)!.id, { filters: 'uniform=10' })).status).toBe(200);
    expect((await add(admin, { name: 'One', filters: '', isShared: true }, 'orders')).status).toBe(200);
  });

  it('outlives the account of the person who shared it, without their name', async () => {
    const removed = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [], firstName: 'Rita' })).email);
    const { id } = await share(removed, 'Not started', 'uniform=10');
    await add(removed, { name: 'Own', filters: '' });
    expect((await admin.delete(`/api/customers/${removed.customerId}`)).status).toBe(200);
    const left = { id, name: 'Not started', filters: 'uniform=10', isShared: true, ownerName: null };
    expect(await read(admin)).toMatchObject([{ ...left, canChange: true }]);
    expect((await admin.post(`/api/customers/${removed.customerId}/restore`)).status).toBe(200);
    expect(await read(buyer)).toMatchObject([{ ...left, ownerName: 'Rita Forthetest' }]);

    const { rows } = await sql<{ email: string }>`select email from customer where id = ${removed.customerId}`.execute(portal.db);
    expect((await erasePerson(admin, removed.customerId, rows[0]!.email)).status).toBe(200);
    expect(await read(buyer)).toMatchObject([left]);
    expect((await sql`select from list_view where name = 'Own' or shared_by_id is not null`.execute(portal.db)).rows).toEqual([]);
  });

  it('can be read but not changed while impersonating, as one’s own', async () => {
    const [own] = (await add(admin, { name: 'Own', filters: '' })).body.listViews;
    const { id } = await share(colleague, 'For all');
    expect((await admin.get(`/api/customers/impersonate/${staff.customerId}`)).status).toBe(200);

    const { status, body } = await request(admin);
    expect([status, names(body.listViews), body.canShare]).toEqual([200, ['Own', 'For all, shared'], false]);
    expect(body.listViews.map(({ canChange }) => canChange)).toEqual([false, false]);
    for (const reply of [
      await add(admin, { name: 'More', filters: '', isShared: true }),
      await change(admin, id, { name: 'More' }),
      await change(admin, own!.id, { isShared: true }),
      await remove(admin, id),
    ])
      expect(reply.status).toBe(403);
  });

  it('is in the audit log, with filters as people read them', async () => {
    const { id } = await share(admin, 'Ann', 'q=Ann+L%C3%B8w&uniform=10%00');
    await change(colleague, id, { name: 'Ann L', columns: ['start'] });
    await change(colleague, id, { name: 'Ann L' });
    await change(colleague, id, { isShared: false });
    await change(colleague, id, { isShared: true, filters: '' });
    await remove(admin, id);
    const own = (await add(admin, { name: 'Own', filters: '' })).body.listViews[0]!.id;
    await change(admin, own, { name: 'Own too' });
    await remove(admin, own);

    const filters = 'q=Ann Løw&uniform=10';
    const last = { list: 'people', name: 'Ann L', filters: '', columns: ['start'] };
    const events = async (action: string, about = id) =>
      (await listAuditEventsFor(portal, `listView.${action}`, about)).map(({ actor_id, before, after }) => ({
        by: actor_id,
        before,
        after,
      }));
    expect(await events('shared')).toEqual([
      { by: admin.customerId, before: null, after: { list: 'people', name: 'Ann', filters, columns: null } },
      { by: colleague.customerId, before: null, after: last },
    ]);
    expect(await events('changed')).toEqual([
      {
        by: colleague.customerId,
        before: { name: 'Ann', columns: null },
        after: { name: 'Ann L', columns: ['start'] },
      },
    ]);
    expect(await events('unshared')).toEqual([{ by: colleague.customerId, before: { ...last, filters }, after: null }]);
    expect(await events('removed')).toEqual([{ by: admin.customerId, before: last, after: null }]);
    for (const action of ['shared', 'changed', 'removed']) expect(await events(action, own)).toEqual([]);
  });

  it('is read together with one’s own by one statement', async () => {
    await share(admin, 'For all');
    await read(buyer);
    const before = portal.statementsSent();
    expect((await read(buyer)).length).toBe(1);
    expect(portal.statementsSent() - before).toBe(1);
  });
});

describe('two administrators who change one shared view', () => {
  it('keep each other’s changes of different parts; of the same part the second is told', async () => {
    const { id, version } = await share(admin, 'Not started', 'uniform=10');
    await change(admin, id, { version, filters: 'uniform=20' });
    expect((await change(colleague, id, { version, columns: ['start'] })).status).toBe(200);
    const conflict = 'someone else has changed this in the meantime. Nothing was saved. Please check it and save again.';
    expect(toRefusal(await change(colleague, id, { version, name: 'New', filters: 'uniform=30' }))).toEqual([
      409,
      { listView: [`Filters and order: ${conflict}`] },
    ]);
    expect((await change(colleague, id, { version, filters: 'uniform=20' })).status).toBe(200);
    expect(await read(admin)).toMatchObject([{ name: 'Not started', filters: 'uniform=20', columns: ['start'], version: 3 }]);
    await change(admin, id, { isShared: false });
    expect((await change(colleague, id, { version, name: 'New' })).status).toBe(404);
  });

  /** Both change the filters at the same moment. Returns the responses' statuses. */
  async function changeAtOnce(server: TestServer) {
    const { id, version } = await share(admin, 'Not started');
    const replies = await Promise.all(
      [admin, colleague].map((client, n) =>
        change(server.withSession(client), id, { version, filters: `uniform=${(n + 1) * 10}` }),
      ),
    );
    return replies.map(({ status }) => status).toSorted();
  }

  it('at the same moment do not overwrite each other', async () => {
    expect(await changeAtOnce(portal)).toEqual([200, 409]);
  });

  it('would, without the lock of the organisation', async () => {
    const bothHaveRead = Promise.withResolvers<void>();
    let readers = 0;
    const faults: StatementFault[] = [
      { statement: /for no key update/, rewrite: (text) => text.replace('for no key update', '') },
      {
        statement: /from "list_view" where/,
        afterwards: () => {
          readers += 1;
          if (readers === 2) bothHaveRead.resolve();
          return bothHaveRead.promise;
        },
      },
    ];
    expect(await changeAtOnce(await portal.openSecondServer({ faults }))).toEqual([200, 200]);
  });
});
