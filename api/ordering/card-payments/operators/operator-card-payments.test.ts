import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeRefunds, fakeRefunds, payOrder, readCardMoney, sendAllRefunds } from '#api/testing/card-refunds.ts';
import { createFakePaymentProvider } from '#api/testing/fake-payment-provider.ts';
import { anOwnPayer, placeMixedOrder, placeOrganisationCardOrder } from '#api/testing/own-payment.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import type { ReplyOf } from '#contract/index.ts';
import { type ProviderMovement, ProviderUnavailableError, RefundRefusedError } from '../providers/payment-provider.ts';

type CardPayment = ReplyOf<'GET /api/operator/cardpayments/:id'>['cardPayments'][number];

const provider = createFakePaymentProvider();
let movements: (() => ProviderMovement[]) | undefined;
const portal = usePortal({
  findPaymentProvider: async (brandId) => {
    const found = await provider.find(brandId);
    if (!found) return undefined;
    const listMovements = async () => movements?.() ?? [];
    return { ...found, provider: { ...found.provider, listMovements } };
  },
});
const mailJobs = useMailJobs(portal);
const world = () => ({ db: portal.db, jobs: mailJobs.jobs, vault: mailJobs.vault });
let operator: TestOperatorClient;
let fake: FakeRefunds;

beforeAll(async () => {
  operator = await portal.asOperator();
});
beforeEach(() => {
  fake = fakeRefunds();
});

async function paidMixedOrder(options?: Parameters<typeof payOrder>[2]) {
  const payer = await anOwnPayer(portal);
  const { orderId } = await placeMixedOrder(portal.db, payer);
  return { payer, ...(await payOrder(world(), orderId, options)) };
}
const read = async (id: number, client = operator) =>
  (await client.get<'GET /api/operator/cardpayments/:id'>(`/api/operator/cardpayments/${id}`)).body
    .cardPayments[0] as CardPayment;
const list = async (query: string, client = operator) =>
  (await client.get<'GET /api/operator/cardpayments'>(`/api/operator/cardpayments?${query}`)).body;
const ACTS = {
  refund: 'POST /api/operator/cardpayments/:id/refund',
  accept: 'POST /api/operator/cardpayments/:id/accept',
  reject: 'POST /api/operator/cardpayments/:id/reject',
} as const;
const act = <A extends keyof typeof ACTS>(id: number, what: A, body: object = {}, client = operator) =>
  client.post<(typeof ACTS)[A]>(`/api/operator/cardpayments/${id}/${what}`, body);
const seeOrder = async (client: Pick<TestClient, 'get'>, id: number) =>
  (await client.get<'GET /api/orders/:id'>(`/api/orders/${id}`)).body.orders[0];
const openReceipt = async (client: Pick<TestClient, 'get'>, id: number | undefined) =>
  (await client.get<'GET /api/receipts/:id/pdf'>(`/api/receipts/${id}/pdf`)).status;

describe('the list of payments', () => {
  it('is searched by order, number at the provider, person and receipt, and counts what needs attention', async () => {
    const { payer, orderId, paymentId } = await paidMixedOrder();
    const payment = await read(paymentId);
    const terms = [String(orderId), `Order ${orderId}`, payment.paymentReference, payment.sessionReference, payer.email];
    for (const term of [...terms, payment.receipts[0]?.number])
      expect(
        (await list(`searchTerm=${encodeURIComponent(term ?? 'missing')}&state=paid`)).cardPayments.map(({ id }) => id),
      ).toEqual([paymentId]);
    expect((await list('searchTerm=pay_unknown')).cardPayments).toEqual([]);
    const held = await paidMixedOrder({ state: 'held', receivedMinor: 3500 });
    const found = await list('attention=held');
    expect(found.cardPayments).toMatchObject([{ id: held.paymentId, needsDecision: true, refundable: 0 }]);
    expect(found.counts).toEqual({ held: 1, refusedRefunds: 0, openDisputes: 0 });
    expect((await list('state=paid&limit=1')).cardPayments).toHaveLength(1);
  });

  it('has those of the operator’s brands alone', async () => {
    const { paymentId } = await paidMixedOrder();
    const other = await portal.asOperator({ brandIds: [2] });
    expect((await list('limit=100', other)).cardPayments.filter(({ brandId }) => brandId !== 2)).toEqual([]);
    for (const [method, path] of [
      ['get', `${paymentId}`],
      ['post', `${paymentId}/refund`],
      ['post', `${paymentId}/accept`],
      ['post', `${paymentId}/reject`],
    ] as const) {
      const body = { amount: 1, reason: 'x', key: 'x' };
      const { status } = await (method === 'get'
        ? other.get(`/api/operator/cardpayments/${path}`)
        : other.post(`/api/operator/cardpayments/${path}`, body));
      expect([path, status]).toEqual([path, 404]);
    }
    const { status } = await other.get('/api/operator/cardpayments/comparison?brandId=1&day=2026-11-30');
    expect(status).toBe(404);
  });
});

