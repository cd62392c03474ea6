import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { bulkEditJob } from '#api/platform/bulk-edit/bulk-edit-job.ts';
import { handleJob } from '#api/platform/jobs/job.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { aPerson } from '#api/testing/builders.ts';
import { bulkEditCalls, createBulkEditRunner } from '#api/testing/bulk-edit-client.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { createRangeClient } from '#api/testing/range-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { RANGE_SYNC_LIMIT } from './range-bulk-edit.actions.ts';

/** Bulk edits of more products than the request itself changes: a job applies them in batches. */

const MANY = RANGE_SYNC_LIMIT + 10;

const portal = usePortal();
let admin: TestClient;
let otherAdmin: TestClient;
let buyer: TestClient;
let hallam: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  otherAdmin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
  buyer = await portal.as('buyer@meridian.example');
  hallam = await portal.as('admin@hallam.example');
});

const { find, put, bulk, undo } = createRangeClient(() => ({ admin, buyer }));
const look = (id: number, as = admin) => bulkEditCalls.look(as, id);
const recent = (as = admin) => bulkEditCalls.recent(as, 'range');
/** Runs the job to its end, or for some batches. */
const runJob = (id: number, batches?: number) => createBulkEditRunner(portal)(id, batches);
const all = async (keyword: string) => (await find(keyword)).productOrganisations;

/** Adds `MANY` products with similar names. Returns their ids in the range, in the order in which they are changed. */
async function addProducts(name: string): Promise<number[]> {
  const { sku } = await aCatalogueProduct(portal.db, { product: { name: `${name} 0` } });
  await sql`
    with more as (
      insert into product (handle, name, sku, price_minor, garment_type)
      select ${name} || n, ${name} || ' ' || n, ${sku} || '-' || n, 1000, 'polo' from generate_series(1, ${MANY - 1}::int) n returning id)
    insert into product_organisation (organisation_id, product_id) select 1, id from more`.execute(portal.db);
  return (await all(name)).map(({ id }) => id).toSorted((one, another) => one - another);
}
const changeAll = (keyword: string, change: object) => bulk({ matching: { keyword }, expectedCount: MANY, change });

