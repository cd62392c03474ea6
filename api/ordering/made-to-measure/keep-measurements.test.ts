import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { NORTH } from '#api/testing/builders.ts';
import { ARM, CHEST, useMadeToMeasure } from '#api/testing/made-to-measure.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';
import { retention } from './keep-measurements.queries.ts';

const portal = usePortal();
const story = useMadeToMeasure(portal);
const { offer, ask, listOf, cartOf, act, answer, openMeasurements, queueOf, sealedOf, order, makeAndShip } = story;
let wearer: SignedIn;

beforeEach(() => {
  wearer = story.getWearer();
});

describe('bad input', () => {
  it.each([
    ['0', [{ ...CHEST, value: 0 }]],
    ['a negative length', [{ ...CHEST, value: -5 }]],
    ['10,000', [{ ...CHEST, value: 10_000 }]],
    ['200 inches', [{ ...CHEST, value: 200, unit: 2 }]],
    ['200 rows', Array.from({ length: 200 }, (_, index) => ({ ...CHEST, name: `Chest ${index}` }))],
    ['no rows', []],
    ['a name of spaces', [{ ...CHEST, name: '  ' }]],
    ['a name that turns the text around', [{ ...CHEST, name: 'Chest \u202E511' }]],
    ['a measurement given twice', [CHEST, { ...CHEST, name: 'chest' }]],
  ])('%s is refused, and nothing is stored', async (_, measurements) => {
    expect((await ask(wearer, { measurements })).status).toBe(422);
    expect(await listOf(wearer)).toEqual([]);
  });

  it('marks that turn text around are left out of the note', async () => {
    const { id } = (await ask(wearer, { comments: 'Long \u202Eneck\u0000\nand arm' })).body.request;
    expect((await openMeasurements(id)).body.comments).toBe('Long neck\nand arm');
  });
});

describe('measurements', () => {
  it('are stored encrypted for their wearer, and in the export of their data', async () => {
    const { id } = (await ask(wearer)).body.request;
    expect((await sealedOf(id))?.includes('Chest')).toBe(false);
    const stranger = await signInAs(portal, { role: 'Staff' });
    const { body } = await wearer.get<'GET /api/mydata'>('/api/mydata');
    expect(body.madeToMeasure).toMatchObject([{ id, measurements: [CHEST, ARM], comments: 'Left arm 2 cm longer' }]);
    await sql`update made_to_measure_request set customer_id = ${stranger.customerId} where id = ${id}`.execute(portal.db);
    expect((await openMeasurements(id)).status).toBe(500);
  });

  it('are deleted when their wearer is erased, also while the request waits or the order is made', async () => {
    const waiting = (await ask(wearer)).body.request.id;
    await offer();
    const ordered = (await ask(wearer)).body.request.id;
    await order(wearer);
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const erased = await admin.post(`/api/customers/${wearer.customerId}/erase`, { confirmation: wearer.email });
    expect(erased.status).toBe(200);
    for (const id of [waiting, ordered]) expect(await sealedOf(id)).toBeNull();
    expect((await answer(waiting)).status).toBe(409);
    expect((await queueOf('toMake')).find(({ id }) => id === ordered)).toMatchObject({
      hasMeasurements: false,
      customerName: expect.stringContaining('Erased'),
    });
  });

  it('are deleted 60 days after the garment was sent, and a request that no one ordered in time expires with them', async () => {
    const sent = (await ask(wearer)).body.request.id;
    await answer(sent);
    await act(wearer, sent, 'order');
    const orderId = await order(wearer);
    await makeAndShip(sent, orderId);
    const late = (await ask(wearer)).body.request.id;
    await answer(late);
    await act(wearer, late, 'order');
    const run = () => Promise.all(retention.map((task) => task.run({ db: portal.db } as Parameters<typeof task.run>[0])));
    await run();
    expect(await sealedOf(sent)).not.toBeNull();
    await sql`update orders set shipped_at = now() - interval '61 days' where id = ${orderId}`.execute(portal.db);
    await sql`update made_to_measure_request set made_at = now() - interval '62 days', answered_at = now() - interval '70 days' where id = ${sent}`.execute(
      portal.db,
    );
    await sql`update made_to_measure_request set answered_at = now() - interval '31 days' where id = ${late}`.execute(portal.db);
    expect(await cartOf(wearer)).toMatchObject([{ warnings: [expect.stringContaining('can no longer be ordered')] }]);
    await run();
    expect([await sealedOf(sent), await sealedOf(late)]).toEqual([null, null]);
    expect((await listOf(wearer)).map(({ status }) => status)).toEqual(['expired', 'made']);
  });
});
