import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleJob } from '#api/platform/jobs/job.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { aPerson } from '#api/testing/builders.ts';
import { createTestPortal, type TestClient, type TestPortal } from '#api/testing/portal.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { createRangeClient } from '#api/testing/range-client.ts';
import { bulkEditRangeJob, RANGE_SYNC_LIMIT, runRangeBulkEdit } from './range-bulk-edit.actions.ts';

/** Changes of so many products that a job carries them out, in parts. */

const MANY = RANGE_SYNC_LIMIT + 10;

let portal: TestPortal;
let admin: TestClient;
let other: TestClient;
let buyer: TestClient;
let hallam: TestClient;
beforeAll(async () => {
  portal = await createTestPortal();
  admin = await portal.as('admin@meridian.example');
  other = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
  buyer = await portal.as('buyer@meridian.example');
  hallam = await portal.as('admin@hallam.example');
});
afterAll(() => portal?.close());

const { find, put, bulk, undo } = createRangeClient(() => ({ admin, buyer }));
const look = (changeId: number, as = admin) =>
  as.get<'GET /api/productsorganisation/changes/:id'>(`/api/productsorganisation/changes/${changeId}`);
const recent = async (as = admin) =>
  (await as.get<'GET /api/productsorganisation/changes'>('/api/productsorganisation/changes')).body.rangeChanges;
/** Does the job, all of it or some parts. */
const work = (changeId: number, parts?: number) => runRangeBulkEdit(portal.db, { organisationId: 1, changeId }, parts);
const all = async (keyword: string) => (await find(keyword)).productOrganisations;

/** So many products of one name; answers their ids in the range, in the order in which they are changed. */
async function stock(name: string): Promise<number[]> {
  const { sku } = await aCatalogueProduct(portal.db, { product: { name: `${name} 0` } });
  await sql`
    with more as (
      insert into product (handle, name, sku, price_minor, garment_type)
      select ${name} || n, ${name} || ' ' || n, ${sku} || '-' || n, 1000, 'polo' from generate_series(1, ${MANY - 1}::int) n returning id)
    insert into product_organisation (organisation_id, product_id) select 1, id from more`.execute(portal.db);
  return (await all(name)).map(({ id }) => id).toSorted((one, another) => one - another);
}
const changeAll = (keyword: string, change: object) => bulk({ matching: { keyword }, expectedCount: MANY, change });