describe('a refund by an operator', () => {
  it('is sent to the card in part, once for its key, and never for more than is left', async () => {
    const { orderId, paymentId } = await paidMixedOrder();
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await act(paymentId, 'refund', { amount: 10, reason: 'Goodwill', key: 'a' });
      expect(status).toBe(200);
      expect(body.cardPayments[0]).toMatchObject({ refundable: 26, refunded: 0, refunds: [{ state: 'due', amount: 10 }] });
    }
    expect((await act(paymentId, 'refund', { amount: 26.01, reason: 'x', key: 'b' })).status).toBe(409);
    expect((await act(paymentId, 'refund', { amount: 0, reason: 'x', key: 'b' })).status).toBe(422);
    await sendAllRefunds(world(), fake);
    expect(await read(paymentId)).toMatchObject({
      refunded: 10,
      refunds: [{ state: 'done', reason: 'Goodwill' }],
      receipts: [
        { kind: 'payment', total: 36 },
        { kind: 'refund', total: -10 },
      ],
    });
    expect(await readCardMoney(portal.db, orderId)).toMatchObject({ payment: 35, refunded: 1000 });
    const { rows } =
      await sql`select from audit_event where action = 'card-payment.refunded' and subject_id = ${String(paymentId)}`.execute(
        portal.db,
      );
    expect(rows).toHaveLength(1);
  });

  it('that the provider has refused is repeated under another key there', async () => {
    const { paymentId } = await paidMixedOrder();
    const { body } = await act(paymentId, 'refund', { amount: 5, reason: 'x', key: 'a' });
    const refundId = body.cardPayments[0]?.refunds[0]?.id as number;
    fake.answers = [
      () => {
        throw new RefundRefusedError('Not enough balance.');
      },
    ];
    await sendAllRefunds(world(), fake);
    expect(await read(paymentId)).toMatchObject({
      hasRefusedRefund: true,
      refunds: [{ state: 'refused', problem: 'Not enough balance.' }],
    });
    expect((await list('attention=refused')).cardPayments.map(({ id }) => id)).toContain(paymentId);
    const repeat = (client = operator) =>
      client.post<'POST /api/operator/cardpayments/refunds/:id/repeat'>(
        `/api/operator/cardpayments/refunds/${refundId}/repeat`,
        {},
      );
    expect((await repeat(await portal.asOperator({ brandIds: [2] }))).status).toBe(404);
    expect((await repeat()).status).toBe(200);
    await sendAllRefunds(world(), fake, { at: Date.now() + 60_000 });
    expect(fake.asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual([`refund-${refundId}`, `refund-${refundId}-1`]);
    expect((await read(paymentId)).refunds).toMatchObject([{ state: 'done', problem: null }]);
    expect((await repeat()).status).toBe(200);
    expect((await read(paymentId)).refunds).toMatchObject([{ state: 'done' }]);
  });
});

