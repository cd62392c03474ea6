import { existsSync } from 'node:fs';
import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPortalExports, createSupplierExports } from '#api/exports.ts';
import { jobDefinitions } from '#api/jobs.ts';
import { aPerson } from '#api/testing/builders.ts';
import { aCrowdLike } from '#api/testing/crowd.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';
import { EXPORT_CALLS, MAX_DIRECT_ROWS } from '#contract/platform/exports/export-lists.ts';
import { runInTransaction } from '../db/database.ts';
import { type BlobStore, createBlobStore } from '../files/blob-store.ts';
import { type JobQueue, openJobQueue } from '../jobs/queue.ts';
import { beginAttempt, deleteExpiredExports, insertExport } from './exports.queries.ts';

const portal = usePortal();
let admin: TestClient;
let jobs: JobQueue;
let blobs: BlobStore;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  jobs = openJobQueue(portal.url, pino({ level: 'silent' }));
  await jobs.createQueues(jobDefinitions);
  blobs = createBlobStore(portal.config.fileStorage);
});
afterAll(() => jobs?.close());

type Client = Pick<TestClient, 'get' | 'post' | 'headers'>;

const start = (person: Client, list: string, query = '', more: object = {}) =>
  person.post<'POST /api/exports'>('/api/exports', { list, query, ...more });
const get = async (person: Client, id: number) =>
  (await person.get<'GET /api/exports/:id'>(`/api/exports/${id}`)).body.export as ReplyOf<'GET /api/exports/:id'>['export'];
const startedId = async (person: Client, list: string, query?: string) => {
  const { status, body } = await start(person, list, query);
  expect(status).toBe(200);
  return (body.export as { id: number }).id;
};
const writer = (store = blobs) => ({ config: portal.config, blobs: store, log: pino({ level: 'silent' }) });
/** Runs the job of an export. `store` takes the content. */
const write = (id: number, store?: BlobStore) => createPortalExports({ db: portal.db, jobs }).write(id, writer(store));
const finishedId = async (person: Client, list: string, query?: string) => {
  const id = await startedId(person, list, query);
  await write(id);
  expect(await get(person, id)).toMatchObject({ state: 'finished', problem: null });
  return id;
};
const file = (person: Client, id: number) => portal.app.inject({ url: `/api/exports/${id}/file`, headers: person.headers });
const sheets = async (content: Buffer) => (await readXlsx(content)).sheets.map(({ name, rows }) => ({ name, rows }));
const exportOwner = () => ({ organisationId: admin.organisationId, actorId: admin.customerId });
const contentOf = async (id: number) => {
  const { rows } = await sql<{ key: string }>`select storage_key as key from list_export where id = ${id}`.execute(portal.db);
  const content = rows[0] && (await blobs.read(rows[0].key));
  content?.destroy();
  return content;
};

