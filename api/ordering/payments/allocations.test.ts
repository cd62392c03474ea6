import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { billAll, invoicesOf, ship } from '#api/testing/invoices.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

// What a payment may cover, in which order and currency, and what its reversal leaves behind.

const portal = usePortal();
let shirt: StockedProduct;
let admin: TestClient;
let operator: TestOperatorClient;
let references = 0;

beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { price: 1000, stock: [10_000] });
  admin = await signInAs(portal, { role: 'Admin' });
  operator = await portal.asOperator({ brandIds: [1] });
});

const pay = (payment: object) =>
  operator.post<'POST /api/operator/payments'>('/api/operator/payments', {
    payment: { organisationId: 1, receivedOn: '2026-03-12', reference: `ALLOC ${++references}`, ...payment },
  });
const allocate = (paymentId: number | undefined, ...allocations: object[]) =>
  operator.post<'POST /api/operator/payments/:id/allocations'>(`/api/operator/payments/${paymentId}/allocations`, {
    allocations,
  });
const reverse = (paymentId: number | undefined, reason: string) =>
  operator.post<'POST /api/operator/payments/:id/reverse'>(`/api/operator/payments/${paymentId}/reverse`, { reason });
const inCurrency = async <T>(code: string, act: () => Promise<T>): Promise<T> => {
  await sql`update organisation set currency_code = ${code} where id = 1`.execute(portal.db);
  try {
    return await act();
  } finally {
    await sql`update organisation set currency_code = 'GBP' where id = 1`.execute(portal.db);
  }
};

/** An invoice of 12.00 and delivery, due after some days. */
async function anInvoice(termDays = 30) {
  await sql`update organisation set payment_term_days = ${termDays} where id = 1`.execute(portal.db);
  const id = await orderItems(portal.db, admin, anItem(shirt, 1));
  await ship(portal, id);
  await billAll(portal);
  const [invoice] = await invoicesOf(portal, id);
  if (!invoice) throw new Error('There is no invoice.');
  return { id: invoice.id, total: invoice.total_minor / 100 };
}
const openOf = async (invoiceId: number) =>
  (await admin.get<'GET /api/invoices/:id'>(`/api/invoices/${invoiceId}`)).body.invoices[0]?.openAmount;
const openAmount = async () =>
  (await sql<{ open: number }>`select open_amount(1) as open`.execute(portal.db)).rows[0]?.open as number;

describe('what is left of a payment', () => {
  it('is what no invoice was given, once: later allocations see the earlier ones', async () => {
    const [first, second] = [await anInvoice(), await anInvoice()];
    const { body } = await pay({ amount: 10, allocations: [{ invoiceId: first.id, amount: 6 }] });
    const payment = body.payments[0]?.id;

    const refused = await allocate(payment, { invoiceId: second.id, amount: 5 });
    expect([refused.status, refused.errors]).toEqual([
      409,
      { allocations: ['The invoices take £5.00, but only £4.00 is left.'] },
    ]);
    // Parts for the same invoice count together.
    const twice = await allocate(payment, { invoiceId: second.id, amount: 3 }, { invoiceId: second.id, amount: 2 });
    expect(twice.status).toBe(409);
    expect((await allocate(payment, { invoiceId: second.id, amount: 4 })).body.payments[0]?.unallocated).toBe(0);
    expect((await allocate(payment, { invoiceId: second.id, amount: 0.01 })).status).toBe(409);
    expect(await openOf(second.id)).toBeCloseTo(second.total - 4, 5);
  });

  it('parts of one payment for the same invoice are not more together than is open of it', async () => {
    const { id, total } = await anInvoice();
    const { status } = await pay({
      amount: 2 * total,
      allocations: [
        { invoiceId: id, amount: total },
        { invoiceId: id, amount: 0.01 },
      ],
    });
    expect([status, await openOf(id)]).toEqual([409, total]);
  });

  it('is credit against what the organisation owes, until it is used or reversed', async () => {
    const { id } = await anInvoice();
    const before = await openAmount();
    const { body } = await pay({ amount: 5, allocations: [] });
    expect((await openAmount()) - before).toBe(-500);
    await allocate(body.payments[0]?.id, { invoiceId: id, amount: 2 });
    expect((await openAmount()) - before).toBe(-500);
    await reverse(body.payments[0]?.id, 'Bounced');
    expect((await openAmount()) - before).toBe(0);
  });
});

