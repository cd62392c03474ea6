import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aParcel, operatorOrderOf, ship } from '#api/testing/fulfilment.ts';
import { COLLECT, handOver, makeReady, orderWithDelivery } from '#api/testing/handovers.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import { hasPdfReaders, readPdf } from '#api/testing/pdf-reader.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const [STANDARD, EXPRESS] = ['Standard delivery', 'Next working day'];
let operator: TestOperatorClient;
let buyer: SignedIn;
let shirt: StockedProduct;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator({ brandIds: [1] });
});

beforeEach(async () => {
  buyer = await signInAs(portal, { role: 'Buyer' });
  shirt = await aStockedProduct(portal.db, { stock: [50] });
});

const anOrder = (delivery: string, quantity = 1) => orderWithDelivery(portal, buyer, delivery, [shirt, quantity]);
const release = (id: number, at: string) => sql`update orders set released_at = ${at} where id = ${id}`.execute(portal.db);
const board = async (query = '') =>
  (await operator.get<'GET /api/operator/orders'>(`/api/operator/orders?searchTerm=${buyer.email}${query}`)).body;

describe('the day on which an order should leave', () => {
  /** In London, by summer time. */
  it.each([
    ['before the cut-off time', '2026-07-06T12:59:59Z', '2026-07-06', '2026-07-07'],
    ['at the cut-off time', '2026-07-06T13:00:00Z', '2026-07-07', '2026-07-07'],
    ['late at night, already tomorrow in London', '2026-07-06T23:30:00Z', '2026-07-07', '2026-07-08'],
    ['after the cut-off time on a Friday', '2026-07-10T15:00:00Z', '2026-07-13', '2026-07-13'],
    ['on a Saturday morning', '2026-07-11T08:00:00Z', '2026-07-13', '2026-07-13'],
    ['on a Sunday', '2026-07-12T08:00:00Z', '2026-07-13', '2026-07-13'],
  ])('%s', async (_, at, withCutOff, without) => {
    const [express, standard] = [await anOrder(EXPRESS), await anOrder(STANDARD)];
    await release(express.id, at);
    await release(standard.id, at);
    expect(await operatorOrderOf(operator, express.id)).toMatchObject({
      deliveryMethod: EXPRESS,
      deliveryKind: 'sent',
      cutOff: '14:00',
      sendOn: withCutOff,
      isDueToday: true,
    });
    expect(await operatorOrderOf(operator, standard.id)).toMatchObject({ cutOff: null, sendOn: without });
  });

  it('is that of the time zone of the client', async () => {
    const { id } = await anOrder(EXPRESS);
    await release(id, '2026-07-06T15:00:00Z');
    await sql`update organisation set time_zone = 'America/New_York' where id = 1`.execute(portal.db);
    const order = await operatorOrderOf(operator, id);
    await sql`update organisation set time_zone = 'Europe/London' where id = 1`.execute(portal.db);
    expect(order?.sendOn).toBe('2026-07-06');
  });
});