describe('an export of more than 5,000 people', () => {
  it('is written by a job and is the file that the call answers with', async () => {
    const { id: like } = await aPerson(portal.db, {});
    await aCrowdLike(portal.db, like, MAX_DIRECT_ROWS + 1);
    const { status, body } = await start(admin, 'people', 'query=crowd&order=email');
    expect([status, body.isNew]).toEqual([200, true]);
    expect(body.export).toMatchObject({ list: 'people', state: 'waiting', fileName: null, query: 'query=crowd&order=email' });
    const id = (body.export as { id: number }).id;

    // A second one of the same list is the one that runs.
    const second = await start(admin, 'people', 'query=other');
    expect(second.body).toMatchObject({ isNew: false, export: { id, query: 'query=crowd&order=email' } });
    expect((await file(admin, id)).statusCode).toBe(404);

    await write(id);
    const finished = await get(admin, id);
    expect(finished).toMatchObject({
      state: 'finished',
      progress: { done: MAX_DIRECT_ROWS + 1, total: MAX_DIRECT_ROWS + 1 },
      fileName: expect.stringMatching(/^customers-\d{8}\.xlsx$/),
    });
    expect(Date.parse(finished.expiresOnUtc) - Date.parse(finished.finishedOnUtc as string)).toBe(24 * 60 * 60 * 1000);
    const downloaded = await file(admin, id);
    expect(downloaded.headers['x-filename']).toBe(finished.fileName);
    expect(Number(downloaded.headers['content-length'])).toBe(finished.sizeInBytes);
    const direct = await portal.app.inject({
      url: '/api/customers/exportToExcel?query=crowd&order=email',
      headers: admin.headers,
    });
    const [written, answered] = [await sheets(downloaded.rawPayload), await sheets(direct.rawPayload)];
    expect(written[0]?.rows).toHaveLength(MAX_DIRECT_ROWS + 2);
    expect(written).toEqual(answered);
    const { rows } = await sql<{ events: number }>`
      select count(*)::int as events from audit_event where action = 'people.exported' and actor_id = ${admin.customerId}`.execute(
      portal.db,
    );
    expect(rows[0]?.events).toBe(2);
  });

  it('is listed for the one who asked, and for nobody else', async () => {
    const id = await finishedId(admin, 'people');
    expect((await admin.get<'GET /api/exports'>('/api/exports')).body.exports[0]).toMatchObject({ id, state: 'finished' });
    const other = await portal.as('admin@hallam.example');
    const colleague = await portal.as('buyer@meridian.example');
    for (const person of [other, colleague]) {
      expect((await person.get<'GET /api/exports'>('/api/exports')).body.exports).toEqual([]);
      expect((await person.get(`/api/exports/${id}`)).status).toBe(404);
      expect((await person.post(`/api/exports/${id}/stop`)).status).toBe(404);
      expect((await file(person, id)).statusCode).toBe(404);
    }
  });
});

