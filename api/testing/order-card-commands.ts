import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PaymentEventKind } from '#api/ordering/card-payments/providers/payment-provider.ts';
import { anEventOf } from './fake-payment-provider.ts';
import type { ModelAttempt, ModelCard } from './order-card.ts';
import {
  endStaleAttempts,
  expirePayment,
  hearEnded,
  hearPaid,
  openAttemptOf,
  predictAcceptance,
  predictRefund,
  predictRejection,
  predictTryAgain,
} from './order-card-predictions.ts';
import { sendRefunds } from './order-card-refunds.ts';
import { canChoose, checkOrder, choose, command, expectEqual, follow, type OrderCommand } from './order-command.ts';
import type { CardPortal, OrderFixture } from './order-fixture.ts';
import type { Caller, ModelOrder, OrderModel, Prediction } from './order-model.ts';

// Commands about payments by card: what people do at the provider, what it tells, and what operators and jobs do.

type PayableOrder = ModelOrder & { card: ModelCard };

const listCards = ({ orders }: OrderModel) => orders.filter((order): order is PayableOrder => order.card !== null);
const cardsOf = ({ portal: { cards } }: OrderFixture): CardPortal => {
  if (!cards) throw new Error('This portal takes no cards.');
  return cards;
};
const isUnpaid = ({ payment }: ModelOrder) => payment === 'Pending';
const hasReceived = ({ card }: PayableOrder) => card.attempts.some(({ received }) => received > 0);

/** What is stored of the attempts of an order, as the model has them. */
async function checkAttempts({ portal: { db } }: OrderFixture, order: PayableOrder): Promise<void> {
  const { rows } = await sql<{ attempts: unknown[] }>`
    select coalesce(json_agg(json_build_array(state, amount_minor, coalesce(received_minor, 0), refund_claimed_minor, refunded_minor) order by attempt), '[]') as attempts
    from card_payment where organisation_id = 1 and order_id = ${order.id}`.execute(db);
  expectEqual(
    `the attempts to pay for order ${order.id}`,
    rows[0]?.attempts,
    order.card.attempts.map(({ state, amount, received, claimed, refunded }) => [state, amount, received, claimed, refunded]),
  );
}

/** A command about an order of which a card pays something; it is compared with the model afterwards. */
const aboutCard = (
  text: string,
  chosen: number,
  isLikely: (order: PayableOrder) => boolean,
  run: (model: OrderModel, fixture: OrderFixture, order: PayableOrder) => Promise<void>,
): OrderCommand =>
  command(
    `${text} (card order ${chosen})`,
    async (model, fixture) => {
      const order = choose(listCards(model), chosen, isLikely);
      await run(model, fixture, order);
      await checkOrder(model, fixture, order);
      await checkAttempts(fixture, order);
    },
    (model) => canChoose(listCards(model), chosen, isLikely),
  );