describe('a bulk edit of the range that runs as a job', () => {
  it('runs in batches that let otherAdmin changes through, and reports its progress', async () => {
    const [first = 0, ...rest] = await addProducts('Dunlin');
    const last = rest.at(-1) ?? 0;
    const { status, body } = await changeAll('dunlin', { price: { percent: 10 }, businessAreas: { add: [2] } });

    expect([status, body.bulkEdit]).toMatchObject([
      200,
      { description: `Changed ${MANY} products`, total: MANY, changed: 0, state: 'running', canUndo: true },
    ]);
    await runJob(body.bulkEdit.id, 1);
    const { changed } = await look(body.bulkEdit.id);
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(MANY);
    // Other changes go through between batches: of the structure, of changed products and of pending ones.
    const area = await otherAdmin.post<'POST /api/organisationbusinessareas'>('/api/organisationbusinessareas', {
      organisationBusinessArea: { name: 'Between two batches' },
    });
    expect(area.status).toBe(200);
    expect((await put({ id: first, name: 'Dunlin, renamed' }, otherAdmin)).status).toBe(200);
    await put({ id: last, businessAreaIds: [1] }, otherAdmin);
    await otherAdmin.delete(`/api/productorganisation/${rest[rest.length - 2]}`);
    // Another process continues with the pending items after a crash, and no item is processed twice.
    await runJob(body.bulkEdit.id);
    await runJob(body.bulkEdit.id);

    expect(await look(body.bulkEdit.id)).toMatchObject({
      changed: MANY - 1,
      refusals: [{ reason: 'It is no longer in the range.', count: 1 }],
      state: 'finished',
    });
    const after = await all('dunlin');
    expect(new Set(after.map(({ pricePercent }) => pricePercent))).toEqual(new Set([10]));
    expect(after.find(({ id }) => id === last)?.businessAreaIds).toEqual([1, 2]);
    expect((await recent()).find(({ id }) => id === body.bulkEdit.id)).toMatchObject({
      changed: MANY - 1,
      canUndo: true,
    });

    const undone = (await undo(body.bulkEdit.id)).body.bulkEdit;
    expect(undone).toMatchObject({ description: `Undone: changed ${MANY - 1} products`, state: 'running' });
    await runJob(undone.id);
    expect(await look(undone.id)).toMatchObject({
      changed: MANY - 2,
      refusals: [{ reason: 'Someone has changed it since.', count: 1 }],
      canUndo: false,
    });
    const end = await all('dunlin');
    expect(end.filter(({ pricePercent }) => pricePercent !== null).map(({ id }) => id)).toEqual([first]);
    expect(end.find(({ id }) => id === last)?.businessAreaIds).toEqual([1]);
  });

  it('restores the changed products and stops when it is undone while running', async () => {
    await addProducts('Knot');
    const { body } = await changeAll('knot', { published: false, featured: true });
    await runJob(body.bulkEdit.id, 1);
    const { changed } = await look(body.bulkEdit.id);

    const undone = (await undo(body.bulkEdit.id)).body.bulkEdit;
    expect(undone).toMatchObject({ total: changed, changed, state: 'finished' });
    await runJob(body.bulkEdit.id);
    expect(await look(body.bulkEdit.id)).toMatchObject({
      changed,
      refusals: [{ reason: 'The edit was undone before it reached this.', count: MANY - changed }],
      state: 'finished',
      canUndo: false,
      undoneById: undone.id,
    });
    expect((await all('knot')).filter(({ published, featured }) => !published || featured)).toEqual([]);
    expect((await undo(body.bulkEdit.id)).status).toBe(409);
    expect((await undo(undone.id)).errors).toEqual({ bulkEdit: ['There is nothing to undo.'] });
  });

  it('removes and restores products, and adds and removes them again', async () => {
    const before = await all('crewneck');
    const ids = await addProducts('Ruff');
    const { body } = await changeAll('ruff', { remove: true });
    await runJob(body.bulkEdit.id);
    expect([await all('ruff'), (await look(body.bulkEdit.id)).description]).toEqual([
      [],
      `Removed from the range: ${MANY} products`,
    ]);
    await runJob((await undo(body.bulkEdit.id)).body.bulkEdit.id);
    expect((await all('ruff')).map(({ id }) => id).toSorted((one, another) => one - another)).toEqual(ids);

    const productIds = (await all('ruff')).map(({ productId }) => productId);
    await runJob((await changeAll('ruff', { remove: true })).body.bulkEdit.id);
    const added = await admin.post<'POST /api/productsorganisation/add'>('/api/productsorganisation/add', { productIds });
    await sql`update product set published = false where id = ${productIds.at(-1)}`.execute(portal.db);
    await runJob(added.body.bulkEdit.id);
    expect(await look(added.body.bulkEdit.id)).toMatchObject({
      description: `Added ${MANY} products`,
      changed: MANY - 1,
      refusals: [{ reason: 'The supplier no longer sells it.', count: 1 }],
    });
    // In the order of the request.
    expect((await all('ruff')).map(({ productId }) => productId)).toEqual(productIds.slice(0, -1));
    expect(await all('crewneck')).toEqual(before);
  });

  it('skips the remaining products when the audience is deleted or the person loses access', async () => {
    await addProducts('Stint');
    const { body: made } = await admin.post<'POST /api/organisationbusinessareas'>('/api/organisationbusinessareas', {
      organisationBusinessArea: { name: 'Soon gone' },
    });
    const areaId = made.organisationBusinessArea.id;
    const gone = (await changeAll('stint', { businessAreas: { add: [areaId] } })).body.bulkEdit;
    expect((await admin.delete(`/api/organisationbusinessareas/${areaId}`)).status).toBe(200);
    await runJob(gone.id);
    expect(await look(gone.id)).toMatchObject({
      changed: 0,
      refusals: [{ reason: 'The selected audience has been deleted.', count: MANY }],
      canUndo: false,
    });

    const { body } = await changeAll('stint', { featured: true });
    await sql`insert into customer_adminable_group (organisation_id, customer_id, organisation_group_id)
      select 1, ${admin.customerId}, min(id) from organisation_group where organisation_id = 1`.execute(portal.db);
    await runJob(body.bulkEdit.id);
    expect(await look(body.bulkEdit.id, otherAdmin)).toMatchObject({
      changed: 0,
      refusals: [{ reason: 'The person who started this is no longer an administrator of the range.', count: MANY }],
    });
    await sql`delete from customer_adminable_group where customer_id = ${admin.customerId}`.execute(portal.db);
  });

  it('is not found when another organisation requests it', async () => {
    await addProducts('Godwit');
    const { body } = await changeAll('godwit', { featured: true });
    expect((await hallam.get(`/api/bulkedits/${body.bulkEdit.id}`)).status).toBe(404);
    expect(await recent(hallam)).toEqual([]);
    expect((await buyer.get('/api/bulkedits?kind=range')).status).toBe(403);
  });
});

