import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#api/platform/db/database.ts';
import { cancel, lineOf } from '#api/testing/order-changes.ts';
import type { OwnPayer } from '#api/testing/own-payment.ts';
import type { Session } from '#demo/payment-provider/ledger.ts';
import type { PaymentProviderProgram } from '#demo/payment-provider/program.ts';
import { type PaymentResult, readLastAttemptState } from './payment-results.queries.ts';

/** What a card pays of each order: three of its five pieces, in minor units. */
export const ASKED = 3600;
const PIECE = 1200;

/** An order that waits for its payment. */
export interface PlacedOrder extends OwnPayer {
  orderId: number;
}

/** What people can do, and the provider. */
export interface PaymentStage {
  db: Db;
  program: PaymentProviderProgram;
  /** The webhooks of these orders are lost. */
  deaf: Set<number>;
}

/** How an order is paid, or not. */
export interface PaymentOutcome {
  /** Until its time is over. */
  first(stage: PaymentStage, order: PlacedOrder): Promise<void>;
  /** Whether its time is over then. */
  expires?: boolean;
  /** After that. */
  afterwards?(stage: PaymentStage, order: PlacedOrder): Promise<void>;
  ends: PaymentResult;
}

const DEADLINE_MS = 120_000;

/** Waits until the portal knows what has happened. */
async function waitFor(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + DEADLINE_MS; !(await holds()); await delay(100))
    if (Date.now() > deadline) throw new Error(`This has not happened in time: ${what}.`);
}

/** The pages of an order, the oldest first. */
export const pagesOf = ({ program }: Pick<PaymentStage, 'program'>, orderId: number): Session[] =>
  [...program.ledger.sessions.values()]
    .filter((session) => session.orderId === orderId)
    .sort((one, other) => one.attempt - other.attempt);

const waitForState = ({ db }: PaymentStage, { orderId }: PlacedOrder, state: string) =>
  waitFor(`the last attempt of order ${orderId} is ${state}`, async () => (await readLastAttemptState(db, orderId)) === state);

/** The page to which the person is sent, asked for again when it is not known. Throws when there is none. */
async function openPage(stage: PaymentStage, { client, orderId }: PlacedOrder): Promise<Session> {
  const { status, body } = await client.get<'GET /api/checkout/tryagain/:id'>(`/api/checkout/tryagain/${orderId}`);
  const page = pagesOf(stage, orderId).find(({ id }) => body.redirectUrl?.endsWith(`/pay/${id}`));
  if (!page) throw new Error(`Order ${orderId} cannot be paid: ${status} ${JSON.stringify(body)}`);
  return page;
}

async function pay(stage: PaymentStage, order: PlacedOrder): Promise<void> {
  stage.program.ledger.pay(await openPage(stage, order));
  await waitForState(stage, order, 'paid');
}

async function decline(stage: PaymentStage, order: PlacedOrder): Promise<void> {
  stage.program.ledger.decline(await openPage(stage, order), 'The bank declined the card.');
  await waitForState(stage, order, 'failed');
}

/** Pays, and the webhook is lost. */
async function payUnheard(stage: PaymentStage, order: PlacedOrder): Promise<void> {
  stage.deaf.add(order.orderId);
  stage.program.ledger.pay(await openPage(stage, order));
}

/** Pays on the last page, whatever has become of it. */
async function payLate(stage: PaymentStage, order: PlacedOrder): Promise<void> {
  stage.program.ledger.pay(pagesOf(stage, order.orderId).at(-1) as Session);
  await waitForState(stage, order, 'paid');
}

const PAID: PaymentResult = {
  ...{ order: 20, payment: 30, received: ASKED, kept: ASKED },
  ...{ inCart: 0, expiredMails: 0, notTakenMails: 0 },
};
const EXPIRED: PaymentResult = { ...PAID, order: 40, payment: 50, received: 0, kept: 0, inCart: 5, expiredMails: 1 };

/** Everything that can become of a payment, and how it must end however often the portal is killed. */
export const PAYMENT_OUTCOMES: Readonly<Record<string, PaymentOutcome>> = {
  paid: { first: pay, ends: PAID },
  'declined, tried again and paid': {
    first: async (stage, order) => {
      await decline(stage, order);
      await pay(stage, order);
    },
    ends: PAID,
  },
  'paid on two pages': {
    first: async (stage, order) => {
      await decline(stage, order);
      await pay(stage, order);
      stage.program.ledger.pay(pagesOf(stage, order.orderId)[0] as Session);
    },
    ends: { ...PAID, received: 2 * ASKED, notTakenMails: 1 },
  },
  'paid, and only the person comes back': {
    first: async (stage, order) => {
      await payUnheard(stage, order);
      await waitFor(`order ${order.orderId} is seen as paid`, async () => {
        const { body } = await order.client.get<'GET /api/checkout/:orderId/payment'>(`/api/checkout/${order.orderId}/payment`);
        return body.state === 'paid';
      });
    },
    ends: PAID,
  },
  'paid, and no one says so': { first: payUnheard, expires: true, ends: PAID },
  'declined and left': { first: decline, expires: true, ends: EXPIRED },
  left: {
    first: async (stage, order) => {
      await openPage(stage, order);
    },
    expires: true,
    ends: EXPIRED,
  },
  'never opened': { first: () => Promise.resolve(), expires: true, ends: EXPIRED },
  'paid after its time': {
    first: async (stage, order) => {
      await openPage(stage, order);
    },
    expires: true,
    afterwards: payLate,
    ends: { ...EXPIRED, received: ASKED, notTakenMails: 1 },
  },
  'cancelled while its page is open, and paid': {
    first: async (stage, order) => {
      const page = await openPage(stage, order);
      await cancel(order.client, order.orderId, {}, randomUUID());
      stage.program.ledger.pay(page);
    },
    ends: { ...PAID, order: 40, payment: 50, kept: 0, notTakenMails: 1 },
  },
  'paid and cancelled': {
    first: async (stage, order) => {
      await pay(stage, order);
      await cancel(order.client, order.orderId, {}, randomUUID());
    },
    ends: { ...PAID, order: 40, payment: 40, kept: 0 },
  },
  'paid, and a piece is cancelled': {
    first: async (stage, order) => {
      await pay(stage, order);
      const id = await lineOf(order.client, order.orderId);
      await cancel(order.client, order.orderId, { items: [{ id, quantity: 1 }] }, randomUUID());
    },
    ends: { ...PAID, payment: 35, kept: ASKED - PIECE },
  },
};
