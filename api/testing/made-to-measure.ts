import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect } from 'vitest';
import { aStockedProduct, aWardrobe, requestSummary, type StockedProduct, submitOrder } from './builders.ts';
import { aParcel, operatorOrderOf, ship } from './fulfilment.ts';
import { setApprovalRules } from './order-changes.ts';
import { readPdf } from './pdf-reader.ts';
import type { TestClient, TestOperatorClient, TestPortal } from './portal.ts';
import { type SignedIn, signInAs } from './wearers.ts';

export const CHEST = { name: 'Chest', value: 117.5, unit: 0 };
export const ARM = { name: 'Left arm', value: 71, unit: 0 };
const GIVEN = { measurements: [CHEST, ARM], comments: 'Left arm 2 cm longer', consentVersion: 1 };

/** What asking for someone else leaves to them. */
export const WITHOUT_MEASUREMENTS = { measurements: undefined, comments: undefined, consentVersion: undefined };
export { GIVEN as GIVEN_MEASUREMENTS };

/** Requests for garments made to measure, before each test: Wendy, who is owed three of a jacket in two sizes of which none is on hand, and the maker. */
export function useMadeToMeasure(portal: TestPortal) {
  let maker: TestOperatorClient;
  let wearer: SignedIn;
  let jacket: StockedProduct;

  beforeAll(async () => {
    await setApprovalRules(portal);
    maker = await portal.asOperator({ brandIds: [1], name: 'Tilda Tailor' });
  });

  beforeEach(async () => {
    jacket = await aStockedProduct(portal.db, { stock: [0, 0], price: 20_000 });
    wearer = await signInAs(portal, { role: 'Staff', firstName: 'Wendy' });
    await aWardrobe(portal.db, wearer.customerId, [jacket]);
  });

  const offer = (product = jacket) =>
    sql`update product set is_made_to_measure = true, lead_time_days = 28 where id = ${product.id}`.execute(portal.db);
  const ask = (person: TestClient, body: object = {}) =>
    person.post<'POST /api/madetomeasure'>('/api/madetomeasure', { productId: jacket.id, ...GIVEN, ...body });
  const listOf = async (person: TestClient) => (await person.get<'GET /api/madetomeasure'>('/api/madetomeasure')).body.requests;
  const cartOf = async (person: TestClient) =>
    (await person.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body.items;
  const act = (person: TestClient, id: number, what: 'order' | 'withdraw') =>
    what === 'order'
      ? person.post<'POST /api/madetomeasure/:id/order'>(`/api/madetomeasure/${id}/order`)
      : person.post<'POST /api/madetomeasure/:id/withdraw'>(`/api/madetomeasure/${id}/withdraw`);
  const answer = (id: number, body: object = {}, by: TestOperatorClient = maker) =>
    by.post<'POST /api/operator/madetomeasure/:id/answer'>(`/api/operator/madetomeasure/${id}/answer`, {
      unitPrice: 240.5,
      leadTimeDays: 35,
      answer: 'We need two fittings.',
      ...body,
    });
  const openMeasurements = (id: number, by = maker) =>
    by.get<'GET /api/operator/madetomeasure/:id/measurements'>(`/api/operator/madetomeasure/${id}/measurements`);
  const finish = (id: number) => maker.post(`/api/operator/madetomeasure/${id}/made`);
  const queueOf = async (state: string, by = maker) =>
    (await by.get<'GET /api/operator/madetomeasure'>(`/api/operator/madetomeasure?state=${state}&limit=100`)).body.requests;
  const auditOf = async (id: number) =>
    (
      await sql<{ action: string; before: unknown; after: unknown }>`
        select action, before, after from audit_event where subject_kind = 'made_to_measure' and subject_id = ${String(id)} order by id`.execute(
        portal.db,
      )
    ).rows;
  const actionsOf = async (id: number) => (await auditOf(id)).map(({ action }) => action.replace('made_to_measure.', ''));
  const sealedOf = async (id: number) =>
    (await sql<{ sealed: Buffer | null }>`select sealed from made_to_measure_request where id = ${id}`.execute(portal.db)).rows[0]
      ?.sealed;
  const mailsAbout = async (email: string) =>
    (
      await sql<{
        template: string;
        data: unknown;
      }>`select template, data from mail_outbox where recipient = ${email} order by created_at`.execute(portal.db)
    ).rows;

  const priceOf = async (orderId: number) =>
    (
      await sql<{ price: number }>`select unit_price_minor as price from order_line where order_id = ${orderId}`.execute(
        portal.db,
      )
    ).rows[0]?.price;

  /** Orders what is in the cart and returns the order. */
  async function order(person: TestClient): Promise<number> {
    await requestSummary(portal.db, person);
    const { status, body, errors } = await submitOrder(person);
    expect([status, errors]).toEqual([200, {}]);
    return body.orderId as number;
  }

  /** The work sheet of a request as lines of text. */
  async function workSheetOf(id: number, by = maker) {
    const { statusCode, headers, rawPayload } = await portal.app.inject({
      url: `/api/operator/madetomeasure/${id}/worksheet`,
      headers: by.headers,
    });
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
    const { pages, faults } = await readPdf(Readable.from([rawPayload]));
    expect(faults).toBe('');
    // Kerning divides a number before its point.
    return pages.join('\n').replaceAll(/\s+/g, ' ').replaceAll(' .', '.');
  }

  /** Has a garment made and sends it; returns the line. */
  async function makeAndShip(id: number, orderId: number): Promise<number> {
    const line = (await operatorOrderOf(maker, orderId))?.lines[0];
    const lineId = line?.id as number;
    expect(line).toMatchObject({ size: 'Made to measure', pendingQuantity: 1, readyQuantity: 0 });
    // Not before it is made.
    expect((await ship(maker, [aParcel([lineId, 1])])).status).toBe(409);
    expect((await finish(id)).status).toBe(200);
    expect((await operatorOrderOf(maker, orderId))?.lines[0]).toMatchObject({ readyQuantity: 1 });
    expect((await ship(maker, [aParcel([lineId, 1])])).status).toBe(200);
    return lineId;
  }

  return {
    offer,
    ask,
    listOf,
    cartOf,
    act,
    answer,
    openMeasurements,
    finish,
    queueOf,
    auditOf,
    actionsOf,
    sealedOf,
    mailsAbout,
    priceOf,
    order,
    workSheetOf,
    makeAndShip,
    getMaker: () => maker,
    getWearer: () => wearer,
    getJacket: () => jacket,
  };
}