describe('the board', () => {
  it('has what must leave today first, then what should leave earliest', async () => {
    const old = await anOrder(STANDARD);
    const express = await anOrder(EXPRESS);
    const recent = await anOrder(STANDARD);
    const tomorrow = await anOrder(EXPRESS);
    await release(old.id, '2026-07-01T08:00:00Z');
    await release(express.id, '2026-07-06T08:00:00Z');
    await release(recent.id, '2026-07-02T08:00:00Z');
    await release(tomorrow.id, '2199-07-01T08:00:00Z');
    const { orders } = await board();
    expect(orders.map(({ id, isDueToday }) => [id, isDueToday])).toEqual([
      [express.id, true],
      [old.id, true],
      [recent.id, true],
      [tomorrow.id, false],
    ]);
    const { body } = await operator.get<'GET /api/operator/packing'>(
      `/api/operator/packing?${[old, express, recent].map(({ id }) => `orderIds=${id}`).join('&')}`,
    );
    expect(body.orders.map(({ id }) => id)).toEqual([express.id, old.id, recent.id]);
  });

  it('is filtered by way of delivery and by what is due, and counts both', async () => {
    const [express, collected, late] = [await anOrder(EXPRESS), await anOrder(COLLECT), await anOrder(EXPRESS)];
    await release(express.id, '2026-07-06T08:00:00Z');
    await release(collected.id, '2026-07-06T08:00:00Z');
    await release(late.id, '2199-07-01T08:00:00Z');
    const { deliveryMethods, totalCount } = await board();
    expect([totalCount, deliveryMethods]).toEqual([
      3,
      [
        { name: COLLECT, kind: 'collected', orders: 1, dueToday: 1 },
        { name: EXPRESS, kind: 'sent', orders: 2, dueToday: 1 },
      ],
    ]);
    const found = await board(`&delivery=${encodeURIComponent(EXPRESS)}&due=today`);
    expect(found.orders.map(({ id }) => id)).toEqual([express.id]);
    expect(found.destinations).toHaveLength(1);
    await makeReady(operator, [[collected.lines[0] as number, 1]]);
    expect((await board('&due=today')).orders.map(({ id }) => id)).toEqual([express.id]);
    expect((await board('&state=readyToCollect')).orders.map(({ id }) => id)).toEqual([collected.id]);
  });

  it('packs what is collected apart from what is sent to the same site', async () => {
    const [sent, collected, other] = [await anOrder(STANDARD), await anOrder(COLLECT), await anOrder(COLLECT)];
    await sql`update orders o set shipping_address = s.shipping_address from orders s where s.id = ${sent.id} and o.id in (${collected.id}, ${other.id})`.execute(
      portal.db,
    );
    const order = await operatorOrderOf(operator, collected.id);
    expect(order?.otherOrderIds).toContain(other.id);
    expect(order?.otherOrderIds).not.toContain(sent.id);
    expect(order?.destination).not.toBe((await operatorOrderOf(operator, sent.id))?.destination);
    expect(
      (
        await makeReady(operator, [
          [collected.lines[0] as number, 1],
          [other.lines[0] as number, 1],
        ])
      ).status,
    ).toBe(200);
  });
});

it('an option that is changed later leaves placed orders as they were', async () => {
  const before = await anOrder(EXPRESS);
  await sql`update shipping_option set kind = 'collected', collect_from = 'Counter 2' where organisation_id = 1 and name = ${EXPRESS}`.execute(
    portal.db,
  );
  const after = await anOrder(EXPRESS);
  await sql`update shipping_option set kind = 'sent', collect_from = null where organisation_id = 1 and name = ${EXPRESS}`.execute(
    portal.db,
  );
  expect((await operatorOrderOf(operator, before.id))?.deliveryKind).toBe('sent');
  expect((await operatorOrderOf(operator, after.id))?.deliveryKind).toBe('collected');
});

describe.skipIf(!hasPdfReaders)('papers', () => {
  const textOf = async (path: string) => {
    const { statusCode, rawPayload } = await portal.app.inject({ url: `/api/operator/${path}`, headers: operator.headers });
    expect(statusCode).toBe(200);
    return (await readPdf(Readable.from([rawPayload]))).pages.join('\n').replaceAll(/\s+/g, ' ');
  };

  it('of a parcel say how it is sent', async () => {
    const { id, lines } = await anOrder(EXPRESS);
    await release(id, '2026-07-06T08:00:00Z');
    expect(await textOf(`picklist?orderIds=${id}`)).toContain('Next working day: to be sent on 6 July 2026, cut-off 14:00');
    const { body } = await ship(operator, [aParcel([lines[0] as number, 1])]);
    for (const paper of ['packingslips', 'deliverynotes'])
      expect(await textOf(`${paper}?shipmentIds=${body.shipments[0]?.id}`)).toContain(EXPRESS);
  });

  it('of what is collected say where and by whom', async () => {
    const { id, lines } = await anOrder(COLLECT, 3);
    expect(await textOf(`picklist?orderIds=${id}`)).toContain(`${COLLECT}: ready by`);
    expect(
      (await portal.app.inject({ url: `/api/operator/packingslips?orderIds=${id}`, headers: operator.headers })).statusCode,
    ).toBe(404);
    await makeReady(operator, [[lines[0] as number, 2]]);
    const slip = await textOf(`packingslips?orderIds=${id}`);
    expect(slip).toContain(`${COLLECT} Wearer`);
    expect(slip).toMatch(/Collect from Counter of the depot, 4 Mill Lane, Preston.* Monday to Friday/);
    expect(slip).toContain('To collect: 2 pieces');
    expect(slip).toContain('To follow: 1 piece');
    const { body } = await handOver(operator, id);
    const note = await textOf(`deliverynotes?shipmentIds=${body.shipments[0]?.id}`);
    expect(note).toContain('Collected by');
    expect(note).toContain('Ann Ash');
    expect((await portal.app.inject({ url: '/api/operator/packingslips', headers: operator.headers })).statusCode).toBe(422);
  });
});
