import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { anItem, aStockedProduct, fillCart, requestSummary, type StockedProduct, submitOrder } from '#api/testing/builders.ts';
import { untilSomeoneWaits } from '#api/testing/lock-waits.ts';
import type { TestOperatorClient, TestServer } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

// A hold or a limit that is set while an order is being placed.

const portal = usePortal();
let shirt: StockedProduct;
let buyer: SignedIn;
let operator: TestOperatorClient;
let reading: TestServer;
let unlocked: TestServer;

/** What happens once an order has read the terms for the first time. */
let meanwhile: () => Promise<unknown> = async () => undefined;
const between = {
  statement: /open_amount\(o\.id\) end as open_minor/,
  afterwards: async () => {
    const act = meanwhile;
    meanwhile = async () => undefined;
    await act();
  },
};

beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { price: 1000, stock: [10_000] });
  operator = await portal.asOperator({ brandIds: [1] });
  reading = await portal.openSecondServer({ faults: [between] });
  const asRead = (text: string) =>
    text.replace(
      'lock_credit_terms($1)',
      '(select 0::bigint as open_minor, null::bigint as credit_limit_minor, false as credit_hold where $1::bigint > 0) as terms',
    );
  unlocked = await portal.openSecondServer({ faults: [between, { statement: /lock_credit_terms/, rewrite: asRead }] });
});
beforeEach(async () => {
  await sql`update organisation set credit_hold = false, credit_limit_minor = null where id = 1`.execute(portal.db);
  buyer = await signInAs(portal, { role: 'Buyer' });
  await fillCart(buyer, anItem(shirt, 1));
  await requestSummary(portal.db, buyer);
});

const setTerms = async (terms: object) => {
  const { status } = await operator.put<'PUT /api/operator/organisations/:id/credit'>('/api/operator/organisations/1/credit', {
    billing: terms,
  });
  expect(status).toBe(200);
};

it.each<[string, object, RegExp]>([
  ['a hold', { creditHold: true }, /on hold/],
  ['a limit', { creditLimit: 0 }, /credit limit/],
])('%s that is set after an order was checked refuses it', async (_, terms, refusal) => {
  meanwhile = () => setTerms(terms);
  const { status, errors } = await submitOrder(reading.withSession(buyer));
  expect([status, errors.credit?.[0]]).toEqual([400, expect.stringMatching(refusal)]);
});

it('would place the order if the terms were not read again', async () => {
  meanwhile = () => setTerms({ creditHold: true });
  expect((await submitOrder(unlocked.withSession(buyer))).status).toBe(200);
});

it('waits for an order that has read the terms', async () => {
  let isSet = false;
  await portal.db.transaction().execute(async (tx) => {
    await sql`select * from lock_credit_terms(1)`.execute(tx);
    const setting = setTerms({ creditHold: true }).then(() => {
      isSet = true;
    });
    await untilSomeoneWaits(portal.db, { kind: 'advisory' });
    expect(isSet).toBe(false);
    void setting;
  });
  await vi.waitUntil(() => isSet, { interval: 5, timeout: 5000 });
});

it('an order waits for another that has read the open amount, where there is a limit', async () => {
  await setTerms({ creditLimit: 1_000_000 });
  let isPlaced = false;
  await portal.db.transaction().execute(async (tx) => {
    await sql`select lock_open_amount(1)`.execute(tx);
    const placing = submitOrder(buyer).then(({ status }) => {
      isPlaced = status === 200;
    });
    await untilSomeoneWaits(portal.db, { kind: 'transactionid' });
    expect(isPlaced).toBe(false);
    void placing;
  });
  await vi.waitUntil(() => isPlaced, { interval: 5, timeout: 5000 });
});

it('a first limit that is set while an order waits to read the terms counts, with what is open already', async () => {
  const { placing } = await portal.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashint8extended(1, 7404036))`.execute(tx);
    const submitted = submitOrder(buyer);
    await untilSomeoneWaits(portal.db, { kind: 'advisory' });
    await sql`update organisation set credit_limit_minor = open_amount(1) + 1 where id = 1`.execute(tx);
    // Not awaited here: it waits for this transaction.
    return { placing: submitted };
  });
  const { status, errors } = await placing;
  expect([status, errors.credit?.[0]]).toEqual([400, expect.stringMatching(/credit limit/)]);
});