describe('a payment that names no invoice', () => {
  it('covers what is due first, not what was issued first', async () => {
    const open = await operator.get<'GET /api/operator/invoices'>(
      '/api/operator/invoices?organisationId=1&status=open&limit=250',
    );
    for (const { id, openAmount: amount } of open.body.invoices)
      expect((await pay({ amount, allocations: [{ invoiceId: id, amount }] })).status).toBe(200);
    const [late, early] = [await anInvoice(60), await anInvoice(7)];

    await pay({ amount: early.total });

    expect([await openOf(late.id), await openOf(early.id)]).toEqual([late.total, 0]);
    await pay({ amount: late.total });
    expect(await openOf(late.id)).toBe(0);
  });
});

describe('another currency', () => {
  it('an invoice is covered only by what was paid in its own, whether it is named or not', async () => {
    const { id, total } = await anInvoice();
    const euros = await inCurrency('EUR', async () => {
      expect((await pay({ amount: total, allocations: [{ invoiceId: id, amount: total }] })).status).toBe(404);
      return pay({ amount: total });
    });
    expect([euros.status, euros.body.payments[0]?.unallocated, await openOf(id)]).toEqual([200, total, total]);
    expect((await allocate(euros.body.payments[0]?.id, { invoiceId: id, amount: 1 })).status).toBe(404);
    await reverse(euros.body.payments[0]?.id, 'Wrong currency');
    expect((await pay({ amount: total, allocations: [{ invoiceId: id, amount: total }] })).status).toBe(200);
  });
});

describe('the audit log', () => {
  it('says who recorded, used and reversed a payment, what of it and why', async () => {
    const { id } = await anInvoice();
    const reference = `AUDIT ${++references}`;
    const { body } = await pay({ amount: 7, reference, allocations: [] });
    const payment = body.payments[0]?.id;
    await allocate(payment, { invoiceId: id, amount: 2.5 });
    await reverse(payment, '  The bank returned it ');

    const { rows } = await sql<{
      action: string;
      organisation_id: number;
      brand_id: number;
      actor_kind: string;
      actor_id: number;
      after: object;
    }>`
      select action, organisation_id, brand_id, actor_kind, actor_id, after from audit_event
      where subject_id = ${String(payment)} and action like 'payment.%' order by id`.execute(portal.db);
    const by = { organisation_id: 1, brand_id: 1, actor_kind: 'operator', actor_id: operator.id };
    expect(rows).toEqual([
      { ...by, action: 'payment.recorded', after: { amountMinor: 700, reference } },
      { ...by, action: 'payment.allocated', after: { allocatedMinor: 250 } },
      { ...by, action: 'payment.reversed', after: { amountMinor: 700, reason: 'The bank returned it' } },
    ]);
  });

  it('has no entry of what was refused', async () => {
    const { body } = await pay({ amount: 1, allocations: [] });
    const payment = body.payments[0]?.id;
    await reverse(payment, 'Bounced');
    expect((await reverse(payment, 'Again')).status).toBe(409);
    const { rows } = await sql<{ action: string }>`
      select action from audit_event where subject_id = ${String(payment)} and action like 'payment.%' order by id`.execute(
      portal.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(['payment.recorded', 'payment.reversed']);
  });
});

describe('an Idempotency-Key', () => {
  it('belongs to an operator or an API key: the same key of another has nothing to do with it', async () => {
    const callers = [operator, await portal.asOperator({ brandIds: [1] }), await apiKeyWithIdOf(operator)];
    const send = (caller: TestOperatorClient, index: number) =>
      caller.post<'POST /api/operator/payments'>(
        '/api/operator/payments',
        {
          payment: {
            organisationId: 1,
            receivedOn: '2026-03-12',
            amount: index + 1,
            reference: `SHARED ${index}`,
            allocations: [],
          },
        },
        { 'idempotency-key': 'shared by three' },
      );
    const first = [];
    for (const [index, caller] of callers.entries()) first.push((await send(caller, index)).body.payments?.[0]?.id);
    const again = [];
    for (const [index, caller] of callers.entries()) again.push((await send(caller, index)).body.payments?.[0]?.id);

    expect(new Set(first).size).toBe(3);
    expect(again).toEqual(first);
  });

  /** An API key with the same id as an operator: they are counted apart. */
  async function apiKeyWithIdOf({ id }: TestOperatorClient): Promise<TestOperatorClient> {
    const key = await portal.asApiKey(['invoices:write', 'invoices:read'], [1]);
    if (key.id === id) return key;
    await sql`insert into api_key (id, name, scopes) overriding system value select ${id}, name, scopes from api_key where id = ${key.id}`.execute(
      portal.db,
    );
    await sql`update api_key_brand set api_key_id = ${id} where api_key_id = ${key.id}`.execute(portal.db);
    await sql`update api_key_secret set api_key_id = ${id} where api_key_id = ${key.id}`.execute(portal.db);
    return key;
  }
});
