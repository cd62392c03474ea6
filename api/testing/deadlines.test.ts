import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { issueInvoice } from '#api/ordering/invoices/issue-invoices.actions.ts';
import { listExpiredExchanges } from '#api/ordering/returns/exchange-deadlines.queries.ts';
import { closeLeaverAccounts } from '#api/people/person/leavers.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { addDaysTo, getLocalDay } from '#api/platform/local-day.ts';
import { addItems, anItem, aPerson, aStockedProduct, fillCart, orderItems, SOUTH, type StockedProduct } from './builders.ts';
import { findOpenAccount } from './entitlement.ts';
import { aRequest, grant } from './entitlement-requests.ts';
import { moveDate } from './fulfilment.ts';
import { invoicesOf, ship } from './invoices.ts';
import { lineOf, setApprovalRules, sizeOf } from './order-changes.ts';
import type { TestClient } from './portal.ts';
import { askToExchange, askToReturn, RETURN_ACTIONS, RETURN_REASONS, shipOrder } from './returns.ts';
import { usePortal } from './use-portal.ts';
import { aWearer, signInAs } from './wearers.ts';

// Every day in the organisation's calendar from which something is or is not possible any more, tried on the day before it, on the day and on the day
// after. In the first of the two time zones the day is always at least one later than in the second, so that a day of any other time zone is found.

const TIME_ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const portal = usePortal();
let shirt: StockedProduct;
let buyer: TestClient;

beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [5000, 5000] });
  buyer = await signInAs(portal, {});
});
afterAll(() => setApprovalRules(portal));

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
/** The noon of a day in the organisation's time zone. */
const noonOf = (day: string, timeZone: string) => sql`((${day}::date + interval '12 hours') at time zone ${timeZone}::text)`;
const setLastDay = async (customerId: number, day: string) => {
  await run(sql`update customer set ends_on = ${day}::date where id = ${customerId}`);
  await portal.settled();
};
const creditOf = async (orderId: number) =>
  askToReturn(buyer, {
    orderId,
    returnRequestReasonId: RETURN_REASONS.wrongOrdered,
    returnRequestActionId: RETURN_ACTIONS.credit,
    items: [{ id: await lineOf(buyer, orderId), quantity: 1 }],
  });

/** Whether the delegate of the only approver can approve an order. */
async function canDecideAsDelegate(startsOn: string, endsOn: string): Promise<boolean> {
  await setApprovalRules(portal, { kind: 'always' });
  await run(sql`update customer set allow_order_approval = false where organisation_id = 1 and allow_order_approval`);
  const approver = await signInAs(portal, { approver: true });
  const delegate = await signInAs(portal, { role: 'Staff', groupIds: [SOUTH.groupId], resortId: SOUTH.resortId });
  await run(sql`insert into delegation (organisation_id, approver_id, delegate_id, starts_on, ends_on)
    values (1, ${approver.customerId}, ${delegate.customerId}, ${startsOn}::date, ${endsOn}::date)`);
  const id = await orderItems(portal.db, buyer, anItem(shirt));
  await setApprovalRules(portal);
  const { status } = await delegate.post<'POST /api/orders/approvereject'>('/api/orders/approvereject', {
    id,
    action: 'approve',
  });
  return status === 200;
}

/** Whether a wardrobe without a season grants something in a season of the wearer that ends on a day. */
async function isGrantedUntil(endsOn: string): Promise<boolean> {
  const { id, seasonId, collectionId } = await aWearer(portal, [shirt]);
  await run(sql`update season set ends_on = ${endsOn}::date where organisation_id = 1 and id = ${seasonId}`);
  const { rows } = await sql<{ id: number }>`
    insert into season (organisation_id, name, starts_on, ends_on) values (1, ${`After ${seasonId}`}, '2041-01-01', '2041-12-31') returning id`.execute(
    portal.db,
  );
  await run(sql`insert into customer_season select 1, ${id}, s from unnest(${[seasonId, rows[0]?.id]}::bigint[]) s`);
  await run(sql`update collection set season_id = null where organisation_id = 1 and id = ${collectionId}`);
  await run(
    sql`delete from entitlement_entry where organisation_id = 1 and account_id in (select id from entitlement_account where customer_id = ${id})`,
  );
  await run(sql`delete from entitlement_account where organisation_id = 1 and customer_id = ${id}`);
  await runInTransaction(portal.db, (tx) => syncEntitlement(tx, { organisationId: 1 }, [id]));
  const found = await sql`
    select from entitlement_account where organisation_id = 1 and customer_id = ${id} and season_id = ${seasonId} and status = 'open'`.execute(
    portal.db,
  );
  return found.rows.length > 0;
}

