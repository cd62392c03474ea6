import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { type FakeRefunds, fakeRefunds, payOrder, readCardMoney, sendAllRefunds } from '#api/testing/card-refunds.ts';
import { createFakePaymentProvider } from '#api/testing/fake-payment-provider.ts';
import { anOwnPayer, placeMixedOrder } from '#api/testing/own-payment.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { ProviderUnavailableError, RefundRefusedError } from '../providers/payment-provider.ts';
import { applyDisputeEvent } from './dispute-events.actions.ts';
import { finishRefund } from './finish-refund.actions.ts';
import { applyRefundEvent } from './refund-events.actions.ts';
import { lockRefund, type StoredRefund } from './refunds.queries.ts';
import { requestRefund } from './request-refund.actions.ts';
import { applyStoredEvents } from './stored-events.actions.ts';

const portal = usePortal({ findPaymentProvider: createFakePaymentProvider().find });
const mailJobs = useMailJobs(portal);
/** The database with what mails need. */
const world = () => ({ db: portal.db, jobs: mailJobs.jobs, vault: mailJobs.vault });
const actor = { kind: 'system', id: null } as const;
let fake: FakeRefunds;

beforeEach(async () => {
  fake = fakeRefunds();
  // What earlier tests have left is not sent by this one.
  await sql`update card_refund set next_attempt_at = 'infinity' where state in ('due', 'sent')`.execute(portal.db);
});

/** An order of which the person has paid 36.00. */
async function paidOrder() {
  const { orderId } = await placeMixedOrder(portal.db, await anOwnPayer(portal));
  return payOrder(world(), orderId);
}

type Paid = Awaited<ReturnType<typeof paidOrder>>;
const request = (
  { organisationId, orderId }: Paid,
  key: string,
  amountMinor: number,
  more: Partial<Parameters<typeof requestRefund>[2]> = {},
) =>
  runInTransaction(portal.db, (tx) =>
    requestRefund(tx, { organisationId, orderId }, { key, amountMinor, reason: 'Returned', actor, ...more }),
  );
const refundsOf = async ({ orderId }: Paid) =>
  (
    await sql<{ id: number; state: string; amount: number; attempts: number; error: string | null; reference: string | null }>`
      select id, state, amount_minor as amount, attempts, last_error as error, refund_reference as reference
      from card_refund where order_id = ${orderId} order by id`.execute(portal.db)
  ).rows;
const mailsOf = async (template: string, orderId: number) =>
  (
    await sql<{ data: Record<string, unknown> }>`
      select data from mail_outbox where template = ${template} and (data ->> 'orderId')::bigint = ${orderId} order by created_at, data ->> 'number'`.execute(
      portal.db,
    )
  ).rows.map(({ data }) => data);
const notesOf = async (orderId: number) =>
  (
    await sql<{ kind: string; visible: boolean }>`
      select kind, visible_to_customer as visible from order_event where order_id = ${orderId} order by id`.execute(portal.db)
  ).rows.map(({ kind, visible }) => `${kind}${visible ? '' : ' (supplier)'}`);