const count = ({ counts }: OrderFixture, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

export const OUTCOMES = ['paid', 'paid unheard', 'another amount', 'failed', 'expired'] as const;
type Outcome = (typeof OUTCOMES)[number];

const hasAttempt = ({ card }: PayableOrder) => card.attempts.length > 0;

/**
 * The person pays at the provider, or does not, on the page of an attempt, also one that has ended. The portal is told, twice if `isRepeated`, or, when it
 * is paid unheard, not.
 */
export const payAtProvider = (chosen: number, chosenAttempt: number, outcome: Outcome, isRepeated = false): OrderCommand =>
  aboutCard(
    `${outcome} at the provider${isRepeated ? ', told twice' : ''}, attempt ${chosenAttempt}`,
    chosen,
    (order) => hasAttempt(order) && isUnpaid(order),
    async (model, fixture, order) => {
      if (!hasAttempt(order)) return;
      const { attempts } = order.card;
      const attempt = choose(attempts, chosenAttempt, ({ state }) => state === 'open');
      const { provider, apply } = cardsOf(fixture);
      const pages = provider.sessions.filter(({ asked }) => asked.orderId === order.id);
      const page = pages[attempts.indexOf(attempt)] as (typeof pages)[number];
      // What was paid there cannot end otherwise.
      if (attempt.isPaidThere && outcome !== 'paid') return;
      const isPaid = outcome !== 'failed' && outcome !== 'expired';
      attempt.isPaidThere ||= isPaid;
      provider.settle(page, isPaid ? 'paid' : outcome);
      count(fixture, `at the provider: ${outcome} ${attempt.state}`);
      if (outcome === 'paid unheard') return;
      const received = outcome === 'another amount' ? attempt.amount + 1 : attempt.amount;
      const event = anEventOf(page, isPaid ? 'paid' : (outcome satisfies PaymentEventKind), { amountMinor: received });
      for (let times = isRepeated ? 2 : 1; times > 0; times -= 1) await apply(event);
      if (isPaid) hearPaid(model, order, attempt, received);
      else hearEnded(order, attempt, outcome);
    },
  );

/** Someone wants to pay again. */
export const tryAgain = (chosen: number, by: Caller): OrderCommand =>
  aboutCard(`${by}: try again to pay`, chosen, isUnpaid, async (model, fixture, order) => {
    const prediction = predictTryAgain(model, order, by);
    const response = await fixture.callers[by].get<'GET /api/checkout/tryagain/:id'>(`/api/checkout/tryagain/${order.id}`);
    follow(fixture, 'try again', response, prediction);
    if (response.status === 200) expectEqual('a page to pay on', response.body.redirectUrl !== null, true);
  });

/** The time to pay for an order is over. */
export const endPaymentTime = (chosen: number): OrderCommand =>
  aboutCard('the time to pay is over', chosen, isUnpaid, async (model, fixture, order) => {
    await sql`update orders set payment_due_at = '2000-01-01' where organisation_id = 1 and id = ${order.id} and payment_due_at is not null`.execute(
      fixture.portal.db,
    );
    await cardsOf(fixture).run('expire');
    expirePayment(model, order);
    // Another run finds it no longer overdue.
    await sql`update orders set payment_due_at = now() + interval '1 hour' where organisation_id = 1 and id = ${order.id} and payment_due_at is not null`.execute(
      fixture.portal.db,
    );
    count(fixture, `time to pay is over: ${order.status}`);
  });

const hasOpenAttempt = (order: PayableOrder) => openAttemptOf(order) !== undefined;

/** A job of payments runs. */
const runJob = (
  job: 'end stale attempts' | 'send refunds',
  isPossible: (order: PayableOrder) => boolean,
  apply: (model: OrderModel) => void,
) =>
  command(
    job,
    async (model, fixture) => {
      await cardsOf(fixture).run(job);
      apply(model);
      count(fixture, job);
      for (const order of listCards(model)) {
        await checkOrder(model, fixture, order);
        await checkAttempts(fixture, order);
      }
    },
    (model) => listCards(model).some(isPossible),
  );
export const endAttempts = (): OrderCommand => runJob('end stale attempts', hasOpenAttempt, endStaleAttempts);
export const refundToCards = (): OrderCommand =>
  runJob('send refunds', ({ card }) => card.refunds.some(({ isDone }) => !isDone), sendRefunds);

/** A command of an operator about a payment that was received. */
const aboutPayment = (
  text: string,
  chosen: number,
  isLikely: (order: PayableOrder) => boolean,
  act: (
    model: OrderModel,
    order: PayableOrder,
    attempt: ModelAttempt,
  ) => { name: string; path: string; body: object; times?: number; prediction: Prediction },
): OrderCommand =>
  aboutCard(text, chosen, isLikely, async (model, fixture, order) => {
    const { attempts } = order.card;
    if (attempts.length === 0) return;
    const attempt = choose(attempts, chosen, ({ state }) => state === 'held' || state === 'paid');
    const { rows } = await sql<{ id: number }>`
      select id from card_payment where organisation_id = 1 and order_id = ${order.id} and attempt = ${attempts.indexOf(attempt) + 1}`.execute(
      fixture.portal.db,
    );
    const { name, path, body, times = 1, prediction } = act(model, order, attempt);
    const send = () => fixture.operator.post(`/api/operator/cardpayments/${rows[0]?.id}/${path}`, body);
    follow(fixture, name, await send(), prediction);
    for (let again = 1; again < times; again += 1) follow(fixture, `${name} again`, await send(), { status: prediction.status });
  });

export const REFUNDS = ['whole', 'half', 'too much'] as const;

/** An operator refunds all that is left of a payment, half of it or more than it; `isRepeated`: the request is sent twice. */
export const refundPayment = (chosen: number, how: (typeof REFUNDS)[number], isRepeated = false): OrderCommand =>
  aboutPayment(`an operator refunds ${how} of a payment`, chosen, hasReceived, (_, order, attempt) => {
    const left = attempt.received - attempt.claimed;
    const amount = Math.max(1, how === 'whole' ? left : how === 'half' ? Math.floor(left / 2) : left + 1);
    const body = { amount: amount / 100, reason: 'As agreed.', key: randomUUID() };
    return {
      ...{ name: `refund ${how}`, path: 'refund', body, times: isRepeated ? 2 : 1 },
      prediction: predictRefund(order, attempt, amount),
    };
  });

const isHeld = ({ card }: PayableOrder) => card.isHeld;

/** An operator decides about a held payment. */
export const decidePayment = (chosen: number, accepts: boolean): OrderCommand =>
  aboutPayment(`an operator ${accepts ? 'accepts' : 'rejects'} a payment`, chosen, isHeld, (model, order, attempt) => ({
    name: accepts ? 'accept a payment' : 'reject a payment',
    path: accepts ? 'accept' : 'reject',
    body: accepts ? {} : { reason: 'It differs.' },
    prediction: (accepts ? predictAcceptance : predictRejection)(model, order, attempt),
  }));