describe('a change of more products than are changed at once', () => {
  it('is carried out in parts, each with its turn for others, and says how far it is', async () => {
    const [first = 0, ...rest] = await stock('Dunlin');
    const last = rest.at(-1) ?? 0;
    const { status, body } = await changeAll('dunlin', { price: { percent: 10 }, businessAreas: { add: [2] } });

    expect([status, body]).toMatchObject([
      200,
      { words: `Changed ${MANY} products`, total: MANY, changed: 0, isFinished: false, canBeUndone: true },
    ]);
    await work(body.changeId, 1);
    const { changed } = (await look(body.changeId)).body;
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(MANY);
    // Others go on: with the structure, with what was changed already, and with what is still to come.
    const area = await other.post<'POST /api/organisationbusinessareas'>('/api/organisationbusinessareas', {
      organisationBusinessArea: { name: 'Between two parts' },
    });
    expect(area.status).toBe(200);
    expect((await put({ id: first, name: 'Dunlin, renamed' }, other)).status).toBe(200);
    await put({ id: last, businessAreaIds: [1] }, other);
    await other.delete(`/api/productorganisation/${rest[rest.length - 2]}`);
    // Whoever takes over after a process was killed finds the rest, and nothing is done twice.
    await work(body.changeId);
    await work(body.changeId);

    expect((await look(body.changeId)).body).toMatchObject({
      changed: MANY - 1,
      skipped: [{ reason: 'it is no longer in the range', count: 1 }],
      isFinished: true,
    });
    const after = await all('dunlin');
    expect(new Set(after.map(({ pricePercent }) => pricePercent))).toEqual(new Set([10]));
    expect(after.find(({ id }) => id === last)?.businessAreaIds).toEqual([1, 2]);
    expect((await recent()).find(({ changeId }) => changeId === body.changeId)).toMatchObject({
      changed: MANY - 1,
      canBeUndone: true,
    });

    const undone = (await undo(body.changeId)).body;
    expect(undone).toMatchObject({ words: `Undone: changed ${MANY - 1} products`, isFinished: false });
    await work(undone.changeId);
    expect((await look(undone.changeId)).body).toMatchObject({
      changed: MANY - 2,
      skipped: [{ reason: 'somebody has changed it since', count: 1 }],
      canBeUndone: false,
    });
    const end = await all('dunlin');
    expect(end.filter(({ pricePercent }) => pricePercent !== null).map(({ id }) => id)).toEqual([first]);
    expect(end.find(({ id }) => id === last)?.businessAreaIds).toEqual([1]);
  });

  it('that broke off in the middle can be taken back: what was done is as before, and nothing more is done', async () => {
    await stock('Knot');
    const { body } = await changeAll('knot', { published: false, featured: true });
    await work(body.changeId, 1);
    const { changed } = (await look(body.changeId)).body;

    const undone = (await undo(body.changeId)).body;
    expect(undone).toMatchObject({ total: changed, changed, isFinished: true });
    await work(body.changeId);
    expect((await look(body.changeId)).body).toMatchObject({
      changed,
      skipped: [{ reason: 'the change was taken back before it came to it', count: MANY - changed }],
      isFinished: true,
      canBeUndone: false,
      undoneById: undone.changeId,
    });
    expect((await all('knot')).filter(({ published, featured }) => !published || featured)).toEqual([]);
    expect((await undo(body.changeId)).status).toBe(409);
    expect((await undo(undone.changeId)).errors).toEqual({ rangeChange: ['There is nothing to take back.'] });
  });

  it('takes off the range and brings back, and adds and takes off again', async () => {
    const before = await all('crewneck');
    const ids = await stock('Ruff');
    const { body } = await changeAll('ruff', { remove: true });
    await work(body.changeId);
    expect([await all('ruff'), (await look(body.changeId)).body.words]).toEqual([[], `Taken off the range: ${MANY} products`]);
    await work((await undo(body.changeId)).body.changeId);
    expect((await all('ruff')).map(({ id }) => id).toSorted((one, another) => one - another)).toEqual(ids);

    const productIds = (await all('ruff')).map(({ productId }) => productId);
    await work((await changeAll('ruff', { remove: true })).body.changeId);
    const added = await admin.post<'POST /api/productsorganisation/add'>('/api/productsorganisation/add', { productIds });
    await sql`update product set published = false where id = ${productIds.at(-1)}`.execute(portal.db);
    await work(added.body.changeId);
    expect((await look(added.body.changeId)).body).toMatchObject({
      words: `Added ${MANY} products`,
      changed: MANY - 1,
      skipped: [{ reason: 'the supplier does not sell it any more', count: 1 }],
    });
    // In the order in which they were chosen.
    expect((await all('ruff')).map(({ productId }) => productId)).toEqual(productIds.slice(0, -1));
    expect(await all('crewneck')).toEqual(before);
  });

  it('leaves alone what is to come when what it names is deleted, and ends with the rights of whoever asked', async () => {
    await stock('Stint');
    const { body: made } = await admin.post<'POST /api/organisationbusinessareas'>('/api/organisationbusinessareas', {
      organisationBusinessArea: { name: 'Soon gone' },
    });
    const areaId = made.organisationBusinessArea.id;
    const gone = (await changeAll('stint', { businessAreas: { add: [areaId] } })).body;
    expect((await admin.delete(`/api/organisationbusinessareas/${areaId}`)).status).toBe(200);
    await work(gone.changeId);
    expect((await look(gone.changeId)).body).toMatchObject({
      changed: 0,
      skipped: [{ reason: 'what it was to be for has been deleted meanwhile', count: MANY }],
      canBeUndone: false,
    });

    const { body } = await changeAll('stint', { featured: true });
    await sql`insert into customer_adminable_group (organisation_id, customer_id, organisation_group_id)
      select 1, ${admin.customerId}, min(id) from organisation_group where organisation_id = 1`.execute(portal.db);
    await work(body.changeId);
    expect((await look(body.changeId, other)).body).toMatchObject({
      changed: 0,
      skipped: [{ reason: 'whoever asked for this does not administer the range any more', count: MANY }],
    });
    await sql`delete from customer_adminable_group where customer_id = ${admin.customerId}`.execute(portal.db);
  });

  it('is nobody else’s to see', async () => {
    await stock('Godwit');
    const { body } = await changeAll('godwit', { featured: true });
    expect((await look(body.changeId, hallam)).status).toBe(404);
    expect(await recent(hallam)).toEqual([]);
    expect((await buyer.get('/api/productsorganisation/changes')).status).toBe(403);
  });
});