/** An account of a wearer, whose period ends on a day. */
async function anAccountUntil(endsOn: string): Promise<number> {
  const { id: wearerId } = await aWearer(portal, [shirt]);
  const { id } = await findOpenAccount(portal.db, wearerId);
  await run(sql`update entitlement_account set ends_on = ${endsOn}::date where organisation_id = 1 and id = ${id}`);
  return id;
}

interface Deadline {
  /** Whether it is possible on the day before, on the day and on the day after. */
  expected: [before: boolean, on: boolean, after: boolean];
  /** Whether it is possible now, when the deadline is on this day. */
  try: (day: string, timeZone: string) => Promise<boolean>;
}
/** What is possible until the end of a day, from its beginning, and after it. */
const UNTIL: Deadline['expected'] = [true, true, false];
const FROM: Deadline['expected'] = [false, true, true];
const AFTER: Deadline['expected'] = [false, false, true];

const DEADLINES: Record<string, Deadline> = {
  'ordering until the last day of work': {
    expected: UNTIL,
    try: async (day) => {
      const person = await signInAs(portal, {});
      await setLastDay(person.customerId, day);
      return (await addItems(person, anItem(shirt))).status === 200;
    },
  },
  'ordering for someone until their last day of work': {
    expected: UNTIL,
    try: async (day) => {
      const { id } = await aPerson(portal.db, { role: 'Staff' });
      await setLastDay(id, day);
      return (await addItems(buyer, { ...anItem(shirt), customerId: id })).status === 200;
    },
  },
  'a session until the last day of work and ten days': {
    expected: UNTIL,
    try: async (day) => {
      await run(sql`update organisation set leaver_access_days = 10 where id = 1`);
      const person = await signInAs(portal, {});
      await setLastDay(person.customerId, addDaysTo(day, -10));
      return (await person.get('/api/customerprofile')).status === 200;
    },
  },
  'an open account until the last day of work and ten days': {
    expected: UNTIL,
    try: async (day) => {
      await run(sql`update organisation set leaver_access_days = 10 where id = 1`);
      const { id } = await aPerson(portal.db);
      await setLastDay(id, addDaysTo(day, -10));
      await closeLeaverAccounts(portal.db);
      return (await sql`select from customer where id = ${id} and active`.execute(portal.db)).rows.length > 0;
    },
  },
  'ordering from a wardrobe until its window closes': {
    expected: UNTIL,
    try: async (day) =>
      (await addItems((await aWearer(portal, [shirt], { closesOn: day })).client, anItem(shirt))).status === 200,
  },
  'ordering from a wardrobe from when its window opens': {
    expected: FROM,
    try: async (day) => (await addItems((await aWearer(portal, [shirt], { opensOn: day })).client, anItem(shirt))).status === 200,
  },
  'a wardrobe without a season in a season of the wearer until it ends': { expected: UNTIL, try: isGrantedUntil },
  'adjusting an account until its period ends': {
    expected: UNTIL,
    try: async (day) => {
      const accountId = await anAccountUntil(day);
      const admin = await signInAs(portal, { role: 'Admin' });
      const adjustment = { accountId, amount: 1, reason: 'Torn at work' };
      return (await admin.post('/api/entitlement/adjustments', adjustment)).status === 200;
    },
  },
  'granting a request until its last day': {
    expected: UNTIL,
    try: async (day) => {
      const { id: wearerId, client } = await aWearer(portal, [shirt]);
      const request = await aRequest(client, (await findOpenAccount(portal.db, wearerId)).id);
      await run(sql`update entitlement_request set expires_on = ${day}::date where id = ${request}`);
      return (await grant(await signInAs(portal, { role: 'Admin' }), request)).status === 200;
    },
  },
  'a return until ten days after the delivery': {
    expected: UNTIL,
    try: async (day, timeZone) => {
      await run(sql`update organisation set return_days = 10 where id = 1`);
      const id = await orderItems(portal.db, buyer, anItem(shirt));
      await shipOrder(portal.db, id);
      await run(
        sql`update shipment set shipped_at = ${noonOf(addDaysTo(day, -15), timeZone)}, delivered_at = ${noonOf(addDaysTo(day, -10), timeZone)} where order_id = ${id}`,
      );
      return (await creditOf(id)).status === 200;
    },
  },
  'promising pieces for a day': {
    expected: UNTIL,
    try: async (day) => {
      const order = await orderItems(portal.db, buyer, anItem(shirt));
      const operator = await portal.asOperator({ brandIds: [1] });
      return (await moveDate(operator, order, await lineOf(buyer, order), day)).status === 200;
    },
  },
  'an exchange before it expires': {
    expected: UNTIL,
    try: async (day) => {
      await run(sql`update organisation set return_days = 0 where id = 1`);
      const order = await orderItems(portal.db, buyer, anItem(shirt));
      await shipOrder(portal.db, order);
      const { body } = await askToExchange(buyer, order, await lineOf(buyer, order), sizeOf(shirt, 1));
      const id = body.returnRequests[0]?.id as number;
      await run(sql`update return_request set reserved_until_on = ${day}::date where id = ${id}`);
      const expired = await listExpiredExchanges(portal.db, { at: new Date(), afterId: id - 1, limit: 1 });
      return expired.length === 0;
    },
  },
  'approving as a delegate from the first day': { expected: FROM, try: (day) => canDecideAsDelegate(day, addDaysTo(day, 9)) },
  'approving as a delegate until the last day': { expected: UNTIL, try: (day) => canDecideAsDelegate(addDaysTo(day, -9), day) },
  'a delivery that is asked for on a day': {
    expected: UNTIL,
    try: async (day) => {
      const person = await signInAs(portal, {});
      await fillCart(person, anItem(shirt));
      const checkout = { requestedDeliveryDateUtc: day };
      return (await person.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { checkout })).status === 200;
    },
  },
  'an invoice that is overdue': {
    expected: AFTER,
    try: async (day) => {
      await run(sql`update organisation set payment_term_days = 0 where id = 1`);
      const order = await orderItems(portal.db, buyer, anItem(shirt));
      const shipment = await ship(portal, order);
      await runInTransaction(portal.db, (tx) =>
        issueInvoice(tx, { organisationId: 1, shipmentIds: [shipment], periodOn: null }, { at: Date.now(), issuedOn: day }),
      );
      const [invoice] = await invoicesOf(portal, order);
      const admin = await signInAs(portal, { role: 'Admin' });
      const list = await admin.get<'GET /api/invoices'>(`/api/invoices?status=overdue&orderId=${order}`);
      const read = await admin.get<'GET /api/invoices/:id'>(`/api/invoices/${invoice?.id}`);
      const isOverdue = read.body.invoices[0]?.status === 'overdue';
      // The list and the document agree.
      expect(list.body.invoices.map(({ id }) => id)).toEqual(isOverdue ? [invoice?.id] : []);
      return isOverdue;
    },
  },
};

describe.each(TIME_ZONES)('in %s', (timeZone) => {
  beforeAll(async () => {
    await run(sql`update organisation set time_zone = ${timeZone} where id = 1`);
    await portal.settled();
  });

  it.each(Object.entries(DEADLINES))('%s', async (_, { expected, try: tryOn }) => {
    const today = getLocalDay(Date.now(), timeZone);
    const answers: boolean[] = [];
    // Today is the day before tomorrow, the day itself, and the day after yesterday.
    for (const day of [addDaysTo(today, 1), today, addDaysTo(today, -1)]) answers.push(await tryOn(day, timeZone));
    expect(answers).toEqual(expected);
  });
});
