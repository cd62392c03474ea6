import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { cancel, lineOf } from '../order-changes.ts';
import { findOrderFaults } from '../order-faults.ts';
import { anOwnPayer, type OwnPayer, placeMixedOrder } from '../own-payment.ts';
import { savePaymentProvider, signWebhook } from '../payment-provider.ts';
import type { OrderCast } from './order-races.ts';
import { createRaces, type RaceCommand, type RacePortal, type RacesOfKind } from './race.ts';

const BRAND = 1;
const WEBHOOK_SECRET = 'whsec_races';
/** Nothing listens there: what the provider would say comes by webhooks alone. */
const NOWHERE = 'http://127.0.0.1:9';
const ASKED = 3600;

interface RacedPayment extends OwnPayer {
  orderId: number;
  line: number;
  paymentId: number;
  session: string;
}

/** An order of five shirts, three of which a card pays. The page of its attempt is open. */
async function prepareOpen(portal: RacePortal): Promise<RacedPayment> {
  const { db } = portal;
  const payer = await anOwnPayer(portal);
  await savePaymentProvider({ db }, { brandId: BRAND, host: NOWHERE, secretKey: 'sk_test_races', webhookSecret: WEBHOOK_SECRET });
  const { orderId } = await placeMixedOrder(db, payer);
  const session = `ses_${randomUUID().replaceAll('-', '')}`;
  const { rows } = await sql<{ id: number }>`
    update card_payment set state = 'open', session_reference = ${session}, redirect_url = ${`${NOWHERE}/pay/${session}`}
    where order_id = ${orderId} returning id`.execute(db);
  return { ...payer, orderId, session, line: await lineOf(payer.client, orderId), paymentId: rows[0]?.id as number };
}

/** The provider tells of a page; each kind of event has one id. */
const tell =
  (type: string, amount = ASKED): RaceCommand<RacedPayment> =>
  ({ client, session, orderId }, at) => {
    const event = {
      ...{
        id: `evt_${session}_${type}_${amount}`,
        type,
        occurredAt: new Date().toISOString(),
        session,
        payment: `pay_${session}`,
      },
      ...{ refund: null, dispute: null, orderId, amount, currency: 'GBP', reason: null },
    };
    return at(client).post(`/api/paymentevents/${BRAND}`, event, signWebhook(WEBHOOK_SECRET, JSON.stringify(event)));
  };

/** The order, its attempts and refunds, and what its person was told, without ids and times. */
async function summarise({ db }: RacePortal, { orderId }: RacedPayment): Promise<unknown> {
  const { rows } = await sql<{ state: unknown }>`
    select json_build_array(o.order_state_id, o.payment_state_id, o.released_at is not null, o.payment_held_at is not null, o.card_minor, o.cancelled_value_minor,
      (select json_agg(json_build_array(p.state, p.amount_minor, p.received_minor, p.refund_claimed_minor) order by p.attempt) from card_payment p where p.order_id = o.id),
      (select json_agg(json_build_array(f.amount_minor, f.is_excess) order by f.amount_minor) from card_refund f where f.order_id = o.id),
      (select json_agg(m.template order by m.template) from mail_outbox m where (m.data ->> 'orderId')::bigint = o.id)) as state
    from orders o where o.id = ${orderId}`.execute(db);
  return rows[0]?.state;
}

/** What does not add up about the order and what its card has paid. */
async function findFaults({ db }: RacePortal, { orderId }: RacedPayment): Promise<object[]> {
  const { rows } = await sql<{ fault: string; id: number }>`
    select 'more is refunded than was paid, or other than is counted' as fault, p.id from card_payment p
    where p.order_id = ${orderId} and (p.refund_claimed_minor > coalesce(p.received_minor, 0) or p.refund_claimed_minor <> (
      select coalesce(sum(f.amount_minor), 0) from card_refund f where f.payment_id = p.id))
    union all
    select 'a cancelled order keeps money', o.id from orders o where o.id = ${orderId} and o.order_state_id = 40 and exists (
      select from card_payment p where p.order_id = o.id and p.state = 'paid' and p.received_minor > p.refund_claimed_minor)
    union all
    select 'an order was released that is not paid', o.id from orders o
    where o.id = ${orderId} and o.released_at is not null and o.card_minor > 0 and o.payment_state_id = 10`.execute(db);
  return [...rows, ...(await findOrderFaults(db, orderId))];
}

/** An order that waits for its card, and one that has been paid. */
export function createPaymentRaces(portal: RacePortal, { operator }: OrderCast): RacesOfKind[] {
  const about = {
    summarise: (subject: RacedPayment) => summarise(portal, subject),
    findFaults: (subject: RacedPayment) => findFaults(portal, subject),
  };
  const cancelling: Record<string, RaceCommand<RacedPayment>> = {
    cancel: ({ client, orderId }, at) => cancel(at(client), orderId),
    'cancel a piece': ({ client, orderId, line }, at) => cancel(at(client), orderId, { items: [{ id: line, quantity: 1 }] }),
    'cancel what the card pays': ({ client, orderId, line }, at) =>
      cancel(at(client), orderId, { items: [{ id: line, quantity: 3 }] }),
  };
  const refund =
    (amount: number): RaceCommand<RacedPayment> =>
    ({ paymentId }, at) =>
      at(operator).post<'POST /api/operator/cardpayments/:id/refund'>(`/api/operator/cardpayments/${paymentId}/refund`, {
        amount,
        reason: 'As agreed',
        key: randomUUID(),
      });
  return [
    createRaces<RacedPayment>(
      {
        name: 'an order that waits for its card',
        prepare: () => prepareOpen(portal),
        ...about,
        commands: {
          ...cancelling,
          'hear that it is paid': tell('session.paid'),
          'hear that less is paid': tell('session.paid', ASKED - 1),
          'hear that it has failed': tell('session.failed'),
          'hear that its page has expired': tell('session.expired'),
          'try again': ({ client, orderId }, at) =>
            at(client).get<'GET /api/checkout/tryagain/:id'>(`/api/checkout/tryagain/${orderId}`),
        },
      },
      portal,
    ),
    createRaces<RacedPayment>(
      {
        name: 'an order that a card has paid',
        prepare: async () => {
          const subject = await prepareOpen(portal);
          await tell('session.paid')(subject, (client) => client);
          return subject;
        },
        ...about,
        commands: {
          ...cancelling,
          'hear again that it is paid': tell('session.paid'),
          'hear that it has failed': tell('session.failed'),
          'refund a part': refund(20),
          'refund all': refund(36),
        },
      },
      portal,
    ),
  ];
}