describe('a held payment', () => {
  it('is taken as it is, and its order released', async () => {
    const { orderId, paymentId } = await paidMixedOrder({ state: 'held', receivedMinor: 3500 });
    const { fingerprint } = await read(paymentId);
    expect((await act(paymentId, 'refund', { amount: 1, reason: 'x', key: 'x' })).status).toBe(409);
    expect(
      (
        await operator.post<'POST /api/operator/cardpayments/:id/accept'>(`/api/operator/cardpayments/${paymentId}/accept`, {
          fingerprint,
        })
      ).body.cardPayments[0],
    ).toMatchObject({
      state: 'paid',
      needsDecision: false,
      receipts: [{ total: 35 }],
    });
    const { rows } = await sql<{ released: boolean; held: boolean }>`
      select released_at is not null as released, payment_held_at is not null as held from orders where id = ${orderId}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ released: true, held: false }]);
    expect((await act(paymentId, 'accept')).status).toBe(409);
    expect((await act(paymentId, 'reject', { reason: 'x' })).status).toBe(409);
  });

  it('is refunded and its order cancelled, with its lines in the cart again', async () => {
    const { payer, orderId, paymentId } = await paidMixedOrder({ state: 'held', receivedMinor: 9900 });
    const { fingerprint } = await read(paymentId);
    await sql`update card_payment set received_minor = 9800 where id = ${paymentId}`.execute(portal.db);
    const late = await act(paymentId, 'reject', { reason: 'Wrong amount', fingerprint });
    expect([late.status, JSON.stringify(late.errors)]).toEqual([409, expect.stringContaining('£98.00 has arrived')]);
    expect(
      (
        await operator.post<'POST /api/operator/cardpayments/:id/reject'>(`/api/operator/cardpayments/${paymentId}/reject`, {
          reason: 'Wrong amount',
        })
      ).status,
    ).toBe(200);
    await sendAllRefunds(world(), fake);
    expect(fake.asked.at(-1)).toMatchObject({ amountMinor: 9800 });
    expect(await readCardMoney(portal.db, orderId)).toMatchObject({ payment: 50, refunded: 0, returned: 9800 });
    const { body } = await payer.client.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items');
    expect(JSON.stringify(body)).toContain('"quantity":5');
    const { rows } = await sql<{ state: number; available: number }>`
      select o.order_state_id as state, (select sum(l.quantity - l.cancelled_quantity)::int from order_line l where l.order_id = o.id) as available
      from orders o where id = ${orderId}`.execute(portal.db);
    expect(rows).toEqual([{ state: 40, available: 0 }]);
    expect(await read(paymentId)).toMatchObject({ needsDecision: false, receipts: [] });
    expect((await list('attention=held')).cardPayments.map(({ id }) => id)).not.toContain(paymentId);
  });

  it('in another currency is not taken', async () => {
    const { paymentId, organisationId } = await paidMixedOrder({ state: 'held' });
    await sql`insert into card_payment_event (brand_id, provider, event_id, kind, organisation_id, payment_id, data, outcome, occurred_at)
      values (1, 'simulated', ${`evt_eur_${paymentId}`}, 'paid', ${organisationId}, ${paymentId}, '{"currencyCode": "eur", "amountMinor": 3600}', 'held', now())`.execute(
      portal.db,
    );
    const { status, errors } = await act(paymentId, 'accept');
    expect([status, JSON.stringify(errors)]).toEqual([409, expect.stringContaining('EUR')]);
  });
});

describe('the comparison with the provider', () => {
  it('says what is the same, only on one side, or of another amount', async () => {
    const [same, changed, missing] = [await paidMixedOrder(), await paidMixedOrder(), await paidMixedOrder()];
    const referenceOf = async ({ paymentId }: { paymentId: number }) => (await read(paymentId)).paymentReference as string;
    const day = new Date().toISOString().slice(0, 10);
    const movement = (reference: string, amountMinor: number) =>
      ({ kind: 'payment', reference, amountMinor, currencyCode: 'gbp', occurredAt: new Date() }) as const;
    const theirs = [
      movement(await referenceOf(same), 3600),
      movement(await referenceOf(changed), 3000),
      movement('pay_foreign', 700),
    ];
    movements = () => theirs;
    const compare = () =>
      operator.get<'GET /api/operator/cardpayments/comparison'>(`/api/operator/cardpayments/comparison?brandId=1&day=${day}`);
    const { body } = await compare();
    const resultOf = (reference: string | null) => body.comparison.movements.find((each) => each.reference === reference)?.result;
    expect([
      resultOf(await referenceOf(same)),
      resultOf(await referenceOf(changed)),
      resultOf('pay_foreign'),
      resultOf(await referenceOf(missing)),
    ]).toEqual(['same', 'amount', 'onlyThere', 'onlyHere']);
    expect(body.comparison).toMatchObject({ totalThere: 73, currencyCode: 'GBP' });
    movements = () => {
      throw new ProviderUnavailableError('down');
    };
    expect((await compare()).status).toBe(503);
    movements = undefined;
  });
});

describe('by key', () => {
  it('takes the scopes of invoices', async () => {
    const { paymentId } = await paidMixedOrder();
    const [reads, writes] = [await portal.asApiKey(['invoices:read']), await portal.asApiKey(['invoices:write'])];
    expect((await reads.get(`/api/operator/cardpayments/${paymentId}`)).status).toBe(200);
    const refund = { amount: 1, reason: 'x', key: 'by-key' };
    expect((await act(paymentId, 'refund', refund, reads)).status).toBe(403);
    expect((await act(paymentId, 'refund', refund, writes)).status).toBe(200);
  });
});

describe('a receipt', () => {
  const serialsOf = async (brandId: number) =>
    (
      await sql<{ serial: number }>`select serial from receipt where brand_id = ${brandId} order by serial`.execute(portal.db)
    ).rows.map(({ serial }) => serial);

  it('of a person has their part, with VAT by rate, and only they open it', async () => {
    const payer = await anOwnPayer(portal);
    const { orderId } = await placeMixedOrder(portal.db, payer);
    const { paymentId } = await payOrder(world(), orderId);
    const [receipt] = (await seeOrder(payer.client, orderId))?.receipts ?? [];
    expect(receipt).toMatchObject({ kind: 'payment', total: 36, number: expect.stringMatching(/^SUN-RCP-\d{6}$/) });
    expect(await openReceipt(payer.client, receipt?.id)).toBe(200);
    const admin = await signInAs(portal, { role: 'Admin' });
    expect(await openReceipt(admin, receipt?.id)).toBe(404);
    expect((await seeOrder(admin, orderId))?.receipts).toEqual([]);
    const { status } = await operator.get<'GET /api/operator/receipts/:id/pdf'>(`/api/operator/receipts/${receipt?.id}/pdf`);
    expect(status).toBe(200);
    const other = await portal.asOperator({ brandIds: [2] });
    expect((await other.get(`/api/operator/receipts/${receipt?.id}/pdf`)).status).toBe(404);
    const { rows } = await sql<{ lines: object[]; buyer: object; net: number; tax: number }>`
      select lines, buyer, net_minor as net, tax_minor as tax from receipt where payment_id = ${paymentId}`.execute(portal.db);
    expect(rows[0]).toMatchObject({ net: 3000, tax: 600, lines: [{ quantity: 3, netMinor: 3000, taxMinor: 600, taxRate: 0.2 }] });
  });

  it('of the organisation has delivery too, and its Admins open it', async () => {
    const { client, orderId } = await placeOrganisationCardOrder(portal);
    await payOrder(world(), orderId);
    const order = await seeOrder(client, orderId);
    expect(order?.receipts).toMatchObject([{ total: order?.orderTotal }]);
    const admin = await signInAs(portal, { role: 'Admin' });
    expect(await openReceipt(admin, order?.receipts[0]?.id)).toBe(200);
    const { rows } = await sql<{ buyer: { name: string }; names: string[] }>`
      select buyer, array(select l ->> 'name' from jsonb_array_elements(lines) l) as names from receipt where order_id = ${orderId}`.execute(
      portal.db,
    );
    expect(rows[0]?.buyer.name).toBe('Meridian Resorts');
    expect(rows[0]?.names.at(-1)).toMatch(/^Delivery/);
  });

  it('is numbered without gaps, also when payments are made at once or fail', async () => {
    const paid: number[] = [];
    for (let time = 0; time < 4; time += 1) paid.push((await placeMixedOrder(portal.db, await anOwnPayer(portal))).orderId);
    await Promise.all(paid.map((orderId) => payOrder(world(), orderId)));
    const serials = await serialsOf(1);
    expect(serials).toEqual(serials.map((_, index) => index + 1));
  });

  it('never changes', async () => {
    await expect(sql`update receipt set total_minor = total_minor, buyer = '{}'`.execute(portal.db)).rejects.toThrow(
      /never changes/,
    );
    await expect(sql`delete from receipt`.execute(portal.db)).rejects.toThrow();
  });
});