describe('an export', () => {
  it.each(Object.entries(EXPORT_CALLS).filter(([list]) => !['range', 'orderSheet', 'importReport'].includes(list)))(
    'of %s is the file that %s answers with',
    async (list, call) => {
      const id = await finishedId(admin, list);
      const direct = await portal.app.inject({ url: call.split(' ')[1] as string, headers: admin.headers });
      expect(direct.statusCode).toBe(200);
      expect(await sheets((await file(admin, id)).rawPayload)).toEqual(await sheets(direct.rawPayload));
    },
  );

  it('of a list of which the page does not know the length is none where it is short', async () => {
    for (const list of ['orderSheet', 'range']) expect((await start(admin, list)).body).toEqual({ export: null, isNew: false });
  });

  it.each(['range', 'orderSheet'] as const)('of %s is, where it is long, the file that its call answers with', async (list) => {
    const { id } = await runInTransaction(portal.db, async (tx) => {
      const added = await insertExport(tx, exportOwner(), { list, recordId: null, query: '', requestId: 'test' });
      return added as { id: number };
    });
    await write(id);
    const direct = await portal.app.inject({ url: EXPORT_CALLS[list].split(' ')[1] as string, headers: admin.headers });
    expect(await sheets((await file(admin, id)).rawPayload)).toEqual(await sheets(direct.rawPayload));
  });

  it('is refused with a query that its call refuses, and without the right to that call', async () => {
    expect((await start(admin, 'people', 'groupIds=none')).status).toBe(400);
    expect((await start(admin, 'people', 'grupIds=4')).errors).toHaveProperty('grupIds');
    expect((await start(admin, 'garments')).status).toBe(422);
    expect((await start(admin, 'importReport')).errors).toHaveProperty('importId');
    expect((await start(admin, 'stock', 'organisationId=2')).status).toBe(403);
    expect((await start(admin, 'stock', 'impersonatedId=2')).status).toBe(403);
    const wearer = await portal.as('staff@meridian.example');
    expect((await start(wearer, 'people')).status).toBe(403);
  });

  it('is one’s own while ordering for someone else, and refused where its call is', async () => {
    const boss = await portal.as((await aPerson(portal.db, { role: 'Admin' })).email);
    const id = await finishedId(boss, 'people');
    const orders = await finishedId(boss, 'orders');
    const { id: wearer } = await aPerson(portal.db, {});
    expect((await boss.get(`/api/customers/impersonate/${wearer}`)).status).toBe(200);
    expect((await start(boss, 'orders')).status).toBe(403);
    expect((await file(boss, orders)).statusCode).toBe(403);
    expect((await file(boss, id)).statusCode).toBe(200);
    expect((await start(boss, 'people')).body.isNew).toBe(true);
  });

  it('ends when it is stopped, before it runs and while it runs', async () => {
    const waiting = await startedId(admin, 'people');
    await admin.post(`/api/exports/${waiting}/stop`);
    await write(waiting);
    expect(await get(admin, waiting)).toMatchObject({ state: 'stopped' });

    const running = await startedId(admin, 'people');
    await write(running, {
      ...blobs,
      write: async (key, path) => {
        await blobs.write(key, path);
        await admin.post(`/api/exports/${running}/stop`);
      },
    });
    expect(await get(admin, running)).toMatchObject({ state: 'stopped', fileName: null });
    expect(await contentOf(running)).toBeUndefined();
    expect((await file(admin, running)).statusCode).toBe(404);
  });

  it('goes on in another process when its own was killed, and the first attempt ends when it has only been slow', async () => {
    const id = await startedId(admin, 'people');
    await write(id, {
      ...blobs,
      write: async (key, path) => {
        await blobs.write(key, path);
        // The queue gives the job to another process.
        await beginAttempt(portal.db, id);
      },
    });
    expect(await get(admin, id)).toMatchObject({ state: 'running', fileName: null });
    await write(id);
    expect(await get(admin, id)).toMatchObject({ state: 'finished' });
    expect((await file(admin, id)).statusCode).toBe(200);
  });

  it('of which nothing has been heard for a minute has failed, and another one can be started', async () => {
    const id = await startedId(admin, 'people');
    await beginAttempt(portal.db, id);
    await sql`update list_export set progress_at = now() - interval '2 minutes' where id = ${id}`.execute(portal.db);
    expect(await get(admin, id)).toMatchObject({ state: 'failed', problem: expect.stringContaining('was interrupted') });
    const again = await start(admin, 'people');
    expect(again.body.isNew).toBe(true);
    await admin.post(`/api/exports/${again.body.export?.id}/stop`);
  });

  it('deletes what a killed process has left of its file', async () => {
    const left = join(portal.config.dataDir, 'uploads', 'export-killed');
    await mkdir(left, { recursive: true });
    const earlier = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(left, earlier, earlier);
    await finishedId(admin, 'people');
    expect(existsSync(left)).toBe(false);
  });

  it('fails with a sentence where its file cannot be stored', async () => {
    const id = await startedId(admin, 'people');
    await write(id, { ...blobs, write: () => Promise.reject(new Error('no space')) });
    expect(await get(admin, id)).toMatchObject({ state: 'failed', problem: 'The file could not be written. Please try again.' });
  });

  it('needs the same rights when it is written and when it is downloaded', async () => {
    const boss = await aPerson(portal.db, { role: 'Admin' });
    const person = await portal.as(boss.email);
    const id = await finishedId(person, 'people');
    const waiting = await startedId(person, 'invoices');
    await sql`insert into customer_adminable_group (organisation_id, customer_id, organisation_group_id)
      select organisation_id, ${boss.id}, min(id) from organisation_group where organisation_id = ${person.organisationId} group by 1`.execute(
      portal.db,
    );
    await portal.settled();
    expect((await file(person, id)).statusCode).toBe(409);

    await sql`delete from customer_role where customer_id = ${boss.id}`.execute(portal.db);
    await portal.settled();
    expect((await file(person, id)).statusCode).toBe(403);
    await write(waiting);
    expect(await get(person, waiting)).toMatchObject({ state: 'failed', problem: 'You may no longer export this list.' });
  });

  it('is not kept when someone of the organisation is erased, finished or running', async () => {
    const { id: leaver, email } = await aPerson(portal.db, { firstName: 'Leatrice' });
    const finished = await finishedId(admin, 'people', 'query=leatrice');
    const running = await startedId(admin, 'people', 'query=leatrice');
    await write(running, {
      ...blobs,
      write: async (key, path) => {
        await blobs.write(key, path);
        expect((await erasePerson(admin, leaver, email)).status).toBe(200);
      },
    });
    for (const id of [finished, running]) {
      expect(await get(admin, id)).toMatchObject({ state: 'failed', query: '', problem: expect.stringContaining('erased') });
      expect((await file(admin, id)).statusCode).toBe(404);
    }
    expect(await contentOf(running)).toBeUndefined();
    await sql`update list_export set expires_at = now() - interval '2 minutes' where id = ${finished}`.execute(portal.db);
    await deleteExpiredExports({ db: portal.db, blobs });
    expect((await admin.get(`/api/exports/${finished}`)).status).toBe(404);
  });

  it('is deleted with its content after 24 hours', async () => {
    const id = await finishedId(admin, 'people');
    await sql`update list_export set expires_at = now() where id = ${id}`.execute(portal.db);
    expect((await file(admin, id)).statusCode).toBe(404);
    const { rows } = await sql<{ key: string }>`
      update list_export set expires_at = now() - interval '2 minutes' where id = ${id} returning storage_key as key`.execute(
      portal.db,
    );
    expect(await blobs.read(rows[0]?.key as string).then((content) => content?.destroy())).toBeDefined();
    expect(await deleteExpiredExports({ db: portal.db, blobs })).toBeGreaterThan(0);
    expect(await blobs.read(rows[0]?.key as string)).toBeUndefined();
  });
});