describe('a refund', () => {
  it('is decided once under its key, never for more than was paid, and moves the payment when it is done', async () => {
    const paid = await paidOrder();
    expect(await request(paid, 'return:1', 1200)).toBe(true);
    expect(await request(paid, 'return:1', 1200)).toBe(true);
    expect(await request(paid, 'return:2', 2401)).toBe(false);
    expect(await readCardMoney(portal.db, paid.orderId)).toMatchObject({ payment: 30, claimed: 1200, refunded: 0 });
    await sendAllRefunds(world(), fake);
    expect(await readCardMoney(portal.db, paid.orderId)).toMatchObject({ payment: 35, refunded: 1200, returned: 1200 });
    expect(await request(paid, 'return:2', 2400)).toBe(true);
    await sendAllRefunds(world(), fake);
    await sendAllRefunds(world(), fake);
    expect(await readCardMoney(portal.db, paid.orderId)).toMatchObject({ payment: 40, refunded: 3600, claimed: 3600 });
    expect(fake.asked.map(({ amountMinor }) => amountMinor)).toEqual([1200, 2400]);
    expect(await mailsOf('receipt', paid.orderId)).toMatchObject([
      { kind: 'payment', totalMinor: 3600 },
      { kind: 'refund', totalMinor: 1200, reason: 'Returned' },
      { kind: 'refund', totalMinor: 2400 },
    ]);
    expect((await notesOf(paid.orderId)).slice(-4)).toEqual([
      'refund_decided (supplier)',
      'refunded_to_card',
      'refund_decided (supplier)',
      'refunded_to_card',
    ]);
  });

  it('is taken once when many ask at the same moment', async () => {
    const paid = await paidOrder();
    const decided = await Promise.all(Array.from({ length: 12 }, (_, place) => request(paid, `race:${place}`, 1000)));
    expect(decided.filter(Boolean)).toHaveLength(3);
    expect(await readCardMoney(portal.db, paid.orderId)).toMatchObject({ claimed: 3000 });
    const same = await paidOrder();
    expect(await Promise.all(Array.from({ length: 8 }, () => request(same, 'once', 1000)))).toEqual(Array(8).fill(true));
    expect(await readCardMoney(portal.db, same.orderId)).toMatchObject({ claimed: 1000 });
  });

  it('is sent by one process, with one key, however many send at once', async () => {
    const paid = await paidOrder();
    await request(paid, 'x', 500);
    await Promise.all(Array.from({ length: 6 }, () => sendAllRefunds(world(), fake)));
    expect(fake.asked).toHaveLength(1);
    expect(await readCardMoney(portal.db, paid.orderId)).toMatchObject({ returned: 500 });
  });

  it('is counted once, although both an answer and an event finish it', async () => {
    const paid = await paidOrder();
    await request(paid, 'x', 500);
    const [{ id: refundId } = { id: 0 }] = await refundsOf(paid);
    const finish = () =>
      runInTransaction(portal.db, async (tx) => {
        const refund = (await lockRefund(tx, { organisationId: paid.organisationId, refundId })) as StoredRefund;
        return finishRefund(tx, world(), refund, { refundReference: `re_once_${refundId}`, at: Date.now() });
      });

    expect([await finish(), await finish()]).toEqual([true, false]);
    expect(await readCardMoney(portal.db, paid.orderId)).toMatchObject({ returned: 500, refunded: 500, payment: 35 });
  });

  it('waits while the provider is down, and is sent again under the same key', async () => {
    const paid = await paidOrder();
    await request(paid, 'x', 500);
    fake.answers = [
      () => {
        throw new ProviderUnavailableError('connect ECONNREFUSED');
      },
    ];
    await sendAllRefunds(world(), fake);
    expect(await refundsOf(paid)).toMatchObject([{ state: 'due', attempts: 1, error: 'connect ECONNREFUSED' }]);
    expect(await sendAllRefunds(world(), fake)).toBe(0);
    await sendAllRefunds(world(), fake, { at: Date.now() + 120_000 });
    expect(await refundsOf(paid)).toMatchObject([{ state: 'done', attempts: 2 }]);
    expect(new Set(fake.asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it('that the provider has not finished is asked for again, or finished by an event', async () => {
    const [asked, told] = [await paidOrder(), await paidOrder()];
    await request(asked, 'x', 500);
    await request(told, 'x', 500);
    fake.answers = [
      () => ({ refundReference: 're_asked', state: 'pending' }),
      () => ({ refundReference: 're_told', state: 'pending' }),
    ];
    await sendAllRefunds(world(), fake);
    expect([...(await refundsOf(asked)), ...(await refundsOf(told))]).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    const event = { kind: 'refunded', amountMinor: 500, refundReference: 're_told', reason: null } as const;
    const apply = () => runInTransaction(portal.db, (tx) => applyRefundEvent(tx, world(), told, event));
    expect([await apply(), await apply()]).toEqual(['applied', 'repeated']);
    fake.answers = [() => ({ refundReference: 're_asked', state: 'done' })];
    await sendAllRefunds(world(), fake, { at: Date.now() + 120_000 });
    for (const { orderId } of [asked, told])
      expect(await readCardMoney(portal.db, orderId)).toMatchObject({ returned: 500, refunded: 500, payment: 35 });
  });

  it('that is refused says why, and stays claimed', async () => {
    const paid = await paidOrder();
    await request(paid, 'x', 500);
    fake.answers = [
      () => {
        throw new RefundRefusedError('The card has been closed.');
      },
    ];
    await sendAllRefunds(world(), fake);
    expect(await refundsOf(paid)).toMatchObject([{ state: 'refused', error: 'The card has been closed.' }]);
    expect(await sendAllRefunds(world(), fake, { at: Date.now() + 86_400_000 })).toBe(0);
    expect(await readCardMoney(portal.db, paid.orderId)).toMatchObject({ payment: 30, claimed: 500, refunded: 0 });
    expect(await request(paid, 'y', 3200)).toBe(false);
  });

  it('of money that never paid for the order leaves the order as it is', async () => {
    const paid = await paidOrder();
    const late = await payOrder(world(), paid.orderId);
    expect(await request(late, `late:${late.paymentId}`, late.amountMinor, { paymentId: late.paymentId, isExcess: true })).toBe(
      true,
    );
    await sendAllRefunds(world(), fake);
    expect(await readCardMoney(portal.db, paid.orderId)).toMatchObject({
      payment: 30,
      refunded: 0,
      returned: 3600,
      received: 7200,
    });
    await request(paid, 'all', 3600);
    await sendAllRefunds(world(), fake);
    expect(await readCardMoney(portal.db, paid.orderId)).toMatchObject({ payment: 40, refunded: 3600 });
    expect(await mailsOf('receipt', paid.orderId)).toHaveLength(2);
  });
});

describe('an event about a refund', () => {
  const keep = (paid: Paid, refundReference: string, kind = 'refunded', amountMinor = 700) =>
    sql`insert into card_payment_event (brand_id, provider, event_id, kind, organisation_id, payment_id, data, outcome, occurred_at)
      values (1, 'simulated', ${`evt_${refundReference}_${kind}`}, ${kind}, ${paid.organisationId}, ${paid.paymentId},
        ${JSON.stringify({ amountMinor, refundReference, reason: null })}::jsonb, 'superseded', now())`.execute(portal.db);

  it('that comes before the payment is applied with it', async () => {
    const { orderId } = await placeMixedOrder(portal.db, await anOwnPayer(portal));
    const open = await payOrder(world(), orderId, { state: 'open' });
    const event = { kind: 'refunded', amountMinor: 700, refundReference: 're_early', reason: null } as const;
    expect(await runInTransaction(portal.db, (tx) => applyRefundEvent(tx, world(), open, event))).toBe('superseded');
    await keep(open, 're_early');
    await sql`delete from card_payment_event where payment_id <> ${open.paymentId}`.execute(portal.db);
    await sql`update card_payment set state = 'paid', received_minor = amount_minor, payment_reference = 'pay_early' where id = ${open.paymentId}`.execute(
      portal.db,
    );
    await sql`update orders set payment_state_id = 30 where id = ${orderId}`.execute(portal.db);
    for (let time = 0; time < 2; time += 1) await runInTransaction(portal.db, (tx) => applyStoredEvents(tx, world(), open));
    expect(await readCardMoney(portal.db, orderId)).toMatchObject({ returned: 700, claimed: 700, refunded: 700, payment: 35 });
  });

  it('that comes while ours is being sent is not taken for another one', async () => {
    const paid = await paidOrder();
    await request(paid, 'x', 700);
    fake.refund = async () => {
      const event = { kind: 'refunded', amountMinor: 700, refundReference: 're_quick', reason: null } as const;
      await keep(paid, 're_quick');
      expect(await runInTransaction(portal.db, (tx) => applyRefundEvent(tx, world(), paid, event))).toBe('superseded');
      return { refundReference: 're_quick', state: 'pending' };
    };
    await sendAllRefunds(world(), fake);
    expect(await refundsOf(paid)).toMatchObject([{ state: 'done', reference: 're_quick', amount: 700 }]);
    expect(await readCardMoney(portal.db, paid.orderId)).toMatchObject({ returned: 700, claimed: 700 });
  });

  it.each([
    ['refunded', 'refund_refused'],
    ['refund_refused', 'refunded'],
    ['refunded', 'refunded'],
  ] as const)('ends in the same state when %s comes before %s', async (...kinds) => {
    const paid = await paidOrder();
    await request(paid, 'x', 700);
    fake.answers = [() => ({ refundReference: `re_${paid.paymentId}`, state: 'pending' })];
    await sendAllRefunds(world(), fake);
    for (const kind of kinds) {
      const event = { kind, amountMinor: 700, refundReference: `re_${paid.paymentId}`, reason: 'closed' };
      await runInTransaction(portal.db, (tx) => applyRefundEvent(tx, world(), paid, event));
    }
    expect(await refundsOf(paid)).toMatchObject([{ state: 'done', amount: 700 }]);
    expect(await readCardMoney(portal.db, paid.orderId)).toMatchObject({ returned: 700, payment: 35 });
  });
});

describe('a dispute', () => {
  it.each([
    [['dispute_opened', 'dispute_lost']],
    [['dispute_lost', 'dispute_opened']],
    [['dispute_lost', 'dispute_lost', 'dispute_opened', 'dispute_opened', 'dispute_won']],
  ] as const)('ends as it was decided: %j', async (kinds) => {
    const paid = await paidOrder();
    for (const kind of kinds)
      await runInTransaction(portal.db, (tx) =>
        applyDisputeEvent(tx, world(), paid, {
          kind,
          amountMinor: 3600,
          disputeReference: 'dp_1',
          reason: 'fraudulent',
          occurredAt: new Date(),
        }),
      );
    const { rows } =
      await sql`select state, amount_minor as amount from card_dispute where payment_id = ${paid.paymentId}`.execute(portal.db);
    expect(rows).toEqual([{ state: 'lost', amount: 3600 }]);
    const mailed = await mailsOf('card-dispute', paid.orderId);
    expect(mailed.filter(({ state }) => state === 'lost').length).toBeGreaterThan(0);
    expect(mailed.some(({ state }) => state === 'won')).toBe(false);
    expect(new Set(mailed.map((mail) => `${mail.state} ${mail.name}`)).size).toBe(mailed.length);
    expect(await notesOf(paid.orderId)).not.toContain('card_dispute_lost');
  });
});