describe('a bulk edit whose job has failed', () => {
  const giveUp = () => sql`update pgboss.job set state = 'failed' where name = 'bulk-edit.run'`.execute(portal.db);
  const goOn = (id: number, as = admin) => bulkEditCalls.resume(as, id);

  it('reports the failure and continues on request, also for an undo', async () => {
    await addProducts('Whimbrel');
    const { body } = await changeAll('whimbrel', { featured: true });
    await runJob(body.bulkEdit.id, 1);
    expect(await look(body.bulkEdit.id)).toMatchObject({ state: 'running' });
    expect((await goOn(body.bulkEdit.id)).errors).toEqual({ bulkEdit: ['This change is not stopped.'] });

    await giveUp();
    expect(await look(body.bulkEdit.id)).toMatchObject({ state: 'interrupted', canUndo: true });
    expect((await recent()).find(({ id }) => id === body.bulkEdit.id)?.state).toBe('interrupted');
    expect((await goOn(body.bulkEdit.id, hallam)).status).toBe(404);
    expect((await goOn(body.bulkEdit.id)).body.bulkEdit).toMatchObject({ state: 'running' });
    expect((await goOn(body.bulkEdit.id)).status).toBe(409);
    await runJob(body.bulkEdit.id);
    expect(await look(body.bulkEdit.id)).toMatchObject({ changed: MANY, state: 'finished' });

    const undone = (await undo(body.bulkEdit.id)).body.bulkEdit;
    await runJob(undone.id, 1);
    await giveUp();
    expect(await look(undone.id)).toMatchObject({ state: 'interrupted', canUndo: false });
    expect((await goOn(undone.id)).status).toBe(200);
    await runJob(undone.id);
    expect(await look(undone.id)).toMatchObject({ changed: MANY, state: 'finished' });
    expect((await all('whimbrel')).filter(({ featured }) => featured)).toEqual([]);
  });

  it('fails when the queue has made all attempts', async () => {
    const jobs = openJobQueue(portal.url, pino({ level: 'silent' }), {
      polling: { interval: 0.5, minBackoff: 0, maxBackoff: 0 },
    });
    await addProducts('Godwit tail');
    const { body } = await changeAll('godwit tail', { featured: true });
    let attempts = 0;
    try {
      const handler = handleJob(bulkEditJob, async ({ bulkEditId }) => {
        if (bulkEditId === body.bulkEdit.id) attempts += 1;
        throw new Error('It does not work.');
      });
      await jobs.start([handler], {});
      await expect.poll(() => attempts, { timeout: 5000 }).toBe(1);
      expect((await look(body.bulkEdit.id)).state).toBe('running');
      // Twenty attempts would take most of an hour.
      const hurry = () =>
        sql`update pgboss.job set retry_limit = 1, start_after = now() where name = 'bulk-edit.run' and state = 'retry'`.execute(
          portal.db,
        );
      await expect
        .poll(async () => (await hurry()) && (await look(body.bulkEdit.id)).state, { timeout: 10_000, interval: 200 })
        .toBe('interrupted');
      expect(attempts).toBe(2);
    } finally {
      await jobs.close();
    }
  });
});

describe('a bulk edit of all matches', () => {
  it('skips and reports products that were changed after the list was read', async () => {
    const made = await Promise.all([1, 2, 3].map((n) => aCatalogueProduct(portal.db, { product: { name: `Siskin ${n}` } })));
    const { seenOnUtc, productOrganisations, totalCount } = await find('siskin');
    const touched = productOrganisations[1]?.id ?? 0;
    await put({ id: touched, name: 'Siskin, renamed' }, otherAdmin);

    const matching = { matching: { keyword: 'siskin' }, expectedCount: totalCount, seenOnUtc };
    const { body } = await bulk({ ...matching, change: { published: false } });

    expect([made.length, body.bulkEdit]).toMatchObject([
      3,
      {
        changed: 2,
        refusals: [{ reason: 'Changed since you read the list.', count: 1 }],
        conflictItems: [{ id: touched }],
      },
    ]);
    expect((await all('siskin')).filter(({ published }) => published).map(({ id }) => id)).toEqual([touched]);
    const again = await bulk({
      ids: body.bulkEdit.conflictItems.map(({ id }) => id),
      versions: body.bulkEdit.conflictItems.map(({ version }) => version),
      change: { published: false },
    });
    expect(again.body.bulkEdit).toMatchObject({ changed: 1, conflictItems: [] });
    const now = (await find('siskin')).seenOnUtc;
    await put({ id: touched, name: null }, otherAdmin);
    const off = await bulk({ ...matching, seenOnUtc: now, change: { remove: true } });
    expect(off.body.bulkEdit).toMatchObject({ changed: 2, conflictItems: [{ id: touched }] });
  });
});