describe('an export of an operator', () => {
  const startAsOperator = (operator: Client, list: string, more: object = {}) =>
    operator.post<'POST /api/operator/exports'>('/api/operator/exports', { list, ...more });

  it('is written with the rights of the operator', async () => {
    const operator = await portal.asOperator();
    const { body } = await startAsOperator(operator, 'stockLevels');
    const id = (body.export as { id: number }).id;
    await createSupplierExports({ db: portal.db, jobs }).write(id, writer());
    const downloaded = await portal.app.inject({ url: `/api/operator/exports/${id}/file`, headers: operator.headers });
    const direct = await portal.app.inject({ url: '/api/operator/stock/exporttoexcel', headers: operator.headers });
    expect(downloaded.statusCode).toBe(200);
    expect(await sheets(downloaded.rawPayload)).toEqual(await sheets(direct.rawPayload));
    expect((await operator.get<'GET /api/operator/exports'>('/api/operator/exports')).body.exports).toMatchObject([
      { id, state: 'finished' },
    ]);
    expect(
      (await operator.post<'POST /api/operator/exports/:id/stop'>(`/api/operator/exports/${id}/stop`)).body.export.state,
    ).toBe('finished');
    expect((await (await portal.asOperator()).get(`/api/operator/exports/${id}`)).status).toBe(404);
    expect((await admin.get(`/api/exports/${id}`)).status).toBe(404);
  });

  it.each([
    ['products', null, '/api/operator/products/exporttoexcel'],
    ['cataloguePrices', null, '/api/operator/prices/exporttoexcel'],
    ['clientPrices', 1, '/api/operator/organisations/1/prices/exporttoexcel'],
  ] as const)('of %s is, where it is long, the file that its call answers with', async (list, recordId, url) => {
    const operator = await portal.asOperator();
    const { id } = await runInTransaction(portal.db, async (tx) => {
      const owner = { organisationId: null, actorId: operator.id };
      return (await insertExport(tx, owner, { list, recordId, query: '', requestId: 'test' })) as { id: number };
    });
    await createSupplierExports({ db: portal.db, jobs }).write(id, writer());
    const downloaded = await portal.app.inject({ url: `/api/operator/exports/${id}/file`, headers: operator.headers });
    const direct = await portal.app.inject({ url, headers: operator.headers });
    expect(await sheets(downloaded.rawPayload)).toEqual(await sheets(direct.rawPayload));
  });

  it('of the catalogue or its prices is none where they are short', async () => {
    const operator = await portal.asOperator();
    for (const list of ['products', 'cataloguePrices'])
      expect([list, (await startAsOperator(operator, list)).body.export !== undefined]).toEqual([list, true]);
  });

  it('is refused without the right to the list, and to API keys', async () => {
    const operator = await portal.asOperator({ rights: ['tailoring'] });
    expect((await startAsOperator(operator, 'stockLevels')).status).toBe(403);
    const key = await portal.asApiKey(['stock:read']);
    expect((await startAsOperator(key as unknown as Client, 'stockLevels')).status).toBe(403);
  });
});