describe('a change whose job was given up', () => {
  const giveUp = () => sql`update pgboss.job set state = 'failed' where name = 'range.change'`.execute(portal.db);
  const goOn = (changeId: number, as = admin) =>
    as.post<'POST /api/productsorganisation/changes/:id/continue'>(`/api/productsorganisation/changes/${changeId}/continue`);

  it('says so, and goes on when it is asked to, forwards and back', async () => {
    await stock('Whimbrel');
    const { body } = await changeAll('whimbrel', { featured: true });
    await work(body.changeId, 1);
    expect((await look(body.changeId)).body).toMatchObject({ isFinished: false, isStopped: false });
    expect((await goOn(body.changeId)).errors).toEqual({ rangeChange: ['This change is not stopped.'] });

    await giveUp();
    expect((await look(body.changeId)).body).toMatchObject({ isFinished: false, isStopped: true, canBeUndone: true });
    expect((await recent()).find(({ changeId }) => changeId === body.changeId)?.isStopped).toBe(true);
    expect((await goOn(body.changeId, hallam)).status).toBe(404);
    expect((await goOn(body.changeId)).body).toMatchObject({ isFinished: false, isStopped: false });
    expect((await goOn(body.changeId)).status).toBe(409);
    await work(body.changeId);
    expect((await look(body.changeId)).body).toMatchObject({ changed: MANY, isFinished: true, isStopped: false });

    const undone = (await undo(body.changeId)).body;
    await work(undone.changeId, 1);
    await giveUp();
    expect((await look(undone.changeId)).body).toMatchObject({ isFinished: false, isStopped: true, canBeUndone: false });
    expect((await goOn(undone.changeId)).status).toBe(200);
    await work(undone.changeId);
    expect((await look(undone.changeId)).body).toMatchObject({ changed: MANY, isFinished: true });
    expect((await all('whimbrel')).filter(({ featured }) => featured)).toEqual([]);
  });

  it('is given up by the queue itself when every attempt fails', async () => {
    const jobs = openJobQueue(portal.url, pino({ level: 'silent' }), { interval: 0.5, minBackoff: 0, maxBackoff: 0 });
    await stock('Godwit tail');
    const { body } = await changeAll('godwit tail', { featured: true });
    let attempts = 0;
    try {
      const handler = handleJob(bulkEditRangeJob, async ({ changeId }) => {
        if (changeId === body.changeId) attempts += 1;
        throw new Error('It does not work.');
      });
      await jobs.start([handler], {});
      await expect.poll(() => attempts, { timeout: 5000 }).toBe(1);
      expect((await look(body.changeId)).body.isStopped).toBe(false);
      // Twenty attempts would take most of an hour.
      const hurry = () =>
        sql`update pgboss.job set retry_limit = 1, start_after = now() where name = 'range.change' and state = 'retry'`.execute(
          portal.db,
        );
      await expect
        .poll(async () => (await hurry()) && (await look(body.changeId)).body.isStopped, { timeout: 10_000, interval: 200 })
        .toBe(true);
      expect(attempts).toBe(2);
    } finally {
      await jobs.close();
    }
  });
});

describe('all that match', () => {
  it('leaves what was changed since the list was read, and says which', async () => {
    const made = await Promise.all([1, 2, 3].map((n) => aCatalogueProduct(portal.db, { product: { name: `Siskin ${n}` } })));
    const { seenOnUtc, productOrganisations, totalCount } = await find('siskin');
    const touched = productOrganisations[1]?.id ?? 0;
    await put({ id: touched, name: 'Siskin, renamed' }, other);

    const matching = { matching: { keyword: 'siskin' }, expectedCount: totalCount, seenOnUtc };
    const { body } = await bulk({ ...matching, change: { published: false } });

    expect([made.length, body]).toMatchObject([
      3,
      {
        changed: 2,
        skipped: [{ reason: 'it was changed since you read the list', count: 1 }],
        overtaken: [{ id: touched }],
      },
    ]);
    expect((await all('siskin')).filter(({ published }) => published).map(({ id }) => id)).toEqual([touched]);
    const again = await bulk({
      ids: body.overtaken.map(({ id }) => id),
      versions: body.overtaken.map(({ version }) => version),
      change: { published: false },
    });
    expect(again.body).toMatchObject({ changed: 1, overtaken: [] });
    const now = (await find('siskin')).seenOnUtc;
    await put({ id: touched, name: null }, other);
    const off = await bulk({ ...matching, seenOnUtc: now, change: { remove: true } });
    expect(off.body).toMatchObject({ changed: 2, overtaken: [{ id: touched }] });
  });
});
