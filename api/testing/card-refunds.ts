import { sql } from 'kysely';
import type { PaymentProvider } from '#api/ordering/card-payments/providers/payment-provider.ts';
import { issueReceipt } from '#api/ordering/card-payments/receipts/issue-receipt.actions.ts';
import { type RefundDependencies, sendRefunds } from '#api/ordering/card-payments/refunds/send-refunds.actions.ts';
import { lockOrder } from '#api/ordering/order-states/lock-orders.queries.ts';
import { takeStep } from '#api/ordering/order-states/order-steps.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';

const SYSTEM = { kind: 'system', id: null } as const;

/** What the helpers need of a portal. */
type Portal = MailDependencies & { db: Db };

let references = 0;

/**
 * Pays what the card owes of an order, as an applied event does: the attempt, the step of the order and the receipt. Returns the attempt. Another amount than what
 * was asked for, or a state, can be given.
 */
export async function payOrder(
  portal: Portal,
  orderId: number,
  { receivedMinor, state = 'paid' }: { receivedMinor?: number; state?: 'paid' | 'held' | 'open' } = {},
): Promise<{ organisationId: number; orderId: number; paymentId: number; amountMinor: number }> {
  return runInTransaction(portal.db, async (tx) => {
    references += 1;
    const name = `test-${process.pid}-${references}`;
    await sql`update card_payment set state = 'cancelled', closed_at = now() where order_id = ${orderId} and state in ('created', 'open')`.execute(
      tx,
    );
    const { rows } = await sql<{ organisationId: number; paymentId: number; amountMinor: number }>`
      with paying as (
        select o.*, c.brand_id from orders o join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id where o.id = ${orderId})
      insert into card_payment (organisation_id, brand_id, order_id, attempt, provider, state, amount_minor, currency_code, session_reference, payment_reference,
        received_minor, expires_at)
      select organisation_id, brand_id, id, (select count(*) + 1 from card_payment p where p.order_id = paying.id), 'simulated', ${state},
        greatest(card_minor, 1), currency_code, ${`cs_${name}`}, ${state === 'open' ? null : `pay_${name}`},
        ${state === 'open' ? sql`null` : sql`coalesce(${receivedMinor ?? null}::bigint, greatest(card_minor, 1))`}, now() + interval '1 hour'
      from paying returning organisation_id as "organisationId", id as "paymentId", coalesce(received_minor, amount_minor) as "amountMinor"`.execute(
      tx,
    );
    const payment = { ...(rows[0] as { organisationId: number; paymentId: number; amountMinor: number }), orderId };
    await lockOrder(tx, payment);
    if (state === 'held') await sql`update orders set payment_held_at = now() where id = ${orderId}`.execute(tx);
    if (state !== 'paid') return payment;
    if (await takeStep(tx, payment, 'payByCard', { actor: SYSTEM })) await issueReceipt(tx, portal, payment, Date.now());
    return payment;
  });
}

/** A provider of card payments that only refunds, as the test says. */
export interface FakeRefunds {
  /** What it answers, in the order of the calls; done where nothing is left. */
  answers: (() => Awaited<ReturnType<PaymentProvider['refund']>>)[];
  /** The keys and amounts that it was asked for. */
  asked: { idempotencyKey: string; amountMinor: number }[];
  refund: PaymentProvider['refund'];
}

/** Starts a fake: refunds under a known key get the answer that they got before, as at a real provider. */
export function fakeRefunds(): FakeRefunds {
  const made = new Map<string, string>();
  const fake: FakeRefunds = {
    answers: [],
    asked: [],
    refund: ({ idempotencyKey, amountMinor }) => {
      fake.asked.push({ idempotencyKey, amountMinor });
      const answer = fake.answers.shift()?.();
      if (answer) return Promise.resolve(answer);
      const refundReference = made.get(idempotencyKey) ?? `re_${process.pid}_${idempotencyKey}`;
      made.set(idempotencyKey, refundReference);
      return Promise.resolve({ refundReference, state: 'done' });
    },
  };
  return fake;
}

/** Runs the job that sends refunds, at a time in milliseconds; far enough ahead for those that wait for another attempt by default. */
export const sendAllRefunds = (
  portal: Portal,
  fake: Pick<PaymentProvider, 'refund'>,
  { at = Date.now() + 1000, name = 'simulated' }: { at?: number; name?: string } = {},
): Promise<number> => {
  const dependencies: RefundDependencies = {
    ...portal,
    clock: { now: () => at },
    log: { warn: () => undefined, error: (details) => Promise.reject(details['err' as keyof typeof details]) },
    findPaymentProvider: () => Promise.resolve({ name, provider: fake }),
  };
  return sendRefunds(dependencies);
};

/** How the payment of an order stands. Money in minor units. */
export async function readCardMoney(db: Db, orderId: number) {
  const { rows } = await sql<{
    payment: number;
    card: number;
    refunded: number;
    received: number;
    claimed: number;
    returned: number;
  }>`
    select o.payment_state_id as payment, o.card_minor as card, o.refunded_minor as refunded, coalesce(sum(p.received_minor), 0)::bigint as received,
      coalesce(sum(p.refund_claimed_minor), 0)::bigint as claimed, coalesce(sum(p.refunded_minor), 0)::bigint as returned
    from orders o left join card_payment p on p.organisation_id = o.organisation_id and p.order_id = o.id where o.id = ${orderId}
    group by o.organisation_id, o.id`.execute(db);
  return rows[0] as (typeof rows)[number];
}
